import { type Fault, type OperationName, type RecordedRequest, servedOperations } from "../../simulator";
import { isList } from "../../simulator/reads";
import type { Alters } from "./alters";

/** Where and for how long something goes wrong. */
export type Course =
  /** One write meets it. */
  | "one write"
  /** Every write meets it, until it is cleared. */
  | "all writes"
  /** Each list meets it once. */
  | "each read once"
  | "all reads"
  /** Every list meets it, until it is cleared; reads by id work. */
  | "all lists"
  /** Every read of one of the objects by id meets it, while all lists lack the objects. */
  | "reads by id"
  /** One write meets it, and from then on the service does not answer any more. */
  | "outage from a write on"
  | "the lock"
  /** The account stores something other than it was sent, from the start and permanently. */
  | "the account";

type Shape = Fault extends infer One
  ? One extends Fault
    ? Omit<One, "operation" | "count" | "skip">
    : never
  : never;

export interface Row {
  readonly name: string;
  readonly trouble: string;
  readonly course: Course;
  /** What every matching request meets; undefined if no request is in trouble. */
  readonly fault: Shape | undefined;
  /** How the account alters what it is sent, if that is the trouble. */
  readonly alters?: Alters;
}

/** Longer than any run here waits, so such an answer never comes. */
const NEVER_MS = 1e10;

/** Said about the objects of the program. */
export const OURS_UNLISTED = "it is not listed";

const html = { kind: "error", status: 502, body: "html" } as const;
const passing = {
  "429 with seconds": { kind: "error", status: 429, retryAfter: { seconds: 3 } },
  "429 with a date": { kind: "error", status: 429, retryAfter: { dateInSeconds: 3 } },
  "429 without a time": { kind: "error", status: 429, body: "empty" },
  "502 with HTML": html,
  "503": { kind: "error", status: 503, body: "status" },
  slow: { kind: "slow", ms: 5_000 },
  truncated: { kind: "truncate" },
  "empty body": { kind: "empty body" },
  "401": { kind: "error", status: 401 },
} as const satisfies Record<string, Shape>;

const before = {
  "500": { kind: "error", status: 500, when: "before" },
  dropped: { kind: "drop", when: "before" },
  "no answer": { kind: "slow", ms: NEVER_MS, when: "before" },
} as const satisfies Record<string, Shape>;

const after = {
  "500 after the effect": { kind: "error", status: 500, when: "after" },
  "502 with HTML after the effect": { ...html, when: "after" },
  "dropped after the effect": { kind: "drop", when: "after" },
  "no answer after the effect": { kind: "slow", ms: NEVER_MS, when: "after" },
} as const satisfies Record<string, Shape>;

const busy = { "423": { kind: "error", status: 423, body: "exception without message" } } as const;
const stale = { "stale list": { kind: "stale" } } as const;
/** Never permanent: an account whose lists stay empty is an empty account. */
const missing = { "missing page": { kind: "missing page" } } as const;
/** The counts are consistent, so nothing gives the lie away. */
const lacking = {
  "nothing is listed": { kind: "lacking" },
  [OURS_UNLISTED]: { kind: "lacking" },
} as const satisfies Record<string, Shape>;
const absent = { "404": { kind: "error", status: 404 } } as const;
const old = {
  "old values": { kind: "old values" },
  "old values and nothing new": { kind: "old values", lacksNew: true },
} as const satisfies Record<string, Shape>;
const unreadable = {
  "400": { kind: "error", status: 400 },
  "403": { kind: "error", status: 403 },
  ...absent,
  "500": { kind: "error", status: 500 },
  stale: { kind: "stale" },
} as const satisfies Record<string, Shape>;
const ghost = { ghost: { kind: "ghost" } } as const;
const revoked = { "401": passing["401"] };

/** An hour cannot be divided into steps of seven minutes, so every window changes. */
const altering = {
  "names are cut": { cutNamesAt: 4 },
  "names are in capitals": { nameCase: "upper" },
  "times are rounded": { roundTimesToMinutes: 7 },
  "the window is wider": { widensWindow: true },
} as const satisfies Record<string, Alters>;

