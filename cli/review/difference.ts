import { type Access, pairKey, wayIn } from "../access/access";
import { inOrder } from "../access/in-order";
import { personInWords } from "../access/people";

/** How somebody can open a lock before and afterwards. */
export interface Difference {
  readonly who: string;
  readonly lock: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export function differencesBetween(before: readonly Access[], after: readonly Access[]): Difference[] {
  const pairs = new Map<string, { who: string; lock: string; before: string[]; after: string[] }>();
  const pairOf = (access: Access) => {
    const key = pairKey(access);
    const pair = pairs.get(key) ?? {
      who: personInWords(access.person),
      lock: access.lock.name,
      before: [],
      after: [],
    };
    pairs.set(key, pair);
    return pair;
  };
  before.forEach((access) => pairOf(access).before.push(wayIn(access)));
  after.forEach((access) => pairOf(access).after.push(wayIn(access)));
  return [...pairs.values()]
    .map((pair) => ({ ...pair, before: pair.before.sort(), after: pair.after.sort() }))
    .filter((pair) => pair.before.join("\n") !== pair.after.join("\n"))
    .sort((left, right) => inOrder(left.who, right.who) || inOrder(left.lock, right.lock));
}
