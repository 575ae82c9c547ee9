import type { ResourceSpec } from "../../provider/engine/kind/spec";
import type { Bag } from "../../provider/engine/values/bag";

export const FIRST = "2030-01-01T11:50:00Z";
export const SECOND = "2030-01-01T11:55:00Z";
export const HANDLE = "1/pending-00aa";
export const OWN = "urn:pulumi:s::p::smartlock:Thing::own";

/** What a program declares for a thing on the first shelf. */
export function declared(name: string): Bag {
  return { shelfId: 1, name, settleTimeout: 2, __owner: OWN };
}

/** What a state remembers of a form that was sent. */
export function stored(name: string, since: string, until: string, notIt: readonly string[] = []): Bag {
  return { form: { shelfId: 1, name }, since, until, notIt };
}

/** A pending Sofa that was a Lamp before. */
export function pending(...earlier: readonly unknown[]): Bag {
  return {
    ...declared("Sofa"),
    pending: { since: SECOND },
    __declared: ["shelfId", "name", "settleTimeout"],
    __earlier: earlier.length === 0 ? [stored("Lamp", FIRST, SECOND)] : earlier,
  };
}

/** What the two forms become. */
export const lamp = { thingId: 5, name: "Lamp", made: FIRST };
export const sofa = { thingId: 6, name: "Sofa", made: SECOND };

/** A kind of which the service may alter the names. */
export const altering = {
  identity: () => ["shelfId", "name"],
  fields: { name: { isAlterable: true } },
} satisfies Partial<ResourceSpec>;
