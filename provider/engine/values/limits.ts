import type { Bag } from "./bag";

/** Deeper than anything that a person writes. Walking through a value takes space on the stack for each level. */
const MAX_DEPTH = 64;

/** The limit for one declared field. Without it, far too many wrong values would each be reported as a problem. */
const MAX_VALUES = 100_000;

/** Why a declared value cannot be accepted; undefined if it can. */
export function whyUnfit(value: unknown): string | undefined {
  return unfitness(value, MAX_VALUES);
}

/** Fails for state that no provider wrote, because somebody edited the state file or it is broken. */
export function requireFit(stored: Bag): void {
  for (const [field, value] of Object.entries(stored)) {
    const why = field === "__proto__" ? "cannot be the name of a field" : unfitness(value, Infinity);
    if (why !== undefined) {
      throw new Error(
        `The saved state of this resource is broken: ${field} ${why}. Nothing was done. Repair it, or import an earlier state.`,
      );
    }
  }
}

function unfitness(value: unknown, most: number): string | undefined {
  let values = 0;
  const visit = (part: unknown, depth: number): string | undefined => {
    values += 1;
    if (values > most) {
      return `holds more than ${most} values`;
    }
    if (typeof part !== "object" || part === null) {
      return undefined;
    }
    if (depth === MAX_DEPTH) {
      return `is nested more than ${MAX_DEPTH} levels deep`;
    }
    // JavaScript does not treat this as an ordinary key, so it would be lost on the way.
    if (Object.hasOwn(part, "__proto__")) {
      return "holds the key __proto__, which cannot be stored";
    }
    for (const inner of Object.values(part)) {
      const why = visit(inner, depth + 1);
      if (why !== undefined) {
        return why;
      }
    }
    return undefined;
  };
  return visit(value, 0);
}
