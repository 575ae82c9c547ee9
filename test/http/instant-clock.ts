import { systemClock, type Clock } from "../../provider/http";

/** A clock whose waits end at once and only advance its time; it records them. */
export class InstantClock implements Clock {
  readonly waits: number[] = [];
  #now: number;

  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waits.push(ms);
    this.advance(ms);
    await Promise.resolve();
  }

  /** Budgets run in real time: a wait that ends at once must not end one. */
  after(ms: number, run: () => void): () => void {
    return systemClock.after(ms, run);
  }
}
