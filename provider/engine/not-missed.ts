import { type Bag, pick } from "./bag";
import { equal } from "./equal";
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
  // What is to be somewhere else by now is missed there.
  const place = pick(wanted, Object.keys(kind.spec.id));
  const isMoved = Object.keys(place).some((part) => !equal(place[part], state[part]));
  const goneWith = isMoved ? undefined : gone.with;
  return kind.spec.notMissed?.({ ...state, ...wanted }, session.api.serviceTime(), goneWith);
}
