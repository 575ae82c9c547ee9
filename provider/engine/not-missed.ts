import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Located } from "./located";
import type { Session } from "./session";

/**
 * Why an object that is gone is not created again; undefined if it is missed. What is wanted of it now decides, not
 * what it was.
 */
export function whyNotMissed(
  session: Session,
  kind: Kind,
  gone: Extract<Located, { is: "gone" }>,
  state: Bag,
  wanted: Bag,
): string | undefined {
  const container = kind.spec.container;
  const now = { ...state, ...wanted };
  // What is to be somewhere else by now is missed there.
  const isMoved = container !== undefined && container.keyFrom(now) !== container.keyFrom(state);
  return kind.spec.notMissed?.(now, session.api.serviceTime(), isMoved ? undefined : gone.with);
}
