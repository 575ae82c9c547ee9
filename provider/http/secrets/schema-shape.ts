import { z, type ZodType } from "zod";
import type { $ZodType, $ZodTypes } from "zod/v4/core";

const marks = z.registry<{ secret: true }>();

/**
 * Marks a schema as holding a secret. Returns a marked copy, so that a schema shared by several fields is not
 * marked for all of them. Mark last: `.extend()` and the like on a marked object create a new, unmarked one.
 */
export function secret<S extends ZodType>(schema: S): S {
  const marked = schema.clone();
  marks.add(marked, { secret: true });
  return marked;
}

/** What a value may be, after wrappers, alternatives and pipes are taken apart. */
export interface Shape {
  /** Whether any of the alternatives is secret. Then all count as secret, because it may be unclear which one applies. */
  readonly secret: boolean;
  readonly kinds: readonly $ZodTypes[];
}

export function flatten(schemas: readonly $ZodType[]): Shape {
  const seen = new Set<$ZodType>();
  const kinds: $ZodTypes[] = [];
  let isSecret = false;
  const visit = (schema: $ZodType): void => {
    if (seen.has(schema)) {
      return;
    }
    seen.add(schema);
    if (marks.get(schema)?.secret === true) {
      isSecret = true;
    }
    const parts = partsOf(schema as $ZodTypes);
    if (parts === undefined) {
      kinds.push(schema as $ZodTypes);
    } else {
      parts.forEach(visit);
    }
  };
  schemas.forEach(visit);
  return { secret: isSecret, kinds };
}

/** The schemas that this one only wraps or chooses between. Undefined if it describes a value itself. */
function partsOf(schema: $ZodTypes): readonly $ZodType[] | undefined {
  const def = schema._zod.def;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "catch":
    case "readonly":
    case "promise":
    case "success":
      return [def.innerType];
    case "lazy":
      return [def.getter()];
    case "union":
      return def.options;
    case "intersection":
      return [def.left, def.right];
    case "pipe":
      // bodies are shown as sent, answers as received, so either side may describe the value
      return [def.in, def.out];
    default:
      return undefined;
  }
}

export function isList(kind: $ZodTypes): boolean {
  return ["array", "tuple", "set"].includes(kind._zod.def.type);
}

export function isKeyed(kind: $ZodTypes): boolean {
  return ["object", "record", "map"].includes(kind._zod.def.type);
}

export function elementsAt(kinds: readonly $ZodTypes[], index: number): $ZodType[] {
  return kinds.flatMap((kind) => {
    const def = kind._zod.def;
    if (def.type === "array") {
      return [def.element];
    }
    if (def.type === "set") {
      return [def.valueType];
    }
    const item = def.type === "tuple" ? (def.items[index] ?? def.rest) : null;
    return item === null ? [] : [item];
  });
}

/** The schemas of one field (none if it is unknown), and whether its name itself is secret. */
export function fieldAt(
  kinds: readonly $ZodTypes[],
  key: string,
): { readonly secretName: boolean; readonly schemas: readonly $ZodType[] } {
  let secretName = false;
  const schemas = kinds.flatMap((kind): $ZodType[] => {
    const def = kind._zod.def;
    if (def.type === "record" || def.type === "map") {
      if (flatten([def.keyType]).secret) {
        secretName = true;
      }
      return [def.valueType];
    }
    if (def.type !== "object") {
      return [];
    }
    // own fields only: an answer may well have one called "constructor"
    const field = Object.hasOwn(def.shape, key) ? def.shape[key] : def.catchall;
    return field === undefined ? [] : [field];
  });
  return { secretName, schemas };
}

/** Whether a schema describes exactly this kind of simple value. `unknown` and `any` describe none. */
export function accepts(kind: $ZodTypes, value: unknown): boolean {
  const def = kind._zod.def;
  switch (def.type) {
    case "string":
    case "template_literal":
    case "date":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "enum":
      return Object.values(def.entries).includes(value as string);
    case "literal":
      return def.values.includes(value as string);
    default:
      return false;
  }
}
