import type { ZodType } from "zod";
import type { $ZodType } from "zod/v4/core";
import { accepts, elementsAt, fieldAt, flatten, isKeyed, isList } from "./schema-shape";
import { scrubber } from "./scrub";
import { SECRET_MARK } from "./secret";

export { secret } from "./schema-shape";

export { scrub } from "./scrub";

export const UNKNOWN_FIELD = "[unknown field]";

export const NO_SCHEMA = "[no schema]";

type Scrub = (text: string) => string;

/**
 * A copy that is safe to log. It is an allow-list: only what the schema knows and does not mark as secret is shown,
 * without anything that repeats a secret found elsewhere in the same value or in `others`.
 */
export function redact(schema: ZodType | undefined, value: unknown, others: readonly string[] = []): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (schema === undefined) {
    return NO_SCHEMA;
  }
  return show([schema], value, scrubber([...secretsIn(schema, value), ...others]));
}

/** The secrets in a value, as text. */
export function secretsIn(schema: ZodType | undefined, value: unknown): string[] {
  const found = new Set<string>();
  if (schema !== undefined) {
    gather([schema], value, found);
  }
  return [...found];
}

function show(schemas: readonly $ZodType[], value: unknown, hide: Scrub): unknown {
  // the absence of a secret is not secret
  if (value === null || value === undefined) {
    return value;
  }
  const shape = flatten(schemas);
  if (shape.secret) {
    return SECRET_MARK;
  }
  if (Array.isArray(value)) {
    if (!shape.kinds.some(isList)) {
      return UNKNOWN_FIELD;
    }
    return value.map((item, index) => show(elementsAt(shape.kinds, index), item, hide));
  }
  if (typeof value === "object") {
    if (!shape.kinds.some(isKeyed)) {
      return UNKNOWN_FIELD;
    }
    // fromEntries defines properties, so that a field called __proto__ stays a field
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const field = fieldAt(shape.kinds, key);
        return [field.secretName ? SECRET_MARK : hide(key), show(field.schemas, inner, hide)];
      }),
    );
  }
  if (!shape.kinds.some((kind) => accepts(kind, value))) {
    return UNKNOWN_FIELD;
  }
  if (typeof value === "string") {
    return hide(value);
  }
  return typeof value === "number" && hide(String(value)) !== String(value) ? SECRET_MARK : value;
}

function gather(schemas: readonly $ZodType[], value: unknown, found: Set<string>): void {
  const shape = flatten(schemas);
  if (shape.secret) {
    gatherAll(value, found);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => gather(elementsAt(shape.kinds, index), item, found));
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const field = fieldAt(shape.kinds, key);
      if (field.secretName) {
        found.add(key);
      }
      gather(field.schemas, inner, found);
    }
  }
}

function gatherAll(value: unknown, found: Set<string>): void {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
    if (value !== "") {
      found.add(String(value));
    }
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((inner) => gatherAll(inner, found));
  }
}
