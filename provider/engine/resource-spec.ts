import type { z } from "zod";
import type { SmartlockClient } from "../api";
import type { View } from "./collection";
import type { Names, Told } from "./plan";
import type { Preflight } from "./preflight";
import type { Session } from "./session";
import type { SteeringField } from "./steering";
import type { Move } from "./moves";

/** How to parse each part of an id from text, in the order in which the parts appear in the id. */
export type IdParts = Readonly<Record<string, (text: string) => string | number>>;

export type IdValues<P extends IdParts> = { readonly [K in keyof P]: ReturnType<P[K]> };

/** The declared fields as `check` returns them: normalised, in words. */
export type Wanted<I extends z.ZodObject> = Omit<z.output<I>, SteeringField>;

type Field<I extends z.ZodObject> = Extract<keyof Wanted<I>, string>;

/** A mistake in a declared field. */
export interface Problem {
  readonly field: string;
  /** The part of the field that it is about, such as `[0].smartlockId`. */
  readonly at?: string;
  readonly reason: string;
}

/** A device that holds objects and confirms what is done to them: a lock. */
export interface Host {
  readonly name: string;
  readonly online: boolean;
}

/** What objects are part of. When it is deleted, they go too. */
export interface Container {
  readonly noun: string;
  collection(session: Session): Pick<View<object>, "known" | "isMissing">;
  /** The container's key in that collection, taken from an id or from declared fields. */
  keyFrom(fields: Readonly<Record<string, unknown>>): string;
  /** The container's name, if this program has read it already. Messages are written without asking the service. */
  readonly nameSeen?: (key: string) => string | undefined;
  /** Whether it is known what became of the container: the token can read it by its id, or it is proven gone. */
  readonly isAccountedFor?: (session: Session, fields: Readonly<Record<string, unknown>>) => Promise<boolean>;
}

/** Lists of one part of the objects, for kinds where the service offers such lists. */
export interface PartLists<L> {
  /** The part that something belongs to, taken from an id or from declared fields; undefined if they do not say. */
  keyFrom(fields: Readonly<Record<string, unknown>>): string | undefined;
  list(api: SmartlockClient, part: string): Promise<L[]>;
  of(live: L): string;
  /** Whether the lists of this many parts cost less than the complete list. */
  areCheaper(session: Session, count: number): Promise<boolean>;
}

/** A list that is filtered, or split into different pages. */
export interface OtherList<L> {
  /** The filter for the entries that matter to a declaration, such as a type, if the service can filter by it. */
  wordOf?(wanted: Readonly<Record<string, unknown>>): string;
  list(api: SmartlockClient, listedBy: string, word?: string): Promise<L[]>;
  /** The same for one part, for kinds that are listed in parts. */
  listPart?(api: SmartlockClient, part: string): Promise<L[]>;
}

/** For kinds where the service only accepts a write at first, and does it later. */
export interface Asynchronous<L> {
  /** An operation on the object is still in progress, so its values may still change. */
  busy(live: L): boolean;
  /** Which operation that is, if the service says so. */
  operation?(live: L): string | undefined;
  /** Whether the service does these writes later. A delete may always be done later. */
  readonly create: boolean;
  readonly update: boolean;
  /** The device that has to confirm. Without one, the service itself does the work. */
  readonly host?: {
    keyFrom(fields: Readonly<Record<string, unknown>>): string;
    find(session: Session, key: string): Promise<Host | undefined>;
    /** Makes the service ask the device what it really holds. Costs battery. */
    sync(api: SmartlockClient, key: string): Promise<unknown>;
  };
}

