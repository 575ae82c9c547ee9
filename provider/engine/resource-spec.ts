import type { z } from "zod";
import type { SmartlockClient } from "../api";
import type { View } from "./collection";
import type { Preflight } from "./preflight";
import type { Session } from "./session";
import type { SteeringField } from "./steering";

/** How the parts of an id are told from text, in the order in which they stand in it. */
export type IdParts = Readonly<Record<string, (text: string) => string | number>>;

export type IdValues<P extends IdParts> = { readonly [K in keyof P]: ReturnType<P[K]> };

/** The declared fields as `check` leaves them: normalised, in the form of the wire. */
export type Wanted<I extends z.ZodObject> = Omit<z.output<I>, SteeringField>;

type Field<I extends z.ZodObject> = Extract<keyof Wanted<I>, string>;

/** A mistake in what is declared, at a field. */
export interface Problem {
  readonly field: string;
  readonly reason: string;
}

/** Something on which objects live and which confirms what is done to them: a lock. */
export interface Host {
  readonly name: string;
  readonly online: boolean;
}

/** What objects are part of, and go with. */
export interface Container {
  readonly noun: string;
  collection(session: Session): Pick<View<object>, "known" | "isMissing">;
  /** Its key in that collection, from an id or from declared fields. */
  keyFrom(fields: Readonly<Record<string, unknown>>): string;
  /** Whether the token reads it now, by its id. */
  readonly isReadable?: (session: Session, fields: Readonly<Record<string, unknown>>) => Promise<boolean>;
}

/** Lists of a part of the objects, for kinds of which the service gives out such lists. */
export interface PartLists<L> {
  /** The part that something is in, from an id or from declared fields; undefined where these do not tell. */
  keyFrom(fields: Readonly<Record<string, unknown>>): string | undefined;
  list(api: SmartlockClient, part: string): Promise<L[]>;
  of(live: L): string;
  /** Whether the lists of so many parts cost less than the whole one. */
  areCheaper(session: Session, count: number): Promise<boolean>;
}

/** A list that is filtered, or cut into other pages. */
export interface OtherList<L> {
  /** What of it matters to a declaration, where it can be asked for alone: a type. */
  wordOf?(wanted: Readonly<Record<string, unknown>>): string;
  list(api: SmartlockClient, listedBy: string, word?: string): Promise<L[]>;
  /** The same of a part, for kinds that are listed in parts. */
  listPart?(api: SmartlockClient, part: string): Promise<L[]>;
}

/**
 * For kinds whose writes are only accepted at first and done later.
 */
export interface Asynchronous<L> {
  /** An operation on the object is under way: it is not what it will be. */
  busy(live: L): boolean;
  /** Writes that the service does later. A delete of any kind may be. */
  readonly create: boolean;
  readonly update: boolean;
  /** The device that has to confirm; without one, the service itself does the work. */
  readonly host?: {
    keyFrom(fields: Readonly<Record<string, unknown>>): string;
    find(session: Session, key: string): Promise<Host | undefined>;
    /** Makes the service ask the device what it really holds. Costs battery. */
    sync(api: SmartlockClient, key: string): Promise<unknown>;
  };
}

