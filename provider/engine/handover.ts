import type { Match } from "./adopt";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Session } from "./session";
import { settleTimeoutMs } from "./settle-timeout";

/** An object with the wanted identity that another resource of this run answers for. */
export function heldByOthers(
  session: Session,
  kind: Kind,
  owner: string,
  matches: readonly Match[],
): { readonly id: string; readonly owner: string } | undefined {
  for (const { id } of matches) {
    const other = session.claims.otherOwner(kind.object(id), owner);
    if (other !== undefined) {
      return { id, owner: other };
    }
  }
  return undefined;
}

/**
 * What another resource leaves in this run goes only when everything is made, so to wait for that would be in vain. Where the
 * service has two of them, it stands in nobody's way.
 */
export function withoutLeft(
  session: Session,
  kind: Kind,
  owner: string,
  wanted: Bag,
  found: readonly Match[],
): { readonly matches: readonly Match[]; readonly left: ReadonlySet<string> } {
  const canBeTwo = kind.spec.duplicates?.(wanted) === true;
  const left = new Set(
    found
      .map(({ id }) => id)
      .filter((id) => canBeTwo && session.claims.isLeftByAnother(kind.object(id), owner)),
  );
  return { matches: found.filter(({ id }) => !left.has(id)), left };
}

/** Waits until an object that is about to change or go no longer has the wanted identity. */
export async function isFreed(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  id: string,
): Promise<boolean> {
  if (await session.claims.waitForDeletion(kind.object(id))) {
    return true;
  }
  const timeoutMs = settleTimeoutMs(session, inputs);
  const freed = await session.waitFor(session.collection(kind, wanted), timeoutMs, (listed) => {
    const live = listed.get(id);
    return live === undefined || !kind.isMatch(wanted, kind.show(live)) ? true : undefined;
  });
  return freed === true;
}
