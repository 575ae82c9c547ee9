import { settleTimeoutMs } from "../looking/patience";
import type { BoundKind } from "../run/bound-kind";
import { circleError } from "../run/conflicts";
import { type Bag, ownerOf } from "../values/bag";
import type { Match } from "./adoption";

/** An object with the wanted identity that belongs to another resource of this run. */
export function heldByOthers(
  kind: BoundKind,
  owner: string,
  matches: readonly Match[],
): (Match & { readonly owner: string }) | undefined {
  for (const match of matches) {
    const other = kind.session.claims.otherOwner(kind.object(match.id), owner);
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
  kind: BoundKind,
  owner: string,
  wanted: Bag,
  found: readonly Match[],
): { readonly matches: readonly Match[]; readonly left: ReadonlySet<string> } {
  const canBeTwo = !kind.isUnique(wanted);
  const left = new Set(
    found
      .map(({ id }) => id)
      .filter((id) => canBeTwo && kind.session.claims.isLeftByAnother(kind.object(id), owner)),
  );
  return { matches: found.filter(({ id }) => !left.has(id)), left };
}

/**
 * Waits until an object that is about to be changed or deleted no longer has the wanted identity. Without a preview,
 * only the comparison of the other one, which comes later, may show that both wait for each other.
 */
export async function awaitFreed(kind: BoundKind, inputs: Bag, wanted: Bag, id: string): Promise<boolean> {
  if (await kind.session.claims.waitForDeletion(kind.object(id))) {
    return true;
  }
  const timeoutMs = settleTimeoutMs(kind.session, inputs);
  const ended = await kind.session.waitFor(kind.collection(wanted), timeoutMs, (listed) => {
    const live = listed.get(id);
    const isFree = live === undefined || !kind.isMatch(wanted, kind.show(live));
    return isFree ? "free" : kind.session.moves.circleOf(ownerOf(inputs));
  });
  if (typeof ended === "object") {
    throw circleError(ended);
  }
  return ended === "free";
}
