import type { Clock } from "./clock";

export interface BreakerOptions {
  readonly clock: Clock;
  /** This many transport failures in a row … */
  readonly failures?: number;
  /** … over at least this time open it. One blip fails every request in flight at once, and retries fix that. */
  readonly overMs?: number;
  /** How long it stays open before one request may try again. */
  readonly pauseMs?: number;
}

/** Whether a request that was let through reached the service. */
export type Reached = "answered" | "failed" | "unknown";

/** After several transport failures in a row, further requests fail at once instead of each waiting for its time-outs. */
export class Breaker {
  readonly #clock: Clock;
  readonly #failuresToOpen: number;
  readonly #overMs: number;
  readonly #pauseMs: number;
  #failures = 0;
  #rowBegan = 0;
  #openUntil: number | undefined;
  #trial = false;
  #lastFailure = "";

  constructor({ clock, failures = 5, overMs = 5_000, pauseMs = 10_000 }: BreakerOptions) {
    this.#clock = clock;
    this.#failuresToOpen = failures;
    this.#overMs = overMs;
    this.#pauseMs = pauseMs;
  }

  /** Why nothing may be sent now, or undefined if sending is allowed. Does not start a trial. */
  refusal(): string | undefined {
    if (this.#openUntil === undefined) {
      return undefined;
    }
    if (this.#clock.now() >= this.#openUntil && !this.#trial) {
      return undefined;
    }
    return `requests no longer reach the service (the last one: ${this.#lastFailure}), so nothing is sent for now`;
  }

  /** Asks to send one request. Returns a refusal as a string, or a function that must be told how the request ended. */
  enter(): string | ((reached: Reached, why?: string) => void) {
    const refusal = this.refusal();
    if (refusal !== undefined) {
      return refusal;
    }
    const isTrial = this.#openUntil !== undefined;
    if (isTrial) {
      this.#trial = true;
    }
    return (reached, why = "unknown") => {
      if (isTrial) {
        this.#trial = false;
      }
      if (reached === "answered") {
        this.#close();
      } else if (reached === "failed") {
        this.#fail(why);
      }
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
  }

  #fail(why: string): void {
    const now = this.#clock.now();
    if (this.#failures === 0) {
      this.#rowBegan = now;
    }
    this.#failures += 1;
    this.#lastFailure = why;
    if (this.#failures >= this.#failuresToOpen && now - this.#rowBegan >= this.#overMs) {
      this.#openUntil = now + this.#pauseMs;
    }
  }
}
