import { type Access, pairKey, wayIn } from "../access/access";
import { personInWords } from "../access/people";
import { grouped } from "../grouped";
import { inOrder } from "../in-order";

/** How somebody can open a lock before and afterwards. */
export interface Difference {
  readonly who: string;
  readonly lock: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What one person loses and gets on one lock. */
export interface Change {
  readonly lost: readonly Access[];
  readonly got: readonly Access[];
}

/** One for each person and lock where the ways in are not the same. */
export function changesBetween(before: readonly Access[], after: readonly Access[]): Change[] {
  const [was, is] = [grouped(before, pairKey), grouped(after, pairKey)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((pair) => {
      const [had, has] = [was.get(pair) ?? [], is.get(pair) ?? []];
      return { lost: without(had, has), got: without(has, had) };
    })
    .filter(({ lost, got }) => lost.length > 0 || got.length > 0);
}

export function differencesBetween(before: readonly Access[], after: readonly Access[]): Difference[] {
  const [was, is] = [grouped(before, pairKey), grouped(after, pairKey)];
  return changesBetween(before, after)
    .flatMap(({ lost, got }): Difference[] => {
      const [one] = [...lost, ...got];
      if (one === undefined) {
        return [];
      }
      const waysIn = (all: ReadonlyMap<string, Access[]>): string[] =>
        (all.get(pairKey(one)) ?? []).map(wayIn).sort();
      return [
        { who: personInWords(one.person), lock: one.lock.name, before: waysIn(was), after: waysIn(is) },
      ];
    })
    .sort((left, right) => inOrder(left.who, right.who) || inOrder(left.lock, right.lock));
}

/** Without one for each that is the same in words. */
function without(all: readonly Access[], others: readonly Access[]): Access[] {
  const left = others.map(wayIn);
  return all.filter((access) => {
    const index = left.indexOf(wayIn(access));
    if (index !== -1) {
      left.splice(index, 1);
    }
    return index === -1;
  });
}
