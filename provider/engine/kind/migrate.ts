import { type Bag, hidden, isBag } from "../values/bag";
import { STATE_VERSION } from "../values/outputs";
import { inWords } from "./field-facts";
import type { Declaration } from "./spec";

/** The first form has the service's numbers where this one has words. */
const WORDS_SINCE = 2;

/**
 * Converts stored outputs to the current form. State from a later release is refused: an older release would not know
 * what it means, and could treat objects as deleted or changed that are not.
 */
export function migrate(spec: Declaration, state: Bag): Bag {
  const version = state[hidden.version];
  if (typeof version === "number" && version > STATE_VERSION) {
    throw new Error(
      `The state was written by a later release of pulumi-smartlock (format ${version}, this one knows ${STATE_VERSION}). ` +
        "Nothing was changed. Install that release or a later one.",
    );
  }
  return typeof version === "number" && version >= WORDS_SINCE ? state : stateInWords(spec, state);
}

/** The same for the inputs of an earlier run, which have no version. */
export function stateInWords(spec: Declaration, state: Bag): Bag {
  const said = inWords(spec, state);
  const earlier = state[hidden.earlier];
  const members = state[hidden.members];
  if (Array.isArray(earlier)) {
    said[hidden.earlier] = earlier.map((one: unknown) =>
      isBag(one) && isBag(one["form"]) ? { ...one, form: inWords(spec, one["form"]) } : one,
    );
  }
  if (isBag(members)) {
    said[hidden.members] = Object.fromEntries(
      Object.entries(members).map(([place, own]) => [place, isBag(own) ? stateInWords(spec, own) : own]),
    );
  }
  return said;
}
