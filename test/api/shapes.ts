import { z } from "zod";
import type { operations } from "../../provider/api";

type Operation = (typeof operations)[keyof typeof operations];
type Direction = "input" | "output";

/** As much of JSON Schema as zod makes of the declarations. */
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

/** Rules that say something about a value; what every whole number of JavaScript obeys says nothing. */
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

/** What an operation takes and answers, in a few lines that a person can compare with the service's document. */
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
  if (schema.anyOf !== undefined) return schema.anyOf.map(words).join(" | ");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  // a format has a pattern of its own, which is zod's matter
  const known = schema["format"] === undefined ? RULES : RULES.filter((rule) => rule !== "pattern");
  const rules = known
    .filter((rule) => schema[rule] !== undefined && !isBoundOfNumbers(schema[rule]))
    .map((rule) => `${rule} ${String(schema[rule])}`);
  const base = structure(schema);
  return rules.length === 0 ? base : `${base} (${rules.join(", ")})`;
}

function structure({ type, items, properties, required, additionalProperties }: Schema): string {
  if (type === "array") return `list of ${items === undefined ? "anything" : words(items)}`;
  if (type !== "object") return [type ?? "anything"].flat().join(" | ");
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
