import type { Names } from "../messages/names";
import { type Bag, hidden } from "../values/bag";
import { referredBy } from "../values/references";
import { holdsUnknown, NOT_KNOWN_YET } from "../values/unknown";
import type { BoundKind } from "./bound-kind";

/** The names for the ids of a declaration. Where nothing may be asked, an id is its own name. */
export async function namesFor(kind: BoundKind, inputs: Bag): Promise<Names> {
  const known = kind.session.settings.preflight === "off" ? undefined : await kind.spec.names?.(kind.session);
  const references = inputs[hidden.references];
  return (field, id) => {
    const { name, sameAs } = referredBy(references, field);
    if (holdsUnknown(id) || id === sameAs) {
      return (name && kind.session.foretold.nameOf(name, field)) ?? name ?? NOT_KNOWN_YET;
    }
    return known?.(field, id) ?? String(id);
  };
}
