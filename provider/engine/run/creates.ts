import type { Kind } from "../kind/kind";
import type { Bag } from "../values/bag";
import { canonical } from "../values/equality";

/** The creates of a run that could be mistaken for each other if the service alters their identity. */
export class Creates {
  readonly #begun = new Map<string, number>();

  begin(kind: Kind, wanted: Bag): void {
    const place = placeOf(kind, wanted);
    this.#begun.set(place, (this.#begun.get(place) ?? 0) + 1);
  }

  /** The create was found, or has definitely failed. It can no longer be mistaken for another one. */
  end(kind: Kind, wanted: Bag): void {
    const place = placeOf(kind, wanted);
    this.#begun.set(place, (this.#begun.get(place) ?? 1) - 1);
  }

  isAlone(kind: Kind, wanted: Bag): boolean {
    return (this.#begun.get(placeOf(kind, wanted)) ?? 0) <= 1;
  }
}

/** The part of an identity that the service cannot alter: the lock and the type of a fob. */
function placeOf(kind: Kind, fields: Bag): string {
  return canonical([kind.spec.type, ...kind.fixedIdentity(fields).map((field) => fields[field] ?? null)]);
}
