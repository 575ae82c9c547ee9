import { z } from "zod";

/** Ids of locks as a set: the order says nothing, and naming one twice is a mistake. */
export const smartlockIds = setOf(z.int().positive("must be the id of a lock"), "a lock");

/** An e-mail address. Its case says nothing. */
export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address");

export { accountUserLanguage as language } from "../api/fields";

export const name = z.string().min(1, "must not be empty");

/** Numbers or words of which the order says nothing. */
export function setOf<Item extends z.ZodType<string | number>>(item: Item, noun: string) {
  return z
    .array(item)
    .refine((items) => new Set(items).size === items.length, `must not name ${noun} twice`)
    .transform((items) => [...items].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
}

export function withoutCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** A part of an id that the service made of letters and digits. */
export function textPart(text: string): string {
  return text;
}

/** The fields that are there: an absent one must not travel as undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Object.entries loses which name has which type; only absent ones were taken out.
  return Object.fromEntries(given) as { [K in keyof Fields]?: Exclude<Fields[K], undefined> };
}
