import { z } from "zod";
import { nearest } from "./nearest";

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

/** A problem that zod found, in plain words: what is wrong and what is allowed, but never the value. */
export function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is required"
        : `${ownWords(issue) ?? `must be ${kinds[issue.expected] ?? issue.expected}`}${hintAtDigits(issue)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "unrecognized_keys":
      return `has fields that the service does not know: ${issue.keys.join(", ")}${hintAt(schema, issue)}`;
    // A number that JavaScript cannot hold exactly. Limits of ours have words of their own.
    case "too_big":
      return issue.maximum === Number.MAX_SAFE_INTEGER ? "is too large" : issue.message;
    case "too_small":
      return issue.minimum === Number.MIN_SAFE_INTEGER ? "is too small" : issue.message;
    default:
      return issue.message;
  }
}

/** Words that the schema has for this, in place of zod's. */
function ownWords({ message }: z.core.$ZodIssueInvalidType): string | undefined {
  return message.startsWith("Invalid input") ? undefined : message;
}

/** Pulumi's configuration has text, unless a program asks for a number. */
function hintAtDigits({ expected, input }: z.core.$ZodIssueInvalidType): string {
  return ["number", "int"].includes(expected) && typeof input === "string" && /^\d+$/.test(input)
    ? ", not text. To read it from the configuration, use requireNumber, or requireSecretNumber for a secret"
    : "";
}

function hintAt(schema: z.ZodType, { keys, path }: z.core.$ZodIssueUnrecognizedKeys): string {
  const [meant] = keys.flatMap((key) => nearest(key, keysAt(schema, path)) ?? []);
  return meant === undefined ? "" : `. Did you mean ${meant}?`;
}

/** The fields of the object at a path of a schema. */
function keysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const [step, ...below] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return keysAt(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodPipe) {
    return keysAt(schema.in, path);
  }
  if (schema instanceof z.ZodArray) {
    return keysAt(schema.element, below);
  }
  if (!(schema instanceof z.ZodObject)) {
    return [];
  }
  const shape = schema.shape as Readonly<Record<PropertyKey, unknown>>;
  return step === undefined ? Object.keys(shape) : keysAt(shape[step], below);
}
