import { type Access, pairKey, wayIn } from "../access/access";
import type { Aftermath } from "../review/aftermath";
import type { Mark } from "./form";

export interface Change {
  readonly mark: Mark;
  /** How this person could open this lock before. */
  readonly was?: string;
}

/** What a preview does to the access that there is afterwards, and the access that it takes away. */
export function changesIn({ before, after, made }: Aftermath): {
  readonly of: ReadonlyMap<Access, Change>;
  readonly lost: readonly Access[];
} {
  const waysBefore = waysOf(before);
  const pairsAfter = new Set(after.map(pairKey));
  const of = made.flatMap((access): [Access, Change][] => {
    const was = waysBefore.get(pairKey(access));
    if (was === undefined) {
      return [[access, { mark: "gained" }]];
    }
    return was.includes(wayIn(access)) ? [] : [[access, { mark: "changed", was: was.join("; ") }]];
  });
  return { of: new Map(of), lost: before.filter((access) => !pairsAfter.has(pairKey(access))) };
}

function waysOf(all: readonly Access[]): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const access of all) {
    ways.set(pairKey(access), [...(ways.get(pairKey(access)) ?? []), wayIn(access)]);
  }
  return ways;
}
