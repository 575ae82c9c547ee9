import { inspect } from "node:util";

/** Nobody reads more than this, and no terminal should be flooded. */
export const LONGEST_TEXT = 20_000;

/** Characters that control a terminal, reverse text, hide in it, or are half a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** What JavaScript says about a mistake in the code, or shows for a missing value. */
const LEAKS =
  /\bundefined\b|\[object |something unexpected|is not a function|is not iterable|Cannot read|Cannot convert|call stack|Invalid time value|Invalid array length|Invalid string length|circular|Unexpected token|is not defined|before initialization/;

/** The text is fit to be shown to a person. Only the provider itself may break it into lines. */
export function expectReadable(text: string, { lines = false } = {}): void {
  expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
  expect(text.trim()).not.toBe("");
  expect(UNSEEN.exec(lines ? text.replaceAll("\n", " ") : text)?.[0]).toBeUndefined();
  expect(LEAKS.exec(text)?.[0]).toBeUndefined();
}

/** An intended error with a message, not one that JavaScript raised for a mistake in the code. */
export function expectError(error: unknown): asserts error is Error {
  expect(error).toBeInstanceOf(Error);
  const { name, message, stack } = error as Error;
  expect([
    "TypeError",
    "RangeError",
    "SyntaxError",
    "ReferenceError",
    "URIError",
    "AggregateError",
  ]).not.toContain(name);
  expectReadable(message, { lines: true });
  // Pulumi's server also prints the stack, and the stack begins with the message.
  expect(UNSEEN.exec((stack ?? "").replaceAll("\n", " "))?.[0]).toBeUndefined();
}

const prototypes = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Function.prototype,
];
const before = prototypes.map((prototype) => Reflect.ownKeys(prototype));

/** Nothing was written to a place that every object inherits from. */
export function expectNothingPolluted(): void {
  expect(prototypes.map((prototype) => Reflect.ownKeys(prototype))).toEqual(before);
}

/** It survives JSON unchanged, and inherits nothing that somebody sent. */
export function expectPlain(value: unknown): void {
  const inner: unknown[] = [value];
  while (inner.length > 0) {
    const next = inner.pop();
    const trouble = troubleIn(next);
    if (trouble !== undefined) {
      throw new Error(`There is ${trouble} in ${inspect(value, { depth: 4 }).slice(0, 2_000)}`);
    }
    if (typeof next === "object" && next !== null) {
      for (const item of Object.values(next) as unknown[]) {
        inner.push(item);
      }
    }
  }
}

function troubleIn(value: unknown): string | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? undefined : "a number that JSON does not know";
    case "string":
    case "boolean":
      return undefined;
    case "object": {
      if (value === null) {
        return undefined;
      }
      if (Object.hasOwn(value, "__proto__")) {
        return "a key __proto__";
      }
      const own: unknown = Array.isArray(value) ? Array.prototype : Object.prototype;
      return Object.getPrototypeOf(value) === own ? undefined : "an object with a prototype of its own";
    }
    default:
      return `a value of type ${typeof value}`;
  }
}

/** The outcome of a promise. Fails if there is none for longer than a busy machine explains. */
export async function ended<T>(
  promise: Promise<T>,
  limitMs = 120_000,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${limitMs} ms.`)), limitMs);
  });
  const outcome = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}