export const rows: readonly Row[] = [
  ...rowsOf("one write", { ...before, ...after, ...passing, ...busy, ...ghost }),
  ...rowsOf("all writes", { ...before, ...after, ...passing, ...busy, ...ghost }),
  ...rowsOf("outage from a write on", { ...before, ...after, ...revoked }),
  ...rowsOf("each read once", { ...before, ...passing, ...stale, ...missing }),
  ...rowsOf("all reads", { ...before, ...passing, ...stale, ...old }),
  ...rowsOf("all lists", { ...lacking, ...absent }),
  ...rowsOf("reads by id", unreadable),
  ...rowsOf("the lock", {
    "is offline": undefined,
    "is offline, operations are lost": undefined,
    "goes offline": undefined,
    "goes offline, the operation is lost": undefined,
  }),
  ...Object.entries(altering).flatMap(([trouble, alters]) =>
    rowsOf("the account", { [trouble]: undefined }).map((row) => ({ ...row, alters })),
  ),
];

function rowsOf(course: Course, troubles: Readonly<Record<string, Shape | undefined>>): Row[] {
  return Object.entries(troubles).map(([trouble, fault]) => ({
    name: `${trouble}: ${course}`,
    trouble,
    course,
    fault,
  }));
}

const WRITES = ["PUT *", "POST *", "DELETE *"];
const LISTS = servedOperations.map(({ name }) => name).filter(isList);

/** The requests and objects that the faults of a row apply to. */
export interface Target {
  /** The requests of the operation when nothing goes wrong. */
  readonly requests: readonly RecordedRequest[];
  /** The ids in requests of the program's objects, before the operation. */
  readonly ids: readonly string[];
  /** Includes the ids of the objects that the operation creates. */
  readonly allIds: readonly string[];
  /** How one of them is read by its id, if the service can do that. */
  readonly readById: OperationName | undefined;
}

/** The faults to set for a row. */
export function faultsOf(
  { course, fault, trouble }: Row,
  { requests, ids, allIds, readById }: Target,
): Fault[] {
  if (fault === undefined) {
    return [];
  }
  const on = (operation: string, rest: Rest = {}): Fault => ({ ...fault, operation, ...rest });
  const firstWrite = requests.find(isWrite);
  switch (course) {
    case "one write":
      return firstWrite === undefined ? [] : [on(nameOf(firstWrite))];
    case "all writes":
      return WRITES.map((operation) => on(operation, { count: "always" }));
    case "outage from a write on":
      return firstWrite === undefined ? [] : outage(fault, requests.indexOf(firstWrite), nameOf(firstWrite));
    case "each read once":
      return [...new Set(readsMet(fault, requests).map(nameOf))].map((operation) => on(operation));
    case "all reads":
      return [on("GET *", { count: "always" })];
    case "all lists":
      return trouble === OURS_UNLISTED
        ? [hiding(allIds)]
        : LISTS.map((operation) => on(operation, { count: "always" }));
    case "reads by id":
      return readById === undefined ? [] : [hiding(ids), on(readById, { count: "always" })];
    case "the lock":
    case "the account":
      return [];
  }
}

function hiding(ids: readonly string[]): Fault {
  return { kind: "lacking", operation: "GET *", count: "always", ids: [...ids] };
}

/** The same for one single request, by its position. */
export function faultAt({ fault }: Row, requests: readonly RecordedRequest[], place: number): Fault[] {
  const request = requests[place];
  if (fault === undefined || request === undefined) {
    return [];
  }
  const operation = nameOf(request);
  const skip = requests.slice(0, place).filter((earlier) => nameOf(earlier) === operation).length;
  return [{ ...fault, operation, skip }];
}

interface Rest {
  readonly count?: "always";
  readonly skip?: number;
}

function outage(fault: Shape, before: number, operation: OperationName): Fault[] {
  // A slow fault gives no answer of its own: the next fault would apply to the same request.
  const skip = before + (fault.kind === "slow" ? 1 : 0);
  const rest = { operation: "*", count: "always", skip } as const;
  const isRevoked = fault.kind === "error" && fault.status === 401;
  return [{ ...fault, operation }, isRevoked ? { ...fault, ...rest } : { kind: "drop", ...rest }];
}

/** The reads that can meet a fault: a list is stale only after a write. */
export function readsMet(fault: Shape, requests: readonly RecordedRequest[]): RecordedRequest[] {
  const firstWrite = requests.findIndex(isWrite);
  if (fault.kind === "stale" && firstWrite >= 0) {
    return requests.slice(firstWrite).filter(isListing);
  }
  return requests.filter((request) => !isWrite(request));
}

/** The account itself is read only to find out which one it is. */
export function isListing({ method, operation }: RecordedRequest): boolean {
  return method === "GET" && operation !== "GET /account";
}

export function isWrite({ method }: RecordedRequest): boolean {
  return method !== "GET";
}

function nameOf({ operation, method, path }: RecordedRequest): OperationName {
  if (operation === null) {
    throw new Error(`The service has no ${method} ${path}.`);
  }
  return operation;
}
