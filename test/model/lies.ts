import type { Fault, Simulator } from "../../simulator";
import { figures } from "./figures";
import type { CollectionName, LiveObject } from "./objects";

type Shown = CollectionName | "smartlocks";

/** The collection in each list that a provider reads. */
const lists = {
  "GET /account/sub": "subAccounts",
  "GET /account/user": "users",
  "GET /address": "addresses",
  "GET /address/{addressId}/unit": "addressUnits",
  "GET /api/decentralWebhook": "webhooks",
  "GET /notification": "notifications",
  "GET /smartlock": "smartlocks",
  "GET /smartlock/auth": "authorizations",
} as const satisfies Record<string, Shown>;

/** The reads of one object by its id. */
const reads = {
  "GET /account/sub/{accountId}": "subAccounts",
  "GET /account/user/{accountUserId}": "users",
  "GET /notification/{notificationId}": "notifications",
  "GET /smartlock/{smartlockId}": "smartlocks",
  "GET /smartlock/{smartlockId}/auth/{id}": "authorizations",
} as const satisfies Record<string, Shown>;

type ListName = keyof typeof lists;
type ReadName = keyof typeof reads;

export const listNames = Object.keys(lists) as ListName[];
export const readNames = Object.keys(reads) as ReadName[];

export function isRead(operation: string): operation is ReadName {
  return operation in reads;
}

/** The list that shows what a read by id shows. */
export function listOf(read: ReadName): ListName {
  const name = listNames.find((list) => lists[list] === reads[read]);
  if (name === undefined) {
    throw new RangeError(`Nothing lists what ${read} shows.`);
  }
  return name;
}

export function shownBy(operation: string): Shown | undefined {
  return (lists as Partial<Record<string, Shown>>)[operation] ?? (reads as Record<string, Shown>)[operation];
}

/** The wrong answers and errors that a read may give. */
const ofLists = ["without any", "without some", "error 404", "stale", "old values"] as const;
const ofReads = ["error 400", "error 403", "error 404", "error 503", "stale", "old values"] as const;

/** A long campaign tells each of these often enough. */
export const everyLie = [
  ...ofLists.flatMap((kind) => listNames.map((operation) => ({ kind, operation }))),
  ...ofReads.flatMap((kind) => readNames.map((operation) => ({ kind, operation }))),
];

/** A read that gave a wrong answer, or none. */
export interface Lie {
  readonly kind: string;
  readonly operation: string;
  /** The ids it left out, unless it left out everything. */
  readonly ids: readonly string[] | undefined;
}

/** How often each fault had changed an answer up to a moment. */
export type Mark = ReadonlyMap<string, number>;

/** The lies set up for the service, and which of them it has told. */
export class Lies {
  readonly #simulator: Simulator;
  #faults: readonly Fault[] = [];
  #counted: Mark;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
    this.#counted = this.mark();
    // The figures should also show lies that were never told.
    for (const { kind, operation } of everyLie) {
      figures.count(`lies told, ${kind} ${operation}`, 0);
    }
  }

  set(faults: readonly Fault[]): void {
    this.#simulator.setFaults(faults);
    this.#faults = faults;
  }

  mark(): Mark {
    return new Map(
      this.#simulator.firedFaults().map(({ kind, operation, times }) => [`${kind} ${operation}`, times]),
    );
  }

  /** The lies told since a moment by the current faults. */
  since(mark: Mark): Lie[] {
    return this.#firedSince(mark).map(({ lie }) => lie);
  }

  /** Adds the lies told since the last count to the figures. */
  count(): void {
    for (const { lie, times } of this.#firedSince(this.#counted)) {
      const { kind, operation } = lie;
      const isCounted = everyLie.some((each) => each.kind === kind && each.operation === operation);
      figures.count(isCounted ? `lies told, ${kind} ${operation}` : "other faults", times);
    }
    this.#counted = this.mark();
  }

  #firedSince(mark: Mark): { readonly lie: Lie; readonly times: number }[] {
    return this.#simulator.firedFaults().flatMap(({ kind, operation, times }) => {
      const more = times - (mark.get(`${kind} ${operation}`) ?? 0);
      const fault = this.#faults.find((each) => each.kind === kind && isFor(each, operation));
      return more > 0 ? [{ lie: { operation, ...wordsFor(kind, fault) }, times: more }] : [];
    });
  }
}

export const hiding: readonly string[] = [
  "without any",
  "without some",
  "missing page",
  "stale",
  "old values",
];

/** Whether it may have left this object out. */
function isHiding({ kind, operation, ids }: Lie, { collection, id }: LiveObject): boolean {
  const isAbout = shownBy(operation) === collection && (ids?.includes(id.split("/").at(-1) ?? "") ?? true);
  return isAbout && hiding.includes(kind);
}

/** Whether these lies together may have kept a run from seeing this object. */
export function isHidden(lies: readonly Lie[], object: LiveObject): boolean {
  return lies.some((lie) => isHiding(lie, object)) || isGoneWithAddress(lies, object);
}

/** A unit is listed by its address. If lists lack that, and the list of its units is refused, both seem to be gone. */
function isGoneWithAddress(lies: readonly Lie[], { collection }: LiveObject): boolean {
  const isAddressHidden = lies.some(
    ({ kind, operation }) => hiding.includes(kind) && shownBy(operation) === "addresses",
  );
  return collection === "addressUnits" && isAddressHidden && lies.some(isWithoutAddress);
}

/** Whether it answers for a lock as if there were no such lock. */
export function refusesLocks({ kind, operation }: Lie): boolean {
  return /^error 4/.test(kind) && operation === "GET /smartlock/{smartlockId}";
}

/** Whether it answers for the units of an address as if there were no such address. */
export function isWithoutAddress({ kind, operation }: Lie): boolean {
  return kind === "error 404" && shownBy(operation) === "addressUnits";
}

/** Whether it shows objects of a collection as they were at another time. Nothing in such an answer gives that away. */
export function isOutdated({ kind, operation }: Lie, collection: Shown): boolean {
  return ["stale", "old values"].includes(kind) && shownBy(operation) === collection;
}

function wordsFor(kind: string, fault: Fault | undefined): Pick<Lie, "kind" | "ids"> {
  if (fault?.kind === "error") {
    return { kind: `error ${fault.status}`, ids: undefined };
  }
  if (fault?.kind === "lacking") {
    return { kind: fault.ids === undefined ? "without any" : "without some", ids: fault.ids };
  }
  return { kind, ids: undefined };
}

function isFor({ operation }: Fault, name: string): boolean {
  const [method] = name.split(" ");
  return operation === "*" || operation === name || operation === `${method} *`;
}
