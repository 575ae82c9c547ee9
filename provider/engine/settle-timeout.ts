import type { Bag } from "./bag";
import type { Session } from "./session";
import { MAX_SETTLE_SECONDS } from "./steering";

/** How long a resource lets the service take, once it has accepted something. A state may hold any number. */
export function settleTimeoutMs(session: Session, inputs: Bag): number {
  const own = inputs["settleTimeout"];
  const seconds = typeof own === "number" && own > 0 ? own : session.settings.settleTimeout;
  return Math.min(seconds, MAX_SETTLE_SECONDS) * 1000;
}
