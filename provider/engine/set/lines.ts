import { steeringFields } from "../kind/steering";
import type { PreviewLine } from "../lifecycle/foretell-creation";
import { type Change, tellChange, tellCreation } from "../lifecycle/plan";
import { say } from "../messages/lines";
import { type Bag, ownerOf } from "../values/bag";
import { canonical } from "../values/equality";
import type { BoundSet, SetKind } from "./members";
import { placeName } from "./naming";

/**
 * Prints what the program changes in the objects of a set: one line for all places where the same was before. Somebody
 * may have changed it at some of them.
 */
export async function tellChanges(
  set: BoundSet,
  news: Bag,
  changes: ReadonlyMap<string, Change>,
  isReplaced: boolean,
  /** What the first line is about. By default the set itself, so that its replacement is not told as something new. */
  first = ownerOf(news),
): Promise<void> {
  const groups = new Map<string, { readonly change: Change; readonly ids: string[] }>();
  for (const [place, change] of changes) {
    if (change.changed.length > 0) {
      const key = inWords(set, change);
      groups.set(key, { change, ids: [...(groups.get(key)?.ids ?? []), place] });
    }
  }
  let about = first;
  for (const { change, ids } of groups.values()) {
    const places = { field: set.spec.places.of, ids };
    await tellChange(set.member, news, change, isReplaced, places, about);
    about = `${first} after ${ids.join()}`;
  }
}

/** Prints that objects of a set will be created at new places, or again where they are gone. */
export async function tellAlso(
  set: BoundSet,
  news: Bag,
  places: readonly string[],
  why: "also" | "again",
): Promise<void> {
  if (places.length > 0) {
    const wanted = set.member.wanted(set.inputsAt("0", news));
    const about = `${ownerOf(news)} ${why}`;
    await tellCreation(set.member, news, wanted, { field: set.spec.places.of, ids: places }, about);
  }
}

/** All that a line about the change says, except for the place. */
function inWords({ member, spec }: SetKind, { was, changed }: Change): string {
  const unsaid = [spec.places.of, ...steeringFields];
  const fields = Object.keys(member.spec.inputs.shape).filter((field) => !unsaid.includes(field));
  return canonical([changed, fields.map((field) => member.words(field, was[field]))]);
}

/** Prints a line that applies to many places only once. */
export function sayTogether(set: SetKind, fields: Bag, notes: readonly PreviewLine[]): void {
  const byText = new Map<string, PreviewLine[]>();
  notes.forEach((note) => byText.set(note.text, [...(byText.get(note.text) ?? []), note]));
  for (const [text, [first, ...others]] of byText) {
    const label =
      others.length === 0 ? first?.label : `${set.label(fields)} on ${others.length + 1} ${set.noun}s`;
    say(`${first?.isWarning === true ? "Warning: " : ""}${label ?? ""}${text}`);
  }
}

/** `Front door (17179869185)` for each place, by place. Without the name if the token may not read it. */
export async function placeNames(
  set: BoundSet,
  places: readonly string[],
  inputs: Bag,
): Promise<ReadonlyMap<string, string>> {
  const named = places.map(async (place) => {
    const device = await set.member.deviceOf(set.inputsAt(place, inputs)).catch(() => undefined);
    return [place, device === undefined ? placeName(set.spec, place) : `${device.name} (${place})`] as const;
  });
  return new Map(await Promise.all(named));
}
