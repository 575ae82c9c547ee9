import { steeringFields } from "../kind/steering";
import { type PreviewLine, willCreate } from "../lifecycle/foretell-creation";
import { type Change, tellAlready, tellChange, tellCreation } from "../lifecycle/plan";
import { say } from "../messages/lines";
import { manyOf } from "../messages/names";
import { type Bag, ownerOf, pick } from "../values/bag";
import { canonical } from "../values/equality";
import { UNKNOWN } from "../values/unknown";
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
  outcome: "changed" | "replaced",
  /** What the first line is about. By default the set itself, so that its replacement is not told as something new. */
  first = ownerOf(news),
): Promise<void> {
  const groups = new Map<
    string,
    { readonly change: Change; readonly isCreated: boolean; readonly ids: string[] }
  >();
  for (const [place, change] of changes) {
    if (change.changed.length > 0) {
      const isCreated =
        outcome === "replaced" &&
        (place === UNKNOWN || (await willCreate(set.member, set.inputsAt(place, news))));
      const key = canonical([isCreated, inWords(set, change)]);
      groups.set(key, { change, isCreated, ids: [...(groups.get(key)?.ids ?? []), place] });
    }
  }
  let about = first;
  for (const { change, isCreated, ids } of groups.values()) {
    const places = { field: set.spec.places.of, ids };
    const replacement = outcome === "replaced" ? { isCreated } : undefined;
    await tellChange(set.member, news, change, replacement, places, about);
    about = `${first} after ${ids.join()}`;
  }
}

/** What an object of a set has as declared by now, and the state that says otherwise. */
export interface Already {
  readonly fields: readonly string[];
  readonly state: Bag;
}

/** Prints which objects are as declared by now: one line for all places of which the state says the same. */
export async function tellAllAlready(
  set: BoundSet,
  news: Bag,
  all: ReadonlyMap<string, Already>,
): Promise<void> {
  const groups = new Map<string, Already & { readonly places: string[] }>();
  for (const [place, already] of all) {
    const key = canonical([already.fields, pick(already.state, already.fields)]);
    groups.set(key, { ...already, places: [...(groups.get(key)?.places ?? []), place] });
  }
  for (const { fields, state, places } of groups.values()) {
    const named = await placeNames(set, places, news);
    const label = `${set.label(news)} on ${manyOf([...named.values()])}`;
    await tellAlready(set.member, label, news, fields, state, `${ownerOf(news)} on ${places.join()}`);
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
