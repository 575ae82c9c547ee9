import type { Bag } from "./bag";
import type { Session } from "./session";
import { MAX_SETTLE_SECONDS } from "./steering";

/** How long a resource waits for the service to do what it accepted. A state may contain any number, so it is limited here. */
export function settleTimeoutMs(session: Session, inputs: Bag): number {
  const own = inputs["settleTimeout"];
  const seconds = typeof own === "number" && own > 0 ? own : session.settings.settleTimeout;
  return Math.min(seconds, MAX_SETTLE_SECONDS) * 1000;
}
