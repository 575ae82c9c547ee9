import type { Match } from "./adopt";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Session } from "./session";
import { settleTimeoutMs } from "./settle-timeout";

/** An object with the wanted identity that belongs to another resource of this run. */
export function heldByOthers(
  session: Session,
  kind: Kind,
  owner: string,
  matches: readonly Match[],
): (Match & { readonly owner: string }) | undefined {
  for (const match of matches) {
    const other = session.claims.otherOwner(kind.object(match.id), owner);
    if (other !== undefined) {
      return { ...match, owner: other };
    }
  }
  return undefined;
}

/**
 * An object that another resource gives up in this run is deleted only after everything is created, so there is no
 * point in waiting for it. If the service allows two of them, it is not in the way.
 */
export function withoutLeft(
  session: Session,
  kind: Kind,
  owner: string,
  wanted: Bag,
  found: readonly Match[],
): { readonly matches: readonly Match[]; readonly left: ReadonlySet<string> } {
  const canBeTwo = !kind.isUnique(wanted);
  const left = new Set(
    found
      .map(({ id }) => id)
      .filter((id) => canBeTwo && session.claims.isLeftByAnother(kind.object(id), owner)),
  );
  return { matches: found.filter(({ id }) => !left.has(id)), left };
}

/** Why an existing object is not adopted: it is the one that is being replaced. Undefined if it is another one. */
export function whyInItsOwnWay(
  session: Session,
  kind: Kind,
  owner: string,
  wanted: Bag,
  id: string,
): string | undefined {
  return session.claims.isLeftBy(kind.object(id), owner)
    ? `the one that it replaces (id ${id}) has the same ${kind.identity(wanted).join(", ")}, and would be deleted only afterwards. ` +
        "Leave out deleteBeforeReplace: false for this change."
    : undefined;
}

/** Waits until an object that is about to be changed or deleted no longer has the wanted identity. */
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
