import { BusyError } from "../http";
import type { Bag } from "./bag";
import { isOutcomeOpen } from "./lost-answer";
import type { Session } from "./session";
import { settleTimeoutMs } from "./settle-timeout";

const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5_000;
const GROWTH = 1.5;

/** How long a write is tried again, and when. */
export class Patience {
  readonly #session: Session;
  /** A busy device gets the time that it may take to settle, a service in trouble the time of one operation. */
  readonly #busyUntil: number;
  readonly #troubleUntil: number;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(session: Session, inputs: Bag) {
    const now = session.clock.now();
    this.#session = session;
    this.#busyUntil = now + settleTimeoutMs(session, inputs);
    this.#troubleUntil = now + session.settings.timeout * 1000;
  }

  /** What is left of the time that a busy device has. */
  get restMs(): number {
    return Math.max(0, this.#busyUntil - this.#session.clock.now());
  }

  /** Whether a write may be sent again that was refused by a busy device, or of which nobody knows what became. */
  allows(error: unknown): boolean {
    const now = this.#session.clock.now();
    return (
      (error instanceof BusyError && now < this.#busyUntil) ||
      (isOutcomeOpen(error) && now < this.#troubleUntil)
    );
  }

  /** A list may not show yet what the service says is under way, and one in trouble is not helped by haste. */
  async pause(): Promise<void> {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * GROWTH, LAST_PAUSE_MS);
    await new Promise<void>((resolve) => this.#session.clock.after(pauseMs, resolve));
  }
}
