import type { z } from "zod";
import type { SmartlockClient } from "../../api";
import type { Names } from "../messages/names";
import type { Bag } from "../values/bag";
import type { FieldFacts } from "./field-facts";
import type { IdParts, IdValues, Listed, Reader } from "./listed";
import type { Preflight } from "./preflight";
import type { Problem } from "./problem";
import type { SteeringField } from "./steering";

/** The declared fields as `check` returns them: normalised, in words. */
export type Wanted<I extends z.ZodObject> = Omit<z.output<I>, SteeringField>;

type Field<I extends z.ZodObject> = Extract<keyof Wanted<I>, string>;

/** For kinds where the service only accepts a write at first, and does it later. */
export interface Asynchronous<L> {
  /** An operation on the object is still in progress, so its values may still change. */
  busy(live: L): boolean;
  /** Which operation that is, if the service says so. */
  operation?(live: L): string | undefined;
  /** Whether the service does these writes later. A delete may always be done later. */
  readonly create: boolean;
  readonly update: boolean;
}

/** The part of a kind that programs, its documentation page and `check` use. */
export interface Declaration<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
> {
  readonly type: string;
  /** For people: what it is, what is worth knowing, and how a person recognises an existing one. */
  readonly docs: {
    readonly summary: string;
    /** All objects of the kind, in a sentence: `the users of the account`. */
    readonly all: string;
    readonly identity: string;
    readonly notes: readonly string[];
  };
  /** Each field has its description as a doc comment. The editor's hover text and the page are made from it. */
  readonly inputs: I;
  /** Fields that the service adds. */
  readonly outputs: O;
  /** What is special about single fields. Empty if nothing is: then none is a secret. */
  readonly fields: { readonly [F in keyof z.output<I> | keyof z.output<O>]?: FieldFacts<Wanted<I>> };
  readonly id: P;
  /** In a replacement, the new object is created before the old one is deleted. */
  readonly createFirst?: boolean;
  /** Rules between fields. A field that is declared but not known yet is in `unknown`, not in `wanted`. */
  rules?(wanted: Partial<Wanted<I>>, unknown: ReadonlySet<string>): Problem[];
}

/**
 * What is special about one kind of resource. Everything else (comparing, adopting, waiting, deleting, the
 * shape of results) is done once, in the engine.
 */
export interface ResourceSpec<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
  L extends object = object,
>
  extends Declaration<I, O, P>, Listed<P, L> {
  /** The fields that tell a person whether this object already exists. */
  identity(wanted: Partial<Wanted<I>>): readonly Field<I>[];

  /** The names of what ids stand for, as far as the run knows them already. */
  names?(reader: Reader): Promise<(field: string, id: unknown) => string | undefined>;
  /** The line of a preview about something that is created or changed. Without it, the line names the fields. */
  readonly inPlan?: {
    created(told: Told<Partial<Wanted<I>>>): string;
    changed(told: Told<Partial<Wanted<I>>>): string;
    /** Whose it is. */
    who?(told: Told<Partial<Wanted<I>>>): string;
    /** Whether somebody gets an e-mail if it is created. */
    isMailed?(wanted: Partial<Wanted<I>>): boolean;
  };
  /** What to do with an object that the service already has. */
  readonly adoption?: AdoptionSpec<Wanted<I>, L>;
  /** Sending a create twice makes two objects, so the journal notes it before. */
  readonly duplicates?: (wanted: Partial<Wanted<I>>) => boolean;

  /** Asks the service questions, to find mistakes before anything is written. */
  preflight?(asked: Preflight<Wanted<I>>): Promise<void>;
  /** Why nobody misses an object that is gone, either alone or together with its parent; undefined if it is missed. */
  notMissed?(
    state: Readonly<Record<string, unknown>>,
    serviceTime: number,
    goneWith: string | undefined,
  ): string | undefined;

  readonly asynchronous?: Asynchronous<L>;

  /** Which account the object is in, and when the service created it, as far as it says so. */
  origin?(live: L): {
    readonly account?: number | null | undefined;
    readonly createdAt?: string | null | undefined;
  };
  /** The object's values under the names and in the form of inputs and outputs. */
  show(live: L): Partial<Wanted<I>> & Partial<z.output<O>>;
  /** Objects that would be deleted together with this one although this resource did not create them. */
  contents?(reader: Reader, id: IdValues<P>): Promise<readonly Content[]>;

  /** Returns the object, or undefined if the service shows it only later. */
  create(api: SmartlockClient, wanted: Wanted<I>): Promise<L | undefined>;
  /** Sets the declared fields. Returns the updated object, or undefined if the service shows it only later. */
  update?(
    api: SmartlockClient,
    live: L,
    wanted: Wanted<I>,
    changed: readonly Field<I>[],
  ): Promise<L | undefined>;
  remove(api: SmartlockClient, id: IdValues<P>): Promise<unknown>;
  readonly bulk?: BulkWrites<Wanted<I>, L, IdValues<P>>;
}

