import type { Bag } from "../../provider/engine/bag";

export const FIRST = "2030-01-01T11:50:00.000Z";
export const SECOND = "2030-01-01T11:55:00.000Z";
export const OWN = "urn:pulumi:s::p::smartlock:Thing::own";

/** What a program declares for a thing on the first shelf. */
export function declared(name: string): Bag {
  return { shelfId: 1, name, settleTimeout: 2, __owner: OWN };
}

/** What a state remembers of a form that was sent. */
export function stored(name: string, since: string, until: string, notIt: readonly string[] = []): Bag {
  return { form: { shelfId: 1, name }, since, until, notIt };
}
