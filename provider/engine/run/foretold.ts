import { type Bag, hidden, isBag } from "../values/bag";
import { referredBy } from "../values/references";
import { UNKNOWN } from "../values/unknown";
import { nameIn } from "../values/urn";

interface Declared {
  /** Undefined if it is not known yet. */
  readonly name: string | undefined;
  /** The last part of an id is the object itself. */
  readonly idField: string | undefined;
}

/**
 * The ids of the objects that this run will adopt. In a preview, a resource that refers to one of them does not know
 * the id yet, and would look as if it were created. And the names that resources declare, for the same reason.
 */
export class Foretold {
  /** By the name of the resource, since that is all that a reference knows, and then by its URN. */
  readonly #ids = new Map<string, Map<string, Bag>>();

  readonly #declared = new Map<string, Map<string, Declared>>();

  adopts(owner: string, parts: Bag): void {
    const name = nameIn(owner);
    this.#ids.set(name, (this.#ids.get(name) ?? new Map<string, Bag>()).set(owner, parts));
  }

  forget(owner: string): void {
    this.#ids.get(nameIn(owner))?.delete(owner);
  }

  /** Remembers the declared name of an object, and which field of others may hold its id. */
  declares(owner: string, name: unknown, idField: string | undefined): void {
    const resource = nameIn(owner);
    const all = this.#declared.get(resource) ?? new Map<string, Declared>();
    const known = typeof name === "string" && name !== UNKNOWN ? name : undefined;
    this.#declared.set(resource, all.set(owner, { name: known, idField }));
  }

  /** The name that a resource of this run declares for the object whose id a field will hold. */
  nameOf(resource: string, field: string): string | undefined {
    const all = [...(this.#declared.get(resource)?.values() ?? [])];
    const found = all.filter(({ idField }) => idField === field);
    return found.length === 1 ? found[0]?.name : undefined;
  }

  /** The declaration, with the ids that are foretold for the resources that it refers to. */
  resolved(inputs: Bag, wanted: Bag): Bag {
    const references = inputs[hidden.references];
    if (!isBag(references)) {
      return wanted;
    }
    const known = Object.keys(references).flatMap((field) => {
      const { name = "" } = referredBy(references, field);
      const adopted = [...(this.#ids.get(name)?.values() ?? [])].filter((parts) => field in parts);
      // Resources of different parents may have the same name.
      return wanted[field] === UNKNOWN && adopted.length === 1 ? [[field, adopted[0]?.[field]] as const] : [];
    });
    return { ...wanted, ...Object.fromEntries(known) };
  }
}
