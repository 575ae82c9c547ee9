import fc from "fast-check";
import type { KindName, Resource } from "./declaration";
import { PLACES } from "./program";

/** A resource of one of these kinds. */
export function resourceOf(kinds: readonly KindName[]): fc.Arbitrary<Resource> {
  return fc.record({
    kind: fc.constantFrom(...kinds),
    n: fc.nat(2),
    v: fc.nat(3),
    on: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
    set: fc.boolean(),
    patient: fc.nat(5).map((n) => n === 5),
    of: fc.nat(PLACES - 1),
  });
}
