import { say } from "../messages/lines";
import { earlierForms } from "../pending/sent-forms";
import type { BoundKind } from "../run/bound-kind";
import type { Session } from "../run/session";
import { type Bag, ownerOf } from "../values/bag";

/**
 * Holds back a move to another device if one of the two cannot confirm its part: the old object is deleted before the
 * new one is created, so the person could end up with neither door. Warns, and notes why. Pulumi is then asked for an
 * update instead of a replacement, and `refuseMove` makes the update fail.
 *
 * Any other change may take something away, from another person or with another code. That never waits.
 */
export async function holdBack(
  kind: BoundKind,
  olds: Bag,
  wanted: Bag,
  changed: readonly string[],
  news: Bag,
): Promise<boolean> {
  kind.session.notMoved.delete(ownerOf(news));
  const there = { ...olds, ...wanted };
  const isClear = earlierForms(kind, olds).length === 0;
  const isRead = kind.session.settings.diff !== "state";
  const isOnDevice = kind.spec.parent?.device !== undefined;
  if (!isOnDevice || kind.parentOf(olds) === kind.parentOf(there) || !isClear || !isRead) {
    return false;
  }
  // A fob is known by its name, so under another one it may be somebody else's.
  const isName = (field: string): boolean =>
    kind.alterable.includes(field) && !kind.identity(olds).includes(field);
  if (!changed.every((field) => field in kind.spec.id || isName(field))) {
    return false;
  }
  const from = await kind.deviceOf(olds);
  const to = await kind.deviceOf(there);
  const isNewLost = to?.online === false && news["waitFor"] !== "accepted";
  const isOldStuck = from?.online === false && olds["waitFor"] !== "accepted";
  const offline = [
    ...(isNewLost ? [`${to.name} is offline and could not confirm the new one`] : []),
    ...(isOldStuck ? [`${from.name} is offline and could not confirm that the old one is gone`] : []),
  ].join(", and ");
  if (offline === "") {
    return false;
  }
  const label = kind.labelOn(olds, from);
  const target = to?.name ?? kind.parentOf(there);
  const advice = isNewLost
    ? "To take the old one away now, remove the resource from the program."
    : `To create the new one now, put the old ${kind.spec.parent.noun} back, and declare the new one as a resource of its own.`;
  say(`Warning: ${label} will not be moved to ${target} yet: ${offline}.`);
  kind.session.notMoved.set(
    ownerOf(news),
    `${label} was not moved to ${target}: ${offline}. Nothing was sent, and it stays as it is. Run again later. ${advice}`,
  );
  return true;
}

/** Fails if the update stands for a move that has to wait. */
export function refuseMove(session: Session, owner: string): void {
  const why = session.notMoved.get(owner);
  if (why !== undefined) {
    throw new Error(why);
  }
}