/** What a kind of resource says to the program, to the page about it and to `check`. */
export interface Declaration<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
> {
  readonly type: string;
  /** For the page: what it is, what is worth knowing, and by what a person would recognise one that exists. */
  readonly docs: { readonly summary: string; readonly identity: string; readonly notes: readonly string[] };
  /** Each field with its description as a doc comment: the editor's hover text and the page come from there. */
  readonly inputs: I;
  /** What the service adds. */
  readonly outputs: O;
  /** Fields that never appear in the clear, among inputs and outputs. Empty where there is none. */
  readonly secrets: readonly (keyof z.output<I> | keyof z.output<O>)[];
  readonly id: P;
  /** Fields whose change needs another object. */
  readonly replacedBy?: (wanted: Partial<Wanted<I>>) => readonly Field<I>[];
  /** A replacement is made before the old one goes. */
  readonly createFirst?: boolean;
  /** Rules between fields. A field that is declared, but not known yet, is not in `wanted` but in `unknown`. */
  rules?(wanted: Partial<Wanted<I>>, unknown: ReadonlySet<string>): Problem[];
  /** Values that follow from what is declared; part of `check`. */
  complete?(wanted: Partial<Wanted<I>>, unknown: ReadonlySet<string>): Partial<Wanted<I>>;
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
  /** The fields by which a person would say: this one exists already. */
  identity(wanted: Partial<Wanted<I>>): readonly Field<I>[];

  /** Fields that can never change, not even by a replacement. */
  readonly fixed?: readonly Field<I>[];
  /** Fields that the create call does not take: set by an update afterwards. */
  readonly setAfterCreation?: (wanted: Partial<Wanted<I>>) => readonly Field<I>[];
  /** What a create leaves in such fields until then: what has anything else there was made by somebody else. Without it they say nothing. */
  readonly leftByCreate?: (wanted: Partial<Wanted<I>>) => Partial<Record<Field<I>, unknown>>;
  /** Fields where an object is described rather than replaced: only the declared keys count. */
  readonly openObjects?: readonly Field<I>[];
  /** Fields that the service may keep in another form than it was sent, such as a name that it cuts. */
  readonly alterable?: readonly Field<I>[];
  /** Fields that the service never shows: compared with the state. */
  readonly writeOnly?: readonly Field<I>[];
  /** Forms in which values are compared. */
  readonly compareAs?: Partial<Record<Field<I>, (value: unknown) => unknown>>;
  /** Values as a person says them, where the wire has a form for machines. */
  readonly speakAs?: Partial<Record<Field<I>, (value: unknown) => string>>;
  /** What fields that are not declared mean, for kinds that are managed as a whole. */
  readonly defaults?: Partial<Wanted<I>>;
  /** Only `adopt: "always"` takes over what exists. */
  readonly adoptOnlyAlways?: string;
  /** Asking twice makes two: an intent is noted before the create. */
  readonly duplicates?: (wanted: Partial<Wanted<I>>) => boolean;

  /** Questions to the service that tell a mistake before anything is written. */
  preflight?(asked: Preflight<Wanted<I>>): Promise<void>;
  /** What two resources of one program must not both declare. The words hold no secret. */
  collides?(wanted: Wanted<I>): readonly { readonly key: string; readonly words: string }[];
  /** A line that belongs in the preview of a creation. */
  announceCreation?(wanted: Partial<Wanted<I>>): string | undefined;
  /** Why nobody misses an object that is gone, alone or with what it was part of; undefined if somebody does. */
  notMissed?(
    state: Readonly<Record<string, unknown>>,
    serviceTime: number,
    goneWith: string | undefined,
  ): string | undefined;

  readonly container?: Container;
  readonly asynchronous?: Asynchronous<L>;

  /** Which list the object is in, from an id or from declared fields; one list for all where there is no such thing. */
  readonly listedBy?: (fields: Readonly<Record<string, unknown>>) => string;
  /** The complete list. */
  list(api: SmartlockClient, listedBy: string): Promise<L[]>;
  readonly parts?: PartLists<L>;
  /** Another way to the same list, where the service has one: what one leaves out, the other need not. */
  readonly otherwise?: OtherList<L>;
  /** Reads the object by its id, where the service can: if it answers with the object, no list counts. */
  get?(api: SmartlockClient, id: IdValues<P>): Promise<L>;
  /** For kinds that cannot be read by id: whether a request is answered that is answered only while the object is there. */
  isWitnessed?(api: SmartlockClient, id: IdValues<P>): Promise<boolean>;
  idOf(live: L): IdValues<P>;
  accountOf(live: L): number | undefined;
  /** The account of an object that does not tell it itself: that of what it is part of. */
  accountFrom?(session: Session, fields: Readonly<Record<string, unknown>>): Promise<number | undefined>;
  /** When the service made it, if it says so. */
  createdAt(live: L): string | undefined;
  /** The object's values under the names and in the form of inputs and outputs. */
  show(live: L): Partial<Wanted<I>> & Partial<z.output<O>>;
  /** For objects without a date of creation: whether a crashed run of ours may be believed to have left it. */
  recoverable?(live: L, wanted: Wanted<I>): boolean;
  /** What only the answer to the create has told of it, and without which it is of no use; undefined if nothing is missing. */
  lostWithAnswer?(live: L): string | undefined;
  /** Takes over an object by `adopt: "always"`: sets what the service never shows, and returns it as it is then. */
  takeOver?(api: SmartlockClient, live: L, wanted: Wanted<I>): Promise<L>;
  /** What takes its place by `adopt: "always"` if it is of no use as it is, and cannot be changed; undefined if it can be taken. */
  makeAnew?(api: SmartlockClient, live: L, wanted: Wanted<I>): Promise<L | undefined>;
  /** What would be lost with the object and was not made by it, in words. */
  contents?(session: Session, id: IdValues<P>): Promise<readonly Content[]>;

  /** A value that only one object can have, now and as wanted: moving such values in a circle needs two runs. */
  moves?(
    shown: Partial<Wanted<I>>,
    wanted: Partial<Wanted<I>>,
  ): { readonly from: string; readonly to: string } | undefined;

  /** The object, or undefined where the service will show it later. */
  create(api: SmartlockClient, wanted: Wanted<I>): Promise<L | undefined>;
  /** Sets the declared fields. The object as it is then, or undefined where the service will show it later. */
  update?(
    api: SmartlockClient,
    live: L,
    wanted: Wanted<I>,
    changed: readonly Field<I>[],
  ): Promise<L | undefined>;
  remove(api: SmartlockClient, id: IdValues<P>): Promise<unknown>;
  readonly bulk?: BulkWrites<Wanted<I>, L, IdValues<P>>;
}

/** Requests that write many objects, for kinds of which the service takes such. It shows what they did later. */
export interface BulkWrites<W, L, Id> {
  /** Creates for which this is the same can be asked for in one request. */
  sameCreate(wanted: W): string;
  create(api: SmartlockClient, all: readonly W[]): Promise<unknown>;
  update(api: SmartlockClient, all: readonly { readonly live: L; readonly wanted: W }[]): Promise<unknown>;
  remove(api: SmartlockClient, all: readonly Id[]): Promise<unknown>;
}

/** Something that belongs to an object and goes with it. */
export interface Content {
  /** Kind and id, as a claim names it. */
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
