import { type Bag, ownerOf } from "./bag";
import type { Kind } from "./kind";
import { say } from "./say";
import { earlierForms } from "./sent-forms";
import type { Session } from "./session";
import { hostOf } from "./settle";

/**
 * Holds back a move to another device if one of the two cannot confirm its part: the old object is deleted before the
 * new one is created, so the person could end up with neither door. Warns, and notes why. Pulumi is then asked for an
 * update instead of a replacement, and `refuseMove` makes the update fail.
 *
 * Any other change may take something away, from another person or with another code. That never waits.
 */
export async function holdBack(
  session: Session,
  kind: Kind,
  olds: Bag,
  wanted: Bag,
  changed: readonly string[],
  news: Bag,
): Promise<boolean> {
  session.notMoved.delete(ownerOf(news));
  const host = kind.spec.asynchronous?.host;
  const there = { ...olds, ...wanted };
  const isClear = earlierForms(kind, olds).length === 0;
  const isRead = session.settings.diff !== "state";
  if (host === undefined || host.keyFrom(olds) === host.keyFrom(there) || !isClear || !isRead) {
    return false;
  }
  // A fob is known by its name, so under another one it may be somebody else's.
  const isName = (field: string): boolean =>
    kind.alterable.includes(field) && !kind.identity(olds).includes(field);
  if (!changed.every((field) => field in kind.spec.id || isName(field))) {
    return false;
  }
  const from = await hostOf(session, kind, olds);
  const to = await hostOf(session, kind, there);
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
  const target = to?.name ?? host.keyFrom(there);
  const advice = isNewLost
    ? "To take the old one away now, remove the resource from the program."
    : `To create the new one now, put the old ${kind.spec.container?.noun ?? "place"} back, and declare the new one as a resource of its own.`;
  say(`Warning: ${label} will not be moved to ${target} yet: ${offline}.`);
  session.notMoved.set(
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
