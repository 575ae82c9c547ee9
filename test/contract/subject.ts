import type { AccountState } from "../../simulator";
import type { registry } from "../../provider/resources";
import type { Bag } from "../protocol/plugin";
import type { World } from "./world";

/**
 * A set has many objects, and the contract of their kind covers each of them. Everything that a set adds to that is in
 * test/sets.
 */
export type KindName = Exclude<keyof typeof registry, "AuthorizationSet">;

export type CollectionName =
  "addresses" | "addressUnits" | "users" | "subAccounts" | "authorizations" | "webhooks" | "notifications";

/** Two values as a preview shows them. */
interface Said {
  readonly found: string;
  readonly declared: string;
}

/** A change of one field of a declaration, and what must happen to it. */
export interface Change {
  readonly field: string;
  /** The declared value after the change; undefined removes the field from the program. */
  to(n: number): unknown;
  /** The value that the service then stores, if that differs from the declared one. */
  stored?(n: number): unknown;
  /** `refused`: the preview fails and says why. */
  readonly operation: "update" | "replace" | "same" | "refused";
  /** Fields that must change with it, so that the declaration stays valid. */
  readonly along?: (n: number) => Bag;
  /** How a preview shows both values when somebody else makes this change; as JSON by default. */
  readonly said?: Said | ((n: number) => Said);
  /**
   * What the next preview does when somebody else makes this change. By default the same as for a change in the
   * program; `unseen`: nothing, because the service does not show it; `impossible`: it cannot happen.
   */
  readonly outside?: "unseen" | "impossible";
}

/** A value that `check` must refuse. */
export interface Bad {
  readonly field: string;
  readonly value: unknown;
  /** Matches the message about it. */
  readonly says: RegExp;
  /** Other fields of the declaration that the mistake depends on. */
  readonly along?: Bag;
  /** Only the service can tell. */
  readonly asksService?: boolean;
}

/** A kind of resource, in one of the forms that behave differently. */
export interface Subject {
  readonly kind: KindName;
  /** Empty if the kind has only one form. */
  readonly form: string;
  readonly collection: CollectionName;
  /** A declaration, with the field values that are sent to the service. No two numbers share an identity. */
  inputs(n: number): Bag;
  /** The fields that outputs show in other words than they were declared with. */
  readonly inWords?: Bag;
  /** The simulator's record of such a declaration. */
  record(inputs: Bag, n: number, creationDate: string): Bag;
  idOf(record: Bag): string;
  /** The parts of that id as outputs. */
  idOutputs(record: Bag): Bag;
  /** The identity, from a record or from a declaration: two with the same identity are the same. */
  identity(fields: Bag): string;
  readonly changes: readonly Change[];
  readonly bad: readonly Bad[];
  readonly secrets: readonly string[];
  readonly writeOnly: readonly string[];
  /** Values that differ from the declaration in everything but the identity; absent if there is nothing else. */
  readonly different?: Bag;
  /** Which existing objects may be adopted: the exceptions of the adoption table. */
  readonly adoption: {
    /** Whether `recover` adopts young objects, and old ones. */
    readonly young: boolean;
    readonly old: boolean;
    readonly same: boolean;
  };
  /** The operation of the simulator that deletes an object. */
  readonly deletion: string;
}

export function nameOf({ kind, form }: Subject): string {
  return form === "" ? kind : `${kind} (${form})`;
}

export function recordsOf(world: World, subject: Subject): Bag[] {
  return world.simulator.state()[subject.collection];
}

/** The record of a resource in the engine's state, found only by its id. */
export function recordOf(world: World, subject: Subject, name: string): Bag | undefined {
  const id = world.engine.state.get(name)?.id;
  return recordsOf(world, subject).find((record) => subject.idOf(record) === id);
}

/** All objects on the service with the identity of a declaration. */
export function matching(world: World, subject: Subject, declared: Bag): Bag[] {
  const wanted = subject.identity(declared);
  return recordsOf(world, subject).filter((record) => subject.identity(record) === wanted);
}

/** Adds records to an account, or removes them. */
export function replaceRecords(
  state: AccountState,
  subject: Subject,
  change: (records: readonly Bag[]) => Bag[],
): void {
  // The simulator parses whatever it gets; a table knows its own records.
  (state as unknown as Record<CollectionName, Bag[]>)[subject.collection] = change(state[subject.collection]);
}

/** Fields that change by themselves whenever an object is written. */
const volatile = ["updateDate", "lastActiveDate"];

export function settled(record: Bag | undefined): Bag {
  return Object.fromEntries(
    Object.entries(record ?? {}).filter(([key, value]) => !volatile.includes(key) && value !== undefined),
  );
}

/** Only the fields with a value: an undefined field is not declared. */
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
