import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../http";

const ALONE_MS = 10;
const FULL_MS = 20;
/** What begins within a millisecond is of one set, all of which is there. */
const TOGETHER_GAP_MS = 1;
const TOGETHER_MS = 50;
/** Writes of one wave begin at uneven intervals, above all on a busy machine: a pause is well over the usual one. */
const PAUSE = 5;
const LEAST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 1_500;
const MEMORY = 0.8;

/** What tells that the write at hand has passed. */
const currentWrite = new AsyncLocalStorage<() => void>();

/** The write that calls this has got to where it waits for others: nobody has to wait for it any more. */
export function passCurrentWrite(): void {
  currentWrite.getStore()?.();
}

/**
 * The writes of one kind that are under way. Pulumi never says how many are still to come, so those who would travel
 * together have to guess: from what is on its way to them, and from how fast one write has followed another.
 */
export class Traffic {
  readonly clock: Clock;
  readonly #listeners: (() => void)[] = [];
  #underWay = 0;
  #approaching = 0;
  #lastStart = 0;
  #usualGapMs = 0;
  /** As many as were ever under way at once, and when that was first so. */
  #most = 0;
  #mostSince = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs a write from its beginning to its end. */
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

  /** Whether writes are on their way that may still have something to send. */
  isApproaching(): boolean {
    return this.#approaching > 0;
  }

  onQuiet(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** How long nobody must come for those who have come to go. */
  pauseMs(): number {
    if (this.#underWay <= 1) {
      return ALONE_MS;
    }
    // The engine runs so many at once and no more: nobody can come before some of these have gone.
    if (this.#underWay === this.#most && this.clock.now() - this.#mostSince > LONGEST_PAUSE_MS) {
      return FULL_MS;
    }
    if (this.#usualGapMs < TOGETHER_GAP_MS) {
      return TOGETHER_MS;
    }
    return Math.min(Math.max(this.#usualGapMs * PAUSE, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  #passed(): void {
    this.#approaching -= 1;
    if (this.#approaching === 0) {
      this.#listeners.forEach((listener) => listener());
    }
  }

  /** A gap tells something only while others are under way: a chain of writes has none to gather. */
  #noteGap(): void {
    const now = this.clock.now();
    const gap = Math.min(now - this.#lastStart, LONGEST_PAUSE_MS);
    this.#usualGapMs = this.#underWay === 0 ? 0 : this.#usualGapMs * MEMORY + gap * (1 - MEMORY);
    this.#lastStart = now;
  }
}
