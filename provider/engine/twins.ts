import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import type { Session } from "./session";
import { hostOf } from "./settle";

const NOBODY = "";

/**
 * Objects of the same identity that no resource of this run answers for: what a run that died has left, or what arrived
 * late. Nobody else would ever tell of them.
 */
function twinsOf(
  session: Session,
  kind: Kind,
  listed: Listing<object>,
  id: string,
  wanted: Bag,
  owner: string,
): string[] {
  return kind
    .matching(listed, wanted)
    .map(([other]) => other)
    .filter((other) => other !== id && session.claims.otherOwner(kind.object(other), owner) === undefined);
}

/** Warns of the twins of something that is there, from the list at hand. A failure would block the rest of the stack. */
export async function sayTwins(
  session: Session,
  kind: Kind,
  id: string,
  shown: Bag,
  owner: string,
): Promise<void> {
  const listed = await session.collection(kind, shown).known();
  for (const twin of twinsOf(session, kind, listed, id, shown, owner)) {
    session.sayOnce(
      `Warning: ${await labelOf(session, kind, shown)} (id ${id}) has a twin: another ${kind.spec.type} with the same ` +
        `${kind.identity(shown).join(", ")} (id ${twin}). Unless this run deletes that one, delete or rename one of them.`,
    );
  }
}

/** The same of something that nobody sees and is taken to be there: what took its place may be there as well. */
export async function sayTwinsOfUnseen(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  owner: string,
): Promise<void> {
  const shown = { ...state, ...kind.parts(id) };
  if (session.collection(kind, shown).isAtHand) {
    await sayTwins(session, kind, id, shown, owner);
  }
}

/** Names the twins that are left of something that was deleted: they still do what it did. */
export async function sayTwinsOf(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  const listed = await session.collection(kind, kind.parts(id)).known();
  const shown = { ...state, ...kind.parts(id) };
  // What took its place is the same resource's.
  for (const twin of twinsOf(session, kind, listed, id, shown, NOBODY)) {
    session.sayOnce(
      `Warning: ${await labelOf(session, kind, shown)} (id ${id}) was deleted, but a twin of it remains: another ${kind.spec.type} with the same ` +
        `${kind.identity(shown).join(", ")} (id ${twin}). Delete it by hand if it is not wanted either.`,
    );
  }
}

/** With the door. Where nobody can tell it, the warning comes all the same. */
async function labelOf(session: Session, kind: Kind, fields: Bag): Promise<string> {
  return kind.labelOn(fields, await hostOf(session, kind, fields).catch(() => undefined));
}
