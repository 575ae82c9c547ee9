import type { Bag } from "./bag";
import type { Session } from "./session";

/** How long a resource lets the service take, once it has accepted something. */
export function settleTimeoutMs(session: Session, inputs: Bag): number {
  const own = inputs["settleTimeout"];
  return (typeof own === "number" ? own : session.settings.settleTimeout) * 1000;
}
