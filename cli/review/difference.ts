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

/** The ways in that one person has to one lock, and what of them is lost and got. */
export interface Change {
  readonly before: readonly Access[];
  readonly after: readonly Access[];
  readonly lost: readonly Access[];
  readonly got: readonly Access[];
}

/** One for each person and lock where the ways in are not the same. */
export function changesBetween(before: readonly Access[], after: readonly Access[]): Change[] {
  const [was, is] = [grouped(before, pairKey), grouped(after, pairKey)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((pair) => {
      const [had, has] = [was.get(pair) ?? [], is.get(pair) ?? []];
      return { before: had, after: has, lost: without(had, has), got: without(has, had) };
    })
    .filter(({ lost, got }) => lost.length > 0 || got.length > 0);
}

export function differencesBetween(before: readonly Access[], after: readonly Access[]): Difference[] {
  return changesBetween(before, after)
    .map((change) => {
      const [{ person, lock }] = [...change.before, ...change.after] as [Access, ...Access[]];
      const [was, is] = [change.before, change.after].map((all) => all.map(wayIn).sort()) as [
        string[],
        string[],
      ];
      return { who: personInWords(person), lock: lock.name, before: was, after: is };
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
