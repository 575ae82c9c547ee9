import fc from "fast-check";
import { z, type ZodType } from "zod";
import { secret } from "../../provider/http";

/** A schema, a matching value, and the secrets in that value. */
export interface Sample {
  readonly schema: ZodType;
  readonly value: unknown;
  readonly secrets: readonly string[];
}

/** Begins with a character that is in no mark or name, so that a secret found in a text was certainly leaked. */
const secretText = fc
  .string({ unit: "binary", minLength: 3, maxLength: 20 })
  .map((text) => `§${text}`)
  // half a surrogate pair does not survive being sent as UTF-8
  .filter((text) => !/\p{Cs}/u.test(text));
const secretNumber = fc.integer({ min: 111_111, max: 999_999_999 });

const secretLeaf: fc.Arbitrary<Sample> = fc.oneof(
  secretText.map((value) => ({ schema: secret(z.string()), value, secrets: [value] })),
  secretNumber.map((value) => ({ schema: secret(z.number()), value, secrets: [String(value)] })),
  fc
    .array(secretText, { minLength: 1, maxLength: 3 })
    .map((value) => ({ schema: secret(z.array(z.string())), value, secrets: value })),
);

const shownLeaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.string().map((value) => ({ schema: z.string(), value, secrets: [] })),
  fc.integer().map((value) => ({ schema: z.number(), value, secrets: [] })),
  fc.boolean().map((value) => ({ schema: z.boolean(), value, secrets: [] })),
  fc.constant({ schema: z.null(), value: null, secrets: [] }),
);

const wrappers: readonly ((schema: ZodType) => ZodType)[] = [
  (schema) => schema,
  (schema) => schema.optional(),
  (schema) => schema.nullable(),
  (schema) => schema.nullish(),
  (schema) => schema.readonly(),
  (schema) => schema.refine(() => true),
  (schema) => schema.describe("described"),
  (schema) => z.lazy(() => schema),
  (schema) => z.union([z.boolean(), schema]),
  (schema) => z.preprocess((value) => value, schema),
];

function within(inner: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  const several = fc.array(inner, { minLength: 1, maxLength: 4 });
  return fc.oneof(
    several.map((samples) => {
      const entries = samples.map((sample, index) => [`field${index}`, sample] as const);
      return {
        schema: z.object(Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]))),
        value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
        secrets: samples.flatMap(({ secrets }) => secrets),
      };
    }),
    several.map((samples) => ({
      schema: z.array(z.union(samples.map(({ schema }) => schema))),
      value: samples.map(({ value }) => value),
      secrets: samples.flatMap(({ secrets }) => secrets),
    })),
    several.map((samples) => ({
      schema: z.tuple(samples.map(({ schema }) => schema) as [ZodType, ...ZodType[]]),
      value: samples.map(({ value }) => value),
      secrets: samples.flatMap(({ secrets }) => secrets),
    })),
    inner.map((sample) => ({
      ...sample,
      schema: z.record(z.string(), sample.schema),
      value: { key: sample.value },
    })),
    // fields that the schema does not know may hold anything
    fc.tuple(inner, secretText).map(([sample, unknown]) => ({
      schema: z.object({ known: sample.schema }),
      value: { known: sample.value, unknown: { deep: [unknown] } },
      secrets: sample.secrets,
    })),
    // a text that quotes a secret of its neighbour
    fc.tuple(inner, fc.string()).map(([sample, text]) => ({
      schema: z.object({ known: sample.schema, note: z.string() }),
      value: { known: sample.value, note: text + sample.secrets.join(text) },
      secrets: sample.secrets,
    })),
  );
}

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc
    .tuple(
      fc.oneof({ depthSize: "small", withCrossShrink: true }, secretLeaf, shownLeaf, within(tie("sample"))),
      fc.constantFrom(...wrappers),
    )
    .map(([made, wrap]) => ({ ...made, schema: wrap(made.schema) })),
}));

/** Always an object at the top, like request bodies, with at least one secret in it. */
export const bodyWithSecrets: fc.Arbitrary<Sample> = fc.tuple(sample, secretLeaf).map(([inner, leaf]) => ({
  schema: z.object({ inner: inner.schema, leaf: leaf.schema }),
  value: { inner: inner.value, leaf: leaf.value },
  secrets: [...inner.secrets, ...leaf.secrets],
}));

/** The forms that a leaked secret could be recognised in. */
export function formsOf(secretValue: string): string[] {
  return [
    secretValue,
    JSON.stringify(secretValue).slice(1, -1),
    encodeURIComponent(secretValue),
    Buffer.from(secretValue).toString("base64"),
  ];
}
