import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../http";

const ALONE_MS = 10;

const FULL_MS = 20;

/** Writes that start within a millisecond of each other belong to one set, and all of them are there. */
const TOGETHER_GAP_MS = 1;

const TOGETHER_MS = 50;

/**
 * Writes of one wave start at uneven intervals, especially on a busy machine. So a pause must be well over the usual
 * interval.
 */
const PAUSE = 5;

const LEAST_PAUSE_MS = 500;

const MAX_PAUSE_MS = 1_500;

const MEMORY = 0.8;

/** The callback that reports that the current write has passed. */
const currentWrite = new AsyncLocalStorage<() => void>();

/** The calling write has reached the point where it waits for others. Nothing has to wait for it any more. */
export function passCurrentWrite(): void {
  currentWrite.getStore()?.();
}

/**
 * The writes of one kind that are in progress. Pulumi never says how many are still to come, so writes that could share
 * a request have to guess: from the writes that are on their way, and from how fast one write has followed another.
 */
export class BatchTiming {
  readonly clock: Clock;
  readonly #listeners: (() => void)[] = [];
  #underWay = 0;
  #approaching = 0;
  #lastStart = 0;
  #usualGapMs = 0;
  /** The most writes that were ever in progress at once, and when that number was first reached. */
  #most = 0;
  #mostSince = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs a write from beginning to end. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#noteGap();
    this.#underWay += 1;
    this.#approaching += 1;
    if (this.#underWay > this.#most) {
      this.#most = this.#underWay;
      this.#mostSince = this.clock.now();
    }
    let isApproaching = true;
    const pass = (): void => {
      if (isApproaching) {
        isApproaching = false;
        this.#passed();
      }
    };
    try {
      return await currentWrite.run(pass, work);
    } finally {
      this.#underWay -= 1;
      pass();
    }
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Whether there are writes on their way that may still have something to send. */
  isApproaching(): boolean {
    return this.#approaching > 0;
  }

  onQuiet(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** How long no further write must arrive before the waiting ones are sent. */
  pauseMs(): number {
    if (this.#underWay <= 1) {
      return ALONE_MS;
    }
    // The engine runs only this many at once, so no further write can arrive before some of these have ended.
    if (this.#underWay === this.#most && this.clock.now() - this.#mostSince > MAX_PAUSE_MS) {
      return FULL_MS;
    }
    if (this.#usualGapMs < TOGETHER_GAP_MS) {
      return TOGETHER_MS;
    }
    return Math.min(Math.max(this.#usualGapMs * PAUSE, LEAST_PAUSE_MS), MAX_PAUSE_MS);
  }

  #passed(): void {
    this.#approaching -= 1;
    if (this.#approaching === 0) {
      this.#listeners.forEach((listener) => listener());
    }
  }

  /** A gap means something only while other writes are in progress. A chain of single writes has nothing to gather. */
  #noteGap(): void {
    const now = this.clock.now();
    const gap = Math.min(now - this.#lastStart, MAX_PAUSE_MS);
    this.#usualGapMs = this.#underWay === 0 ? 0 : this.#usualGapMs * MEMORY + gap * (1 - MEMORY);
    this.#lastStart = now;
  }
}
