import { type Bag, hidden } from "./bag";
import type { Intent } from "./intent";
import type { Kind } from "./kind";
import type { Session } from "./session";

/** If a list lacks an object younger than this, the object counts as "not yet", because lists lag behind writes. */
const YOUNG_MS = 10 * 60 * 1000;

function isYoung(session: Session, state: Bag): boolean {
  const created = state["creationDate"] ?? state[hidden.madeAt];
  return typeof created === "string" && session.api.serviceTime() - Date.parse(created) < YOUNG_MS;
}

/** Whether the lists that lack the object may only be late: it is young, and no run of ours has deleted it. */
export async function isNotYet(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  return isYoung(session, state) && (await (await departureOf(session, kind, id)).left()) === undefined;
}

/**
 * Writes a note before a young object is deleted. If the run then dies, the state still has the object, and without the
 * note the next run would assume that the lists are late.
 */
export async function noteDeparture(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  if (!isYoung(session, state)) {
    return;
  }
  const departure = await departureOf(session, kind, id);
  // Taking access away must not fail because a note could not be written.
  await departure.note().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    session.sayOnce(
      `Warning: no note could be made before a delete, which is sent all the same: a run after one that dies now may take what is ` +
        `deleted to be there for ten minutes. ${why}`,
    );
  });
}

async function departureOf(session: Session, kind: Kind, id: string): Promise<Intent> {
  return session.intent([session.settings.baseUrl, await session.account(), "delete", kind.object(id)]);
}
