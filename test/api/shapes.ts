import { z } from "zod";
import type { operations } from "../../provider/api";

type Operation = (typeof operations)[keyof typeof operations];
type Direction = "input" | "output";

/** The part of JSON Schema that zod generates from the declarations. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [rule: string]: unknown;
}

/** Rules that say something about a value. Bounds that every JavaScript integer meets are left out. */
const RULES = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "minLength",
  "maxLength",
  "minItems",
  "pattern",
  "format",
];

/** The request and answer of an operation, in a few lines that a person can compare with the service's document. */
export function shapeOf({
  method,
  path,
  class: kind,
  scopes,
  ids,
  body,
  query,
  answer,
}: Operation): string[] {
  const idShapes = Object.entries(ids ?? {}).map(
    ([name, schema]) => `  id ${name}: ${shape(schema, "input")}`,
  );
  return [
    `${method} ${path} (${kind}; ${scopes.length === 0 ? "no scope" : scopes.join(" or ")})`,
    ...idShapes,
    ...(body === undefined ? [] : [`  body: ${shape(body, "input")}`]),
    ...(query === undefined ? [] : [`  query: ${shape(query, "input")}`]),
    `  answer: ${answer === "none" ? "none" : shape(answer, "output")}`,
  ];
}

function shape(schema: z.ZodType, io: Direction): string {
  return words(z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as Schema);
}

function words(schema: Schema): string {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map(words).join(" | ");
  }
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  }
  if (schema.const !== undefined) {
    return JSON.stringify(schema.const);
  }
  // a format has its own pattern, which is zod's business
  const known = schema["format"] === undefined ? RULES : RULES.filter((rule) => rule !== "pattern");
  const rules = known
    .filter((rule) => schema[rule] !== undefined && !isBoundOfNumbers(schema[rule]))
    .map((rule) => `${rule} ${String(schema[rule])}`);
  const base = structure(schema);
  return rules.length === 0 ? base : `${base} (${rules.join(", ")})`;
}

function structure({ type, items, properties, required, additionalProperties }: Schema): string {
  if (type === "array") {
    return `list of ${items === undefined ? "anything" : words(items)}`;
  }
  if (type !== "object") {
    return [type ?? "anything"].flat().join(" | ");
  }
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${name}${required?.includes(name) === true ? "" : "?"}: ${words(field)}`,
  );
  const isOpen = typeof additionalProperties === "object";
  const more = isOpen && properties === undefined ? [`*: ${words(additionalProperties)}`] : [];
  return `{ ${[...fields, ...more, ...(isOpen && properties !== undefined ? ["…"] : [])].join(", ")} }`;
}

function isBoundOfNumbers(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}
