import { unlessMistaken } from "../lists/absence";
import { type Bag } from "../values/bag";
import type { BoundSet } from "./members";

/**
 * A program may declare a set for all locks of a list. If that list lacks a lock that is still there, the set would be taken
 * off its door by mistake. So a place that leaves is refused if this run's list lacks it as well, and a read by its id
 * shows it.
 */
export async function refuseHiddenPlaces(
  set: BoundSet,
  news: Bag,
  leaving: readonly string[],
): Promise<void> {
  const { parent } = set.member.spec;
  if (parent === undefined || leaving.length === 0) {
    return;
  }
  const view = set.session.collection(parent.kind, {});
  const listed = await view.known().catch(unlessMistaken);
  for (const place of leaving) {
    const key = set.member.parentOf(set.inputsAt(place, news));
    if (key === undefined || listed === undefined || listed.has(key)) {
      continue;
    }
    const live = await view.readAgain(key).catch(unlessMistaken);
    if (live !== undefined) {
      const { name } = live as Bag;
      throw new Error(
        `${set.label(news)} is to leave ${typeof name === "string" ? name : parent.noun} (${key}), but the service's list lacks that ${parent.noun} ` +
          `now, although a read by its id shows it. A program that takes its ${parent.noun}s from that list gets too few. Nothing was changed. Run again later.`,
      );
    }
  }
}
