import { BusyError } from "../../http";
import { MAX_SETTLE_SECONDS } from "../kind/steering";
import type { Session } from "../run/session";
import type { Bag } from "../values/bag";
import { isOutcomeOpen } from "../writes/lost-answer";

const FIRST_PAUSE_MS = 200;

const LAST_PAUSE_MS = 5_000;

const GROWTH = 1.5;

/** How long a write is retried, and when. */
export class Patience {
  readonly #session: Session;
  /** A busy device gets the time that it may take to settle. A service in trouble gets the time of one operation. */
  readonly #busyUntil: number;
  readonly #troubleUntil: number;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(session: Session, inputs: Bag) {
    const now = session.clock.now();
    this.#session = session;
    this.#busyUntil = now + settleTimeoutMs(session, inputs);
    this.#troubleUntil = now + session.settings.timeout * 1000;
  }

  /** The time that a busy device has left. */
  get restMs(): number {
    return Math.max(0, this.#busyUntil - this.#session.clock.now());
  }

  /** Whether a write may be sent again that a busy device refused, or whose outcome is unknown. */
  allows(error: unknown): boolean {
    const now = this.#session.clock.now();
    return (
      (error instanceof BusyError && now < this.#busyUntil) ||
      (isOutcomeOpen(error) && now < this.#troubleUntil)
    );
  }

  /**
   * Waits before the next try. A list may not show yet what the service says is in progress, and haste does not help a
   * service in trouble.
   */
  async pause(mostMs = LAST_PAUSE_MS): Promise<void> {
    const pauseMs = Math.min(this.#pauseMs, mostMs);
    this.#pauseMs = Math.min(this.#pauseMs * GROWTH, LAST_PAUSE_MS);
    await new Promise<void>((resolve) => this.#session.clock.after(pauseMs, resolve));
  }
}

/** How long a resource waits for the service to do what it accepted. A state may contain any number, so it is limited here. */
export function settleTimeoutMs(session: Session, inputs: Bag): number {
  const own = inputs["settleTimeout"];
  const seconds = typeof own === "number" && own > 0 ? own : session.settings.settleTimeout;
  return Math.min(seconds, MAX_SETTLE_SECONDS) * 1000;
}
