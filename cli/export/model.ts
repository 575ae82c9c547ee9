/**
 * A program in no language: what it declares, in which order and in which files. A writer turns it into text. Values
 * that are secret are not in it, only where the program takes them from.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Value =
  | { readonly is: "plain"; readonly value: Json }
  | { readonly is: "list"; readonly items: readonly Value[] }
  | { readonly is: "record"; readonly fields: readonly Field[] }
  | { readonly is: "lock"; readonly lock: Lock }
  /** A resource where its id is wanted, or one property of it. */
  | { readonly is: "resource"; readonly of: Resource; readonly property?: string }
  | { readonly is: "secret"; readonly secret: SecretPlace };

export interface Field {
  readonly name: string;
  readonly value: Value;
}

/** Where a program takes a secret from. */
export interface SecretPlace {
  /** `codes` and `texts` are each one setting with a value for each resource. A password has its own setting. */
  readonly in: "codes" | "texts" | "password";
  readonly key: string;
}

/** Something that is not managed, but that resources refer to. */
export interface Lock {
  readonly variable: string;
  /** Undefined if the service does not show the lock. */
  readonly name: string | undefined;
  readonly smartlockId: number;
}

export interface Resource {
  readonly is: "resource";
  /** Such as `Address`. */
  readonly type: string;
  /** What Pulumi knows it by. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** What the program calls it. Without it, nothing refers to the resource. */
  readonly variable?: string;
}

/** Resources of one type that differ only in a few fields. */
export interface Loop {
  readonly is: "loop";
  readonly type: string;
  readonly rows: readonly LoopRow[];
  /** In their order. One without a value is in each row. A secret is found by the name of the row: its key is not used. */
  readonly fields: readonly LoopField[];
}

export interface LoopField {
  readonly name: string;
  readonly value?: Value;
}

export interface LoopRow {
  readonly name: string;
  readonly fields: readonly Field[];
}

export type Statement = Resource | Loop;

export interface SourceFile {
  /** Without its ending. */
  readonly name: string;
  /** A sentence about what is in it. It has no text from the service. */
  readonly about: string;
  /** What other files call this one, if they name it before each thing that they take from it. */
  readonly prefix?: string;
  readonly statements: readonly Statement[];
}

export interface Program {
  readonly locks: readonly Lock[];
  readonly files: readonly SourceFile[];
}

export function plain(value: Json): Value {
  return { is: "plain", value };
}

/** Every value in a statement, with those inside it. */
export function valuesIn(statement: Statement): Value[] {
  const fields =
    statement.is === "resource"
      ? statement.fields
      : [...statement.fields, ...statement.rows.flatMap((row) => row.fields)];
  return fields.flatMap(({ value }) => (value === undefined ? [] : within(value)));
}

function within(value: Value): Value[] {
  switch (value.is) {
    case "list":
      return [value, ...value.items.flatMap(within)];
    case "record":
      return [value, ...value.fields.flatMap((field) => within(field.value))];
    default:
      return [value];
  }
}
