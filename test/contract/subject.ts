import type { AccountState } from "../../simulator";
import type { registry } from "../../provider/resources";
import type { Bag } from "../protocol/plugin";
import type { World } from "./world";

/**
 * A set has many objects, and what becomes of each is the contract of the kind that they are of: what a set adds to
 * that is in test/sets.
 */
export type KindName = Exclude<keyof typeof registry, "AuthorizationSet">;

export type CollectionName =
  "addresses" | "addressUnits" | "users" | "subAccounts" | "authorizations" | "webhooks" | "notifications";

/** One field of a declaration, changed alone, and what must become of it. */
export interface Change {
  readonly field: string;
  /** What the program declares then; undefined takes the field out of the program. */
  to(n: number): unknown;
  /** As the service holds it then, where that is not what is declared. */
  stored?(n: number): unknown;
  /** `refused`: the preview fails and says why. */
  readonly operation: "update" | "replace" | "same" | "refused";
  /** Fields that must change along with it for the declaration to make sense. */
  readonly along?: (n: number) => Bag;
  /** How a preview tells both values when somebody else did this change; otherwise in JSON. */
  readonly said?: { readonly found: string; readonly declared: string };
  /**
   * What the next preview makes of it when somebody else did this change: as when the program did it, nothing
   * because the service does not show it, or it cannot happen.
   */
  readonly outside?: "unseen" | "impossible";
}

/** A value that `check` must refuse. */
export interface Bad {
  readonly field: string;
  readonly value: unknown;
  /** Found in what is said about it. */
  readonly says: RegExp;
  /** Other fields of the declaration that the mistake depends on. */
  readonly along?: Bag;
  /** Only the service can tell. */
  readonly asksService?: boolean;
}

/** A kind of resource, in one of the forms in which it behaves differently. */
export interface Subject {
  readonly kind: KindName;
  /** Empty where the kind has one form only. */
  readonly form: string;
  readonly collection: CollectionName;
  /** A declaration, in the form of the wire. No two numbers share an identity. */
  inputs(n: number): Bag;
  /** The simulator's record of something declared so. */
  record(inputs: Bag, n: number, creationDate: string): Bag;
  idOf(record: Bag): string;
  /** The parts of that id as outputs. */
  idOutputs(record: Bag): Bag;
  /** What says that two are the same, from a record or from a declaration. */
  identity(fields: Bag): string;
  readonly changes: readonly Change[];
  readonly bad: readonly Bad[];
  readonly secrets: readonly string[];
  readonly writeOnly: readonly string[];
  /** What is different from the declaration in everything but its identity; absent where there is nothing else. */
  readonly different?: Bag;
  /** Who may take over what is there already: the exceptions of the adoption table. */
  readonly adoption: {
    /** Whether `recover` takes what is young, and what is old. */
    readonly young: boolean;
    readonly old: boolean;
    readonly same: boolean;
  };
  /** The operation of the simulator that deletes one. */
  readonly deletion: string;
}

export function nameOf({ kind, form }: Subject): string {
  return form === "" ? kind : `${kind} (${form})`;
}

export function recordsOf(world: World, subject: Subject): Bag[] {
  return world.simulator.state()[subject.collection];
}

/** The record of a resource in the engine's state, found by its id alone. */
export function recordOf(world: World, subject: Subject, name: string): Bag | undefined {
  const id = world.engine.state.get(name)?.id;
  return recordsOf(world, subject).find((record) => subject.idOf(record) === id);
}

/** Everything on the service that has the identity of a declaration. */
export function matching(world: World, subject: Subject, declared: Bag): Bag[] {
  const wanted = subject.identity(declared);
  return recordsOf(world, subject).filter((record) => subject.identity(record) === wanted);
}

/** Puts records into an account, or takes them out. */
export function replaceRecords(
  state: AccountState,
  subject: Subject,
  change: (records: readonly Bag[]) => Bag[],
): void {
  // The simulator parses whatever it is given; a table knows its own records.
  (state as unknown as Record<CollectionName, Bag[]>)[subject.collection] = change(state[subject.collection]);
}

/** What changes by itself whenever an object is written. */
const volatile = ["updateDate", "lastActiveDate"];

export function settled(record: Bag | undefined): Bag {
  return Object.fromEntries(
    Object.entries(record ?? {}).filter(([key, value]) => !volatile.includes(key) && value !== undefined),
  );
}

/** Fields that are there: an absent one is not declared. */
export function declared(fields: Bag): Bag {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const steering: Readonly<Record<string, Bad>> = {
  adopt: { field: "adopt", value: "maybe", says: /must be one of "recover"/ },
  settleTimeout: { field: "settleTimeout", value: 0, says: /must be more than 0 seconds/ },
  waitFor: { field: "waitFor", value: "later", says: /must be one of "confirmed"/ },
  deleteContents: { field: "deleteContents", value: "yes", says: /must be true or false/ },
};

/** Fields that steer the provider are the same for every kind that has them. */
export function badSteering(...fields: readonly (keyof typeof steering)[]): Bad[] {
  return fields.flatMap((field) => steering[field] ?? []);
}
