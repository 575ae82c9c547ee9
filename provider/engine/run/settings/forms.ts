import { z } from "zod";

/** Formats of settings, which arrive as strings. Each error says in one sentence what is allowed, whatever is wrong. */

export function wholeNumber(least: number, most?: number) {
  const allowed = `must be a whole number, ${most === undefined ? `${least} or more` : `from ${least} to ${most}`}`;
  return z.coerce
    .number(allowed)
    .int(allowed)
    .min(least, allowed)
    .max(most ?? Number.MAX_SAFE_INTEGER, allowed);
}

export function aboveZero(most?: number) {
  const allowed = `must be a number above 0${most === undefined ? "" : `, at most ${most}`}`;
  return z.coerce
    .number(allowed)
    .positive(allowed)
    .max(most ?? Number.MAX_VALUE, allowed);
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `must be one of ${words.join(", ")}`);
}

export function yesOrNo() {
  return z.enum(["true", "false"], "must be true or false");
}
