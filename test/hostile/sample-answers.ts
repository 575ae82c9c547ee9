import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { operations } from "../../provider/api/areas";
import { none } from "../../provider/api/operation";

/** A valid answer to each operation with every known field, as raw material for hostile answers. */
export const sampleAnswers: ReadonlyMap<string, unknown> = new Map(
  Object.entries(operations).map(([name, { answer }]) => [
    name,
    answer === none ? undefined : sampleOf(answer),
  ]),
);

/** The simplest value that a schema accepts. An unknown kind of schema fails, so that none is left out. */
function sampleOf(schema: $ZodType): unknown {
  const def = (schema as $ZodTypes)._zod.def;
  switch (def.type) {
    case "string":
      return "format" in def && def.format === "regex" ? "5f1a2b3c4d5e6f7081920a0b" : "text";
    case "number":
      return 7;
    case "boolean":
      return true;
    case "unknown":
      return { any: ["thing"] };
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "optional":
    case "nullable":
      return sampleOf(def.innerType);
    case "union":
      return sampleOf(def.options[0] as $ZodType);
    case "pipe":
      return sampleOf(def.out);
    case "array":
      return [sampleOf(def.element)];
    case "record":
      return { key: sampleOf(def.valueType) };
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape).map(([field, inner]) => [field, sampleOf(inner)] as const),
      );
    default:
      throw new Error(`There is no sample for a schema of type ${def.type}.`);
  }
}