/** How an object that the service already has is taken over, and when not. */
export interface AdoptionSpec<W, L> {
  /** If set, only `adopt: "always"` takes over an existing object. */
  readonly onlyAlways?: string;
  /** For objects whose identity the service allows only once: what is taken if another object has it, and what to do. */
  taken?(wanted: Partial<W>): Taken | undefined;
  /** For objects without a creation date: whether it is safe to assume that a crashed run of ours left this one. */
  recoverable?(live: L, wanted: W): boolean;
  /** Names what only the answer to the create contained, if the object is useless without it; undefined if nothing is missing. */
  lostWithAnswer?(live: L): string | undefined;
  /** Takes over an object for `adopt: "always"`: sets the fields that the service never shows, and returns the updated object. */
  takeOver?(api: SmartlockClient, live: L, wanted: W): Promise<L>;
  /**
   * For `adopt: "always"`: makes a new object in place of one that is useless as it is and cannot be changed. Undefined
   * if the existing object can be taken over.
   */
  makeAnew?(api: SmartlockClient, live: L, wanted: W): Promise<L | undefined>;
}

/** Requests that write many objects at once, for kinds where the service accepts them. The service shows the results later. */
export interface BulkWrites<W, L, Id> {
  /** Creates with the same value here can go into one request. */
  sameCreate(wanted: W): string;
  create(api: SmartlockClient, all: readonly W[]): Promise<unknown>;
  update(api: SmartlockClient, all: readonly { readonly live: L; readonly wanted: W }[]): Promise<unknown>;
  remove(api: SmartlockClient, all: readonly Id[]): Promise<unknown>;
}

/** What two objects cannot both have, such as an e-mail address. */
export interface Taken {
  /** Such as `e-mail address`. */
  readonly what: string;
  /** What to do if somebody else's object has it, without taking it away. */
  readonly advice: string;
  /** What else to do about a create, if the other object may be the declared one. */
  readonly orTakeOver?: string;
}

/** Something that belongs to an object and is deleted together with it. */
export interface Content {
  /** Kind and id, in the form that claims use. */
  readonly object: string;
  readonly words: string;
}

export function defineResource<
  I extends z.ZodObject,
  O extends z.ZodObject,
  P extends IdParts,
  L extends object,
>(spec: ResourceSpec<I, O, P, L>): ResourceSpec<I, O, P, L> {
  return spec;
}

/** What a kind says about objects with the wanted identity. */
export interface AdoptionWords {
  /** If set, only `adopt: "always"` takes over an existing object. */
  readonly onlyAlways?: string | undefined;
  /** Whether another name makes two of them different. */
  readonly isTellableByName: boolean;
  /** For kinds whose identity somebody else may be using: what is taken, and what to do then. */
  readonly taken?: Taken | undefined;
}

/** What a sentence about a change needs. */
export interface Told<Fields = Bag> {
  readonly wanted: Fields;
  /** What it was before. Empty for something new. */
  readonly was: Fields;
  /** The fields that the program changes. */
  readonly changed: readonly string[];
  /** Another one takes its place. */
  readonly isReplaced: boolean;
  /** If fields are ignored, their declared values are not known here: Pulumi passes on the old ones. */
  readonly isNothingIgnored: boolean;
  readonly names: Names;
  /** Whether no line shows the field's value. */
  readonly isUnseen: (field: string) => boolean;
  /** The value of a field in words. */
  readonly words: (field: string, value: unknown) => string;
}
