import { requireAccount } from "./account";
import type { Bag } from "./bag";
import { isNotYet } from "./departure";
import type { Kind } from "./kind";
import type { Session } from "./session";

export type Located =
  | { readonly is: "there"; readonly live: object }
  | { readonly is: "not yet" }
  /** Proven; `with` names what it was part of, if that is gone too. */
  | { readonly is: "gone"; readonly with?: string };

/**
 * Finds the object of a state by the service's id. Gone is proven, never guessed: the account must be the
 * one of the state, and the id must be missing in two complete lists, the second asked for on purpose.
 */
export async function locate(session: Session, kind: Kind, id: string, state: Bag): Promise<Located> {
  const parts = kind.parts(id);
  const { container, listedBy } = kind.spec;
  // A list of something that is gone cannot be asked for.
  if (listedBy !== undefined && (await isContainerGone(session, kind, parts, state))) {
    return (await isNotYet(session, kind, id, state))
      ? { is: "not yet" }
      : { is: "gone", with: container?.noun ?? "" };
  }
  const collection = session.collection(kind, parts);
  const known = (await collection.known()).get(id);
  if (known !== undefined) {
    await requireAccount(session, kind, id, state, known);
    return { is: "there", live: known };
  }
  await requireAccount(session, kind, id, state, undefined);
  if (!(await collection.isMissing(id))) {
    return locate(session, kind, id, state);
  }
  if (await isNotYet(session, kind, id, state)) {
    return { is: "not yet" };
  }
  return listedBy === undefined && (await isContainerGone(session, kind, parts, state))
    ? { is: "gone", with: container?.noun ?? "" }
    : { is: "gone" };
}

/** Whether what the object was part of is proven to be gone. */
export async function isContainerGone(
  session: Session,
  kind: Kind,
  parts: Bag,
  state: Bag,
): Promise<boolean> {
  const { container } = kind.spec;
  if (container === undefined) {
    return false;
  }
  const gone = await container.collection(session).isMissing(container.keyFrom(parts));
  if (gone) {
    await requireAccount(session, kind, Object.values(parts).join("/"), state, undefined);
  }
  return gone;
}
