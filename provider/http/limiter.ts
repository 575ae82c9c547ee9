import type { Clock } from "./clock";

export interface LimiterOptions {
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
  readonly clock: Clock;
}

interface Waiter {
  readonly admit: () => void;
}

/** The pace after the service says "too many": slower at once, then faster again with each request that it accepts. */
const FIRST_INTERVAL_MS = 25;
const MAX_INTERVAL_MS = 2_000;
const SLOWER = 1.5;
const FASTER = 0.98;
/** The longest pause for all requests, whatever the service says. A single request may wait longer. */
const MAX_PAUSE_MS = 10_000;

/** Limits how many requests run at a time and, if paced, how many start per second. First come, first served. */
export class Limiter {
  readonly #concurrency: number;
  readonly #leastIntervalMs: number;
  readonly #clock: Clock;
  readonly #waiting: Waiter[] = [];
  #running = 0;
  #nextStart = 0;
  #intervalMs: number;
  #slowedAt = -Infinity;
  #pausedUntil = -Infinity;

  constructor({ concurrency, requestsPerSecond, clock }: LimiterOptions) {
    this.#concurrency = concurrency;
    this.#leastIntervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#intervalMs = this.#leastIntervalMs;
    this.#clock = clock;
  }

  /** Rejects with the signal's reason if it is aborted before the work begins. Then nothing was started. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#admission(signal);
    try {
      await this.#pace(signal);
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#release();
    }
  }

  /** The service refused a request sent at this time: too many. Requests sent before the last slowdown say nothing new. */
  tooMany(sentAt: number, retryAfterMs = 0): void {
    if (sentAt <= this.#slowedAt) {
      return;
    }
    const now = this.#clock.now();
    this.#slowedAt = now;
    this.#intervalMs = Math.min(
      MAX_INTERVAL_MS,
      Math.max(FIRST_INTERVAL_MS, this.#intervalMs * SLOWER, this.#leastIntervalMs),
    );
    this.#pausedUntil = now + Math.min(retryAfterMs, MAX_PAUSE_MS);
    this.#nextStart = Math.max(this.#nextStart, this.#pausedUntil);
  }

  /** The service accepted a request. */
  taken(): void {
    const faster = this.#intervalMs * FASTER;
    this.#intervalMs = faster < 1 ? this.#leastIntervalMs : Math.max(this.#leastIntervalMs, faster);
  }

  #admission(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** A place that becomes free goes straight to the first in line and never counts as free. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#running -= 1;
    } else {
      next.admit();
    }
  }

  async #pace(signal: AbortSignal): Promise<void> {
    do {
      const now = this.#clock.now();
      if (this.#intervalMs === 0 && now >= this.#pausedUntil) {
        return;
      }
      const start = Math.max(now, this.#nextStart);
      this.#nextStart = start + this.#intervalMs;
      if (start > now) {
        await this.#clock.sleep(start - now, signal);
      }
      // Meanwhile the service may have said that there are too many.
    } while (this.#clock.now() < this.#pausedUntil);
  }
}
