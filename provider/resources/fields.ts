import { z } from "zod";

/** A lock, by its id. The class takes the result of a lookup as well. */
export const smartlockId = z
  .int("must be the id of a lock, which is a number, or the result of getSmartlock")
  .positive("must be the id of a lock");

/** Lock ids as a set: the order does not matter, and naming one twice is an error. */
export const smartlockIds = setOf(smartlockId, "a lock");

/** An e-mail address. Upper and lower case are the same. */
export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address");

export { accountUserLanguage as language } from "../api/fields";

export const name = z.string().min(1, "must not be empty");

/** Numbers or words whose order does not matter. */
export function setOf<Item extends z.ZodType<string | number>>(item: Item, noun: string) {
  return z
    .array(item)
    .refine((items) => new Set(items).size === items.length, `must not name ${noun} twice`)
    .transform((items) => [...items].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
}

export function withoutCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** For kinds of which no two objects can have the same e-mail address. */
export const takenEmail = {
  what: "e-mail address",
  advice:
    "Declare another e-mail address here, or free that one in a separate run first: Pulumi deletes last.",
};

/** The service documents no limit for these names. A longer one is hardly meant, and the service may cut or refuse it. */
const MAX_NAME_WITHOUT_DOUBT = 100;

export function longName(name: unknown): string | undefined {
  return typeof name === "string" && name.length > MAX_NAME_WITHOUT_DOUBT
    ? `its name has ${name.length} characters. The service does not document how many it takes, and may cut or refuse the name`
    : undefined;
}

/** A part of an id that is text, not a number. */
export function textPart(text: string): string {
  return text;
}

/** Only the fields that are set: a missing one must not be sent as undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Object.entries loses the types of the fields. Only undefined fields were removed.
  return Object.fromEntries(given) as { [K in keyof Fields]?: Exclude<Fields[K], undefined> };
}
