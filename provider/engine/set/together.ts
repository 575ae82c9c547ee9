import type { Bag } from "../bag";
import type { Note } from "../check";
import { say } from "../say";
import type { SetKind } from "./members";

/** Prints a line that applies to many places only once. */
export function sayTogether(set: SetKind, fields: Bag, notes: readonly Note[]): void {
  const byText = new Map<string, Note[]>();
  notes.forEach((note) => byText.set(note.text, [...(byText.get(note.text) ?? []), note]));
  for (const [text, [first, ...others]] of byText) {
    const label =
      others.length === 0 ? first?.label : `${set.label(fields)} on ${others.length + 1} ${set.noun}s`;
    say(`${first?.isWarning === true ? "Warning: " : ""}${label ?? ""}${text}`);
  }
}
