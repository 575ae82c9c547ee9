import { type Access, opensAtAll, wayIn } from "../access/access";
import type { Aftermath } from "../preview/aftermath";
import { changesBetween } from "../review/difference";

export interface Marked {
  readonly mark: "gained" | "lost" | "changed";
  /** How this person could open this lock before. */
  readonly was?: string;
}

/** What a preview does to access, and the access that it takes away. */
export function changesIn({ before, after }: Aftermath, now: number): ReadonlyMap<Access, Marked> {
  const [was, is] = [before, after].map((all) => all.filter((access) => opensAtAll(access, now)));
  return new Map(
    changesBetween(was ?? [], is ?? []).flatMap(({ lost, got }): [Access, Marked][] =>
      lost.length > 0 && got.length > 0
        ? got.map((access) => [access, { mark: "changed", was: lost.map(wayIn).sort().join("; ") }])
        : [
            ...got.map((access): [Access, Marked] => [access, { mark: "gained" }]),
            ...lost.map((access): [Access, Marked] => [access, { mark: "lost" }]),
          ],
    ),
  );
}
