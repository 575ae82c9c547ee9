import { type Bag, ownerOf } from "./bag";
import type { Kind } from "./kind";
import { say } from "./say";
import type { Session } from "./session";
import { hostOf } from "./settle";

/**
 * Whether an object that is to move to another device has to wait. The old one is deleted before the new one is created,
 * so if one of the devices cannot confirm its part, the person would end up with neither door. Says so. Pulumi is then
 * asked for an update instead of a replacement, and the update fails with these words.
 */
export async function isHeldBack(
  session: Session,
  kind: Kind,
  olds: Bag,
  wanted: Bag,
  news: Bag,
): Promise<boolean> {
  const host = kind.spec.asynchronous?.host;
  const there = { ...olds, ...wanted };
  if (host === undefined || host.keyFrom(olds) === host.keyFrom(there)) {
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
    : "To create the new one first, set deleteBeforeReplace: false in its options.";
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
