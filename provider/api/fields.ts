import { z } from "zod";

/**
 * An object that is sent to the service. The service silently ignores fields it does not know, so a misspelt limit
 * would create an unlimited authorization. Here an unknown field is an error before anything is sent.
 */
export function requestObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown field ${issue.keys.map((key) => `"${key}"`).join(", ")}; known fields: ${known}`
        : undefined,
  });
}

/**
 * An object in an answer. Fields that are not known here are kept, but have no type. Otherwise a misspelt field of an
 * answer would compile, with the type `unknown`.
 */
export function answerObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}

/** It is not worth reporting more wrong elements than this. */
const WRONG_ELEMENTS = 5;

/**
 * A list within an answer. zod reports every problem of every element, and a megabyte of empty elements would become a
 * gigabyte of problems. So the list is cut off for zod once enough elements are wrong.
 */
export function answerList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((given) => {
    if (!Array.isArray(given)) {
      return given;
    }
    const elements: readonly unknown[] = given;
    let wrong = 0;
    const end = elements.findIndex(
      (element) => !item.safeParse(element).success && ++wrong === WRONG_ELEMENTS,
    );
    return end < 0 ? elements : elements.slice(0, end + 1);
  }, z.array(item));
}

/**
 * A rule across the fields of a request. It is checked even if single fields are wrong, so that all problems are
 * reported together. It must therefore not trust the types of the values it gets.
 */
export function rule(field: string, message: string) {
  return {
    path: [field],
    error: message,
    when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
  };
}

/** A number that identifies something on the service. */
export const numericId = z.int().positive();

/** Text that identifies something on the service. */
export const textId = z.string().min(1);

/** `type << 32 | device id`: more than 32 bits, but a JavaScript number can hold it exactly. */
export const smartlockId = z.int().positive();

/**
 * The 24 hex digits that belong in a URL. The lock's own number for an authorization (`authId`) does not belong
 * there: mixing them up would address another object.
 */
export const authorizationId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i, "an authorization's id has 24 hex digits; its authId does not belong here");

export const accountUserLanguage = z.enum(["en", "de", "es", "fr", "it", "nl", "cs", "sk"]);

export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, "not an e-mail address");

/** Dates without an offset would be read in a time zone that nobody chose. */
export const date = z.iso.datetime({
  offset: true,
  error: "expected a date and time with an offset, such as 2026-09-22T12:00:00Z",
});

/** 64 Monday, 32 Tuesday, 16, 8, 4, 2, 1 Sunday. */
export const weekDays = z.int().min(0).max(127);

/** Minutes from midnight. 1440 is the end of the day. */
export const minuteOfDay = z.int().min(0).max(1440);

export const password = z.string().min(7, "a password has at least 7 characters");

export const httpsUrl = z.url({ protocol: /^https$/, error: "expected a URL that starts with https://" });

/** A list of numbers or words in a query, in the form that the service wants: separated by commas. */
export function commaSeparated<Item extends z.ZodType<string | number>>(item: Item) {
  return z
    .array(item)
    .min(1)
    .transform((items) => items.join(","));
}

/** The first answer to a request that is carried out later and reported by a webhook. */
export const confirmation = answerObject({
  requestId: z.string(),
  /** Set if a part was refused at once. */
  error: z.string().nullish(),
});

/** The first answer to a request that is carried out later. */
export type Confirmation = z.output<typeof confirmation>;

/**
 * An object in an answer. All of its fields may be missing or null, depending on the device and its firmware, and
 * it may hold more fields than are known here.
 */
export function tolerant<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()]);
  return answerObject(
    // Object.entries loses the types of the fields. They are exactly those of the shape.
    Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> },
  );
}
