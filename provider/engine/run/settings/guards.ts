import { wholeNumber, yesOrNo } from "./forms";
import type { Given } from "./sources";

/**
 * Unlike other settings, guards are not taken from the first source that has them. The strictest value of all sources
 * applies.
 */
export const guardKeys = {
  /** The maximum number of objects that a run may delete. */
  maxDeletes: wholeNumber(0),
  /** Refuses every request that would change something. */
  readOnly: yesOrNo().transform((text) => text === "true"),
};

/** A guard that is set. If several sources are equally strict, each of them has to change. */
export interface Guard {
  readonly setBy: readonly { readonly source: string; readonly howToChange: string }[];
}

export interface DeleteLimit extends Guard {
  readonly most: number;
}

export interface Guards {
  readonly maxDeletes: DeleteLimit | undefined;
  readonly readOnly: Guard | undefined;
}

/** The strictest guards among all sources. */
export function strictest(given: readonly Given[]): Guards {
  const said = (guard: keyof typeof guardKeys) => given.filter(({ key }) => key === guard);
  const limits = said("maxDeletes").map((one) => ({ one, most: guardKeys.maxDeletes.parse(one.value) }));
  const most = Math.min(...limits.map((limit) => limit.most));
  const tightest = limits.filter((limit) => limit.most === most).map(({ one }) => one);
  const forbidding = said("readOnly").filter(({ value }) => guardKeys.readOnly.parse(value));
  return {
    maxDeletes: tightest.length === 0 ? undefined : { most, ...setBy(tightest) },
    readOnly: forbidding.length === 0 ? undefined : setBy(forbidding),
  };
}

function setBy(given: readonly Given[]): Guard {
  return {
    setBy: given.map(({ key, source }) => ({
      source: source.describe(key),
      howToChange: source.howToChange(key),
    })),
  };
}

/** For an error message: which source set the guard, and what to change if the refused action is wanted. */
export function wayOut(
  guard: Guard,
  { set, wanted }: { readonly set: string; readonly wanted: string },
): string {
  const sources = guard.setBy.map(({ source }) => source).join(" and ");
  const changes = guard.setBy.map(({ howToChange }) => howToChange).join("; and ");
  return `${set} by ${sources}. ${wanted}, ${changes}.`;
}
