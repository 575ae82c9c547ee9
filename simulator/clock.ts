import type { EventEmitter } from "node:events";

interface Timer {
  due: number;
  run: () => void;
}

/** Node's timers overflow beyond this and would fire at once. */
const longestRealTimer = 2 ** 31 - 1;

/**
 * The time of the simulated service. Everything asynchronous runs on it, so that a test can hold it and move it and
 * never has to sleep. While it runs, real timers drive it. They never keep a process alive.
 */
export class SimulatorClock {
  #timers: Timer[] = [];
  #offset = 0;
  #heldAt: number | undefined;
  #realTimer: NodeJS.Timeout | undefined;
  #delays = 0;
  #abandoned = 0;

  constructor(options: { held: boolean; now?: number | undefined }) {
    const start = options.now ?? Date.now();
    this.#offset = start - Date.now();
    if (options.held) {
      this.#heldAt = start;
    }
  }

  /** Milliseconds since 1970 in the simulated service. */
  now(): number {
    return this.#heldAt ?? Date.now() + this.#offset;
  }

  /** The current time in the service's format. */
  iso(): string {
    return new Date(this.now()).toISOString();
  }

  get held(): boolean {
    return this.#heldAt !== undefined;
  }

  hold(): void {
    this.#heldAt ??= this.now();
    this.#drive();
  }

  resume(): void {
    if (this.#heldAt === undefined) {
      return;
    }
    this.#offset = this.#heldAt - Date.now();
    this.#heldAt = undefined;
    this.#drive();
  }

  /** Moves the time forward and runs everything that becomes due, in order, before it returns. */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) {
      throw new RangeError(`The clock moves forward only; got ${ms} ms.`);
    }
    const target = this.now() + ms;
    if (this.#heldAt !== undefined) {
      this.#runUntil(target);
      this.#heldAt = target;
    } else {
      this.#offset += ms;
      this.#runWhileRunning(target);
    }
  }

  /** Runs everything that is due now. With a settle time of 0 that is what a request has just started. */
  runDue(): void {
    if (this.#heldAt !== undefined) {
      this.#runUntil(this.#heldAt);
    } else {
      this.#runWhileRunning(this.now());
    }
  }

  /** Calls `run` at `due`; the returned function cancels it. */
  at(due: number, run: () => void): () => void {
    const timer = { due, run };
    this.#timers.splice(this.#positionAfter(due), 0, timer);
    this.#drive();
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index < 0) {
        return;
      }
      this.#timers.splice(index, 1);
      this.#drive();
    };
  }

  /** `asker` emits "close" when nobody waits for the answer any more. The requested operation still happens. */
  delay(ms: number, asker?: EventEmitter): Promise<void> {
    this.#delays += 1;
    let isAwaited = true;
    const left = (): void => {
      isAwaited = false;
      this.#delays -= 1;
      this.#abandoned += 1;
    };
    asker?.once("close", left);
    return new Promise((resolve) =>
      this.at(this.now() + ms, () => {
        asker?.off("close", left);
        if (isAwaited) {
          this.#delays -= 1;
        }
        resolve();
      }),
    );
  }

  /** How many delayed answers somebody is still waiting for. */
  get delays(): number {
    return this.#delays;
  }

  /** How many delayed answers the caller has given up on. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** When the next timer is due; undefined if nothing is planned. */
  get next(): number | undefined {
    return this.#timers[0]?.due;
  }

  /** Cancels all timers: nothing that was planned happens any more. */
  stop(): void {
    this.#timers = [];
    clearTimeout(this.#realTimer);
  }

  /** Each task sees the time at which it was due, even if the real timer came late. */
  #runWhileRunning(target: number): void {
    const first = this.#timers[0];
    if (first !== undefined && first.due <= target) {
      this.#heldAt = first.due;
      this.#runUntil(target);
      this.#heldAt = undefined;
    }
    this.#drive();
  }

  #runUntil(target: number): void {
    for (let first = this.#timers[0]; first !== undefined && first.due <= target; first = this.#timers[0]) {
      this.#timers.shift();
      this.#heldAt = Math.max(first.due, this.now());
      first.run();
    }
  }

  /** Timers of the same moment keep the order in which they were set. */
  #positionAfter(due: number): number {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const timer = this.#timers[middle];
      if (timer !== undefined && timer.due <= due) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  #drive(): void {
    clearTimeout(this.#realTimer);
    this.#realTimer = undefined;
    const first = this.#timers[0];
    if (first === undefined || this.held) {
      return;
    }
    const wait = Math.min(Math.max(first.due - this.now(), 0), longestRealTimer);
    this.#realTimer = setTimeout(() => this.runDue(), wait);
    this.#realTimer.unref();
  }
}
