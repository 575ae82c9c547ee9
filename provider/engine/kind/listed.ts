import type { SmartlockClient } from "../../api";
import type { View } from "../lists/view";

/** How to parse each part of an id from text, in the order in which the parts appear in the id. */
export type IdParts = Readonly<Record<string, (text: string) => string | number>>;

export type IdValues<P extends IdParts> = { readonly [K in keyof P]: ReturnType<P[K]> };

type Fields = Readonly<Record<string, unknown>>;

/** A device that has to confirm what is done to the objects on it: a lock. */
export interface Device {
  readonly name: string;
  readonly online: boolean;
}

/** What objects belong to: the lock of an authorization, the address of a unit. When it goes, they go too. */
export interface Parent {
  readonly noun: string;
  /** How the service lists and reads it. */
  readonly kind: Listed;
  /** Its id, taken from an object's id or from declared fields; undefined if they do not say. */
  keyFrom(fields: Fields): string | undefined;
  /** Its name, if this program has read it already. Messages are written without asking the service. */
  readonly nameSeen?: (key: string) => string | undefined;
  /** The account that it is in, for objects that do not name theirs. */
  accountOf?(reader: Reader, key: string): Promise<number | undefined>;
  /** For a device. Without it, the service itself does what it is asked. */
  readonly device?: {
    find(reader: Reader, key: string): Promise<Device | undefined>;
    /** Makes the service ask the device what it really holds. Costs battery. */
    sync(api: SmartlockClient, key: string): Promise<unknown>;
  };
}

/** Lists of the objects of one parent, for kinds where the service offers such lists beside the complete one. */
export interface ListsByParent<L> {
  list(api: SmartlockClient, parent: string): Promise<L[]>;
  /** Whether the lists of this many parents cost less than the complete list. */
  areCheaper(reader: Reader, count: number): Promise<boolean>;
}

/** A list that is filtered, or split into different pages. */
export interface OtherList<L> {
  /** The filter for the entries that matter to a declaration, such as a type, if the service can filter by it. */
  wordOf?(wanted: Fields): string;
  list(api: SmartlockClient, parent: string, word?: string): Promise<L[]>;
  /** The same for one parent, for kinds that have such lists. */
  listByParent?(api: SmartlockClient, parent: string): Promise<L[]>;
}

/** What the engine needs to list the objects of a kind, and to read one of them. */
export interface Listed<P extends IdParts = IdParts, L extends object = object> {
  readonly type: string;
  readonly id: P;
  readonly parent?: Parent;
  /** The complete list, or that of a parent. */
  list(api: SmartlockClient, parent: string): Promise<L[]>;
  /** Lists of the objects of one parent; `"only"` if the service has no list of all of them. */
  readonly byParent?: ListsByParent<L> | "only";
  /** Another way to get the same list, if the service has one. It may show objects that the first list leaves out. */
  readonly otherwise?: OtherList<L>;
  /** Reads the object by its id, if the service can. If the object is returned, it does not matter what lists show. */
  get?(api: SmartlockClient, id: IdValues<P>): Promise<L>;
  /** For kinds that cannot be read by id: a request that the service answers only while it has the object. */
  witness?(api: SmartlockClient, id: IdValues<P>): Promise<unknown>;
  idOf(live: L): IdValues<P>;
}

/** The account of a run, as a specification may ask it. */
export interface Reader {
  readonly api: SmartlockClient;
  /** The list of the objects of a kind, limited to the part that matters for these fields. Read once for the whole run. */
  collection<P extends IdParts, L extends object>(kind: Listed<P, L>, fields: Fields): View<L>;
  /** Prints a line once, even if many resources want to print it. */
  sayOnce(line: string): void;
}
