import { momentInWords } from "../../http";
import type { JournalEntry } from "../journal/journal";
import type { BoundKind } from "../run/bound-kind";
import type { Session } from "../run/session";
import { type Bag, hidden } from "../values/bag";

/** If a list lacks an object younger than this, the object counts as "not yet", because lists lag behind writes. */
const YOUNG_MS = 10 * 60 * 1000;

/** Until when the object is young, by the service's clock; undefined if it is not, or if nobody knows its age. */
function youngUntil(session: Session, state: Bag): number | undefined {
  const created = state["creationDate"] ?? state[hidden.madeAt];
  const until = typeof created === "string" ? Date.parse(created) + YOUNG_MS : NaN;
  return session.api.serviceTime() < until ? until : undefined;
}

/** Whether the object is so young that an answer without it may only be late. */
export function isYoung(session: Session, state: Bag): boolean {
  return youngUntil(session, state) !== undefined;
}

/**
 * Until when lists that lack the object may only be late: it is young, only lists tell about it, and no run of ours has
 * deleted it. Undefined if they are not late.
 */
export async function lateUntil(kind: BoundKind, id: string, state: Bag): Promise<string | undefined> {
  const until = isProvable(kind, id) ? undefined : youngUntil(kind.session, state);
  if (until === undefined || (await (await entryOfDelete(kind, id)).read()) !== undefined) {
    return undefined;
  }
  return momentInWords(until);
}

/**
 * Writes a note before a young object is deleted, if only lists tell about it. If the run then dies, the state still has
 * the object, and without the note the next run would assume that the lists are late.
 */
export async function journalDelete(kind: BoundKind, id: string, state: Bag): Promise<void> {
  const until = isProvable(kind, id) ? undefined : youngUntil(kind.session, state);
  if (until === undefined) {
    return;
  }
  const entry = await entryOfDelete(kind, id);
  // Taking access away must not fail because a note could not be written.
  await entry.write().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    kind.session.sayOnce(
      `Warning: no note could be written before a delete, which is sent anyway: if this run dies now, the next one may assume until ` +
        `${momentInWords(until)} that it still exists. ${why}`,
    );
  });
}

function isProvable(kind: BoundKind, id: string): boolean {
  return kind.collection(kind.parts(id)).collection.isProvable;
}

async function entryOfDelete(kind: BoundKind, id: string): Promise<JournalEntry> {
  return kind.session.journalEntry([
    kind.session.settings.baseUrl,
    await kind.session.account(),
    "delete",
    kind.object(id),
  ]);
}
