import { type Bag, ownerOf } from "../bag";
import { canonical } from "../equal";
import { type Change, tellChange, tellCreation } from "../plan";
import type { Session } from "../session";
import { steeringFields } from "../steering";
import type { SetKind } from "./members";

/**
 * Prints what the program changes in the objects of a set: one line for all places where the same was before. Somebody
 * may have changed it at some of them.
 */
export async function tellChanges(
  session: Session,
  set: SetKind,
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
    await tellChange(session, set.member, news, change, isReplaced, places, about);
    about = `${first} after ${ids.join()}`;
  }
}

/** Prints that objects of a set will be created at new places, or again where they are gone. */
export async function tellAlso(
  session: Session,
  set: SetKind,
  news: Bag,
  places: readonly string[],
  why: "also" | "again",
): Promise<void> {
  if (places.length > 0) {
    const wanted = set.member.wanted(set.inputsAt("0", news));
    const about = `${ownerOf(news)} ${why}`;
    await tellCreation(session, set.member, news, wanted, { field: set.spec.places.of, ids: places }, about);
  }
}

/** All that a line about the change says, except for the place. */
function inWords({ member, spec }: SetKind, { was, changed }: Change): string {
  const unsaid = [spec.places.of, ...steeringFields];
  const fields = Object.keys(member.spec.inputs.shape).filter((field) => !unsaid.includes(field));
  return canonical([changed, fields.map((field) => member.words(field, was[field]))]);
}
