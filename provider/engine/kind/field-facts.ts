import type { Names } from "../messages/names";
import type { Bag } from "../values/bag";

/** What is special about one field of a kind, beside its schema. */
export interface FieldFacts<W = Bag> {
  /** It never appears in the clear. */
  readonly isSecret?: true;
  /** It names a person. With `words=off`, no line has it. */
  readonly namesPeople?: true;
  /** It can never change, not even by a replacement. */
  readonly isFixed?: true;
  /** It cannot be changed in place: a change replaces the object. */
  readonly replaces?: true | ((wanted: Partial<W>) => boolean);
  /** The create call does not take it. An update sets it afterwards. */
  readonly isSetAfterCreation?: true | ((wanted: Partial<W>) => boolean);
  /**
   * The value that a create leaves in such a field until then. An object with another value was made by somebody else.
   * Without this, the value is not compared.
   */
  readonly leftByCreate?: unknown;
  /** Its value is an object in which only the declared keys count. */
  readonly isOpen?: true;
  /** The service may store it in another form than it was sent, such as a name that it cuts off. */
  readonly isAlterable?: true;
  /** The service never shows it. It is compared with the state. */
  readonly isWriteOnly?: true;
  /** The value if it is not declared, for kinds that are managed as a whole. */
  readonly default?: unknown;
  /** Converts a value to the form in which it is compared. What it means may depend on the other fields. */
  readonly compareAs?: (value: unknown, all: Partial<W>) => unknown;
  /** Converts a value to text for a sentence. */
  readonly speakAs?: (value: unknown, names: Names) => string;
  /** Says what is allowed but may not be meant: a sentence about the object, without its end. */
  readonly doubt?: (value: unknown) => string | undefined;
  /** Converts what an older release stored, in the service's form, to words. Words stay as they are. */
  readonly inWords?: (stored: unknown, all: Bag) => unknown;
  /** The service's number for a word: releases before 0.3.0 named what the journal holds by these. */
  readonly inNumbers?: (word: unknown) => unknown;
}

/** A kind with what is special about its fields. */
interface HasFields {
  readonly fields: object;
}

type Fact = keyof FieldFacts;

export function factsOf(spec: HasFields): [field: string, facts: FieldFacts][] {
  return Object.entries(spec.fields as Readonly<Record<string, FieldFacts>>);
}

/** The facts about one field. A field of a state may have any name. */
export function factsAbout(spec: HasFields, field: string): FieldFacts {
  const facts = spec.fields as Readonly<Record<string, FieldFacts>>;
  return (Object.hasOwn(facts, field) ? facts[field] : undefined) ?? {};
}

/** The fields of which this is true, for these values. */
export function fieldsThat(
  spec: HasFields,
  fact: Fact & (`is${string}` | "replaces" | "namesPeople"),
  wanted: Bag = {},
): string[] {
  return factsOf(spec)
    .filter(([, { [fact]: is }]) => (typeof is === "function" ? is(wanted) : is === true))
    .map(([field]) => field);
}

/** The values of the fields that have this fact, by field. */
export function valuesOf(spec: HasFields, fact: "default" | "leftByCreate"): Bag {
  return Object.fromEntries(
    factsOf(spec)
      .filter(([, facts]) => Object.hasOwn(facts, fact))
      .map(([field, facts]) => [field, facts[fact]]),
  );
}

/** What may not be meant in these values. */
export function doubtsAbout(spec: HasFields, values: Bag): string[] {
  return factsOf(spec).flatMap(([field, { doubt }]) =>
    values[field] === undefined ? [] : (doubt?.(values[field]) ?? []),
  );
}

/** What an older release stored, in words. */
export function inWords(spec: HasFields, stored: Bag): Bag {
  return Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      const facts = factsAbout(spec, field);
      return [field, facts.inWords === undefined ? value : facts.inWords(value, stored)];
    }),
  );
}

/** The same values with the service's numbers in place of words; undefined for kinds that have none. */
export function inNumbers(spec: HasFields, values: Bag): Bag | undefined {
  const numbered = factsOf(spec).flatMap(([field, facts]) =>
    facts.inNumbers === undefined ? [] : [[field, facts.inNumbers(values[field])] as const],
  );
  return numbered.length === 0 ? undefined : { ...values, ...Object.fromEntries(numbered) };
}
