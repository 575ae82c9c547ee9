import type { Clock } from "./clock";

export interface LimiterOptions {
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
  readonly clock: Clock;
}

interface Waiter {
  readonly admit: () => void;
}

/** At most so many requests at a time and, if paced, so many starts per second; first come, first served. */
export class Limiter {
  readonly #concurrency: number;
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #waiting: Waiter[] = [];
  #running = 0;
  #nextStart = 0;

  constructor({ concurrency, requestsPerSecond, clock }: LimiterOptions) {
    this.#concurrency = concurrency;
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
    this.#clock = clock;
  }

  /** Rejects with the signal's reason if it is aborted before the work begins; then nothing was begun. */
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

  /** A place that becomes free goes to the first in line without ever counting as free. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.admit();
  }

  async #pace(signal: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return;
    const now = this.#clock.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + this.#intervalMs;
    if (start > now) await this.#clock.sleep(start - now, signal);
  }
}