/** The part of a kind that programs, its documentation page and `check` use. */
export interface Declaration<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
> {
  readonly type: string;
  /** For the documentation page: what it is, what is worth knowing, and how a person recognises an existing one. */
  readonly docs: { readonly summary: string; readonly identity: string; readonly notes: readonly string[] };
  /** Each field has its description as a doc comment. The editor's hover text and the page are made from it. */
  readonly inputs: I;
  /** Fields that the service adds. */
  readonly outputs: O;
  /** Inputs and outputs that never appear in the clear. Empty if there are none. */
  readonly secrets: readonly (keyof z.output<I> | keyof z.output<O>)[];
  /** Inputs that name people. With `words=off`, no line has them. */
  readonly people?: readonly (keyof z.output<I> & string)[];
  readonly id: P;
  /** Fields that cannot be changed in place. A change replaces the object. */
  readonly replacedBy?: (wanted: Partial<Wanted<I>>) => readonly Field<I>[];
  /** In a replacement, the new object is created before the old one is deleted. */
  readonly createFirst?: boolean;
  /** What is allowed but may not be meant, from the declaration alone. Each is a sentence about the object, without its end. */
  readonly doubts?: (wanted: Partial<Wanted<I>>) => readonly string[];
  /** Rules between fields. A field that is declared but not known yet is in `unknown`, not in `wanted`. */
  rules?(wanted: Partial<Wanted<I>>, unknown: ReadonlySet<string>): Problem[];
  /** Converts the values that an older release stored, in the service's form, to words. Words stay as they are. */
  readonly inWords?: (stored: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/**
 * What is special about one kind of resource. Everything else (comparing, adopting, waiting, deleting, the
 * shape of results) is done once, in this folder.
 */
export interface ResourceSpec<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
  L extends object = object,
> extends Declaration<I, O, P> {
  /** The fields that tell a person whether this object already exists. */
  identity(wanted: Partial<Wanted<I>>): readonly Field<I>[];

  /** Fields that can never change, not even by a replacement. */
  readonly fixed?: readonly Field<I>[];
  /** Fields that the create call does not take. An update sets them afterwards. */
  readonly setAfterCreation?: (wanted: Partial<Wanted<I>>) => readonly Field<I>[];
  /**
   * The values that a create leaves in those fields until then. An object with other values was made by somebody else.
   * Fields without such a value are not compared.
   */
  readonly leftByCreate?: (wanted: Partial<Wanted<I>>) => Partial<Record<Field<I>, unknown>>;
  /** Fields with an object as their value, where only the declared keys count. */
  readonly openObjects?: readonly Field<I>[];
  /** Fields that the service may store in another form than it was sent, such as a name that it cuts off. */
  readonly alterable?: readonly Field<I>[];
  /** Fields that the service never shows. They are compared with the state. */
  readonly writeOnly?: readonly Field<I>[];
  /** Converts values to the form in which they are compared. What a value means may depend on the other fields. */
  readonly compareAs?: Partial<Record<Field<I>, (value: unknown, all: Partial<Wanted<I>>) => unknown>>;
  /** Converts values to text for a sentence. */
  readonly speakAs?: Partial<Record<Field<I>, (value: unknown, names: Names) => string>>;
  /** The names of what ids stand for, as far as the run knows them already. */
  names?(session: Session): Promise<(field: string, id: unknown) => string | undefined>;
  /** The line of a preview about something that is created or changed. Without it, the line names the fields. */
  readonly inPlan?: {
    created(told: Told<Partial<Wanted<I>>>): string;
    changed(told: Told<Partial<Wanted<I>>>): string;
    /** Whether somebody gets an e-mail if it is created. */
    isMailed?(wanted: Partial<Wanted<I>>): boolean;
  };
  /** The values of fields that are not declared, for kinds that are managed as a whole. */
  readonly defaults?: Partial<Wanted<I>>;
  /** If set, only `adopt: "always"` takes over an existing object. */
  readonly adoptOnlyAlways?: string;
  /** For objects whose identity the service allows only once: what is taken if another object has it, and what to do. */
  readonly taken?: (wanted: Partial<Wanted<I>>) => Taken | undefined;
  /** Sending a create twice makes two objects, so an intent is noted before the create. */
  readonly duplicates?: (wanted: Partial<Wanted<I>>) => boolean;
  /** Words of the identity as the service's numbers: releases before 0.3.0 named their intents by these. */
  readonly inNumbers?: (wanted: Partial<Wanted<I>>) => Readonly<Record<string, unknown>>;

  /** Asks the service questions, to find mistakes before anything is written. */
  preflight?(asked: Preflight<Wanted<I>>): Promise<void>;
  /** Things that two resources of one program must not both declare. `words` contains no secret. */
  collides?(wanted: Wanted<I>): readonly { readonly key: string; readonly words: (names: Names) => string }[];
  /** Why nobody misses an object that is gone, either alone or together with its container; undefined if it is missed. */
  notMissed?(
    state: Readonly<Record<string, unknown>>,
    serviceTime: number,
    goneWith: string | undefined,
  ): string | undefined;

  readonly container?: Container;
  readonly asynchronous?: Asynchronous<L>;

  /** Which list the object is in, taken from an id or from declared fields. Without this, one list holds all objects. */
  readonly listedBy?: (fields: Readonly<Record<string, unknown>>) => string;
  /** The complete list. */
  list(api: SmartlockClient, listedBy: string): Promise<L[]>;
  readonly parts?: PartLists<L>;
  /** Another way to get the same list, if the service has one. It may show objects that the first list leaves out. */
  readonly otherwise?: OtherList<L>;
  /** Reads the object by its id, if the service can. If the object is returned, it does not matter what lists show. */
  get?(api: SmartlockClient, id: IdValues<P>): Promise<L>;
  /** For kinds that cannot be read by id: a request that the service answers only while it has the object. */
  witness?(api: SmartlockClient, id: IdValues<P>): Promise<unknown>;
  idOf(live: L): IdValues<P>;
  accountOf(live: L): number | undefined;
  /** The account of an object that does not name its account: the account of its container. */
  accountFrom?(session: Session, fields: Readonly<Record<string, unknown>>): Promise<number | undefined>;
  /** When the service created the object, if it says so. */
  createdAt(live: L): string | undefined;
  /** The object's values under the names and in the form of inputs and outputs. */
  show(live: L): Partial<Wanted<I>> & Partial<z.output<O>>;
  /** For objects without a creation date: whether it is safe to assume that a crashed run of ours left this one. */
  recoverable?(live: L, wanted: Wanted<I>): boolean;
  /** Names what only the answer to the create contained, if the object is useless without it; undefined if nothing is missing. */
  lostWithAnswer?(live: L): string | undefined;
  /** Takes over an object for `adopt: "always"`: sets the fields that the service never shows, and returns the updated object. */
  takeOver?(api: SmartlockClient, live: L, wanted: Wanted<I>): Promise<L>;
  /**
   * For `adopt: "always"`: makes a new object in place of one that is useless as it is and cannot be changed. Undefined
   * if the existing object can be taken over.
   */
  makeAnew?(api: SmartlockClient, live: L, wanted: Wanted<I>): Promise<L | undefined>;
  /** Objects that would be deleted together with this one although this resource did not create them. */
  contents?(session: Session, id: IdValues<P>): Promise<readonly Content[]>;

  /**
   * A value that only one object can have at a time, as it is now and as wanted. Moving such values in a circle takes
   * two runs.
   */
  moves?(shown: Partial<Wanted<I>>, wanted: Partial<Wanted<I>>): Move | undefined;

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
  /** As the subject of a clause: `its e-mail address`. */
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
