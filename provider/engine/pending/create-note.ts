import type { JournalEntry } from "../journal/journal";
import { inNumbers } from "../kind/field-facts";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";

/** The note of a create. Only for kinds where sending a create twice makes two objects. */
export async function entryOfCreate(kind: BoundKind, wanted: Bag): Promise<JournalEntry | undefined> {
  if (kind.isUnique(wanted)) {
    return undefined;
  }
  const place = [kind.session.settings.baseUrl, await kind.session.account(), kind.spec.type];
  const named = (form: Bag): unknown[] => [...place, kind.identity(wanted).map((field) => form[field])];
  const numbered = inNumbers(kind.spec, wanted);
  return kind.session.journalEntry(named(wanted), numbered && named(numbered));
}

/** Removes the note once what was sent is found or proven missing. No run has to wait for it any more. */
export async function forgetCreate(kind: BoundKind, wanted: Bag): Promise<void> {
  await (await entryOfCreate(kind, wanted))?.forget();
}
