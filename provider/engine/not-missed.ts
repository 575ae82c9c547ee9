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
  return kind.spec.notMissed?.({ ...state, ...wanted }, session.api.serviceTime(), gone.with);
}
