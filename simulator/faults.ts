import { z } from "zod";
import type { Account } from "./account";
import { FiredFaults } from "./fired-faults";
import type { OperationName } from "./operations";
import { operations } from "./operations";
import { isList, isOfCollection } from "./reads";

const common = {
  /** `PUT /smartlock/{smartlockId}/auth`, `GET *` for every operation of a method, or `*`. */
  operation: z.string().refine((name) => name in operations || /^(\*|(GET|PUT|POST|DELETE) \*)$/.test(name), {
    message: "No such operation: use a name such as `PUT /smartlock/{smartlockId}/auth`, `GET *` or `*`",
  }),
  /** How many requests it affects. */
  count: z.union([z.int().min(1), z.literal("always")]).default(1),
  /** How many matching requests pass before it starts. */
  skip: z.int().min(0).default(0),
  /** The share of the matching requests that it affects, evenly spread: 0.05 is every twentieth. */
  share: z.number().gt(0).max(1).default(1),
};

/** Before or after the change takes effect: either way the caller sees the same failure. */
const when = z.enum(["before", "after"]).default("before");

const errorBody = z.enum(["exception", "exception without message", "status", "html", "empty"]);

export const fault = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.literal("error"),
    status: z.int().min(400).max(599),
    body: errorBody.default("exception"),
    message: z.string().optional(),
    /** `Retry-After` in seconds, or as a date this many seconds ahead by the simulator's clock. */
    retryAfter: z
      .union([z.strictObject({ seconds: z.int().min(0) }), z.strictObject({ dateInSeconds: z.int() })])
      .optional(),
    when,
  }),
  /** The connection breaks without an answer. */
  z.strictObject({ ...common, kind: z.literal("drop"), when }),
  /** The answer takes longer: `ms`, and up to `jitterMs` more. By the simulator's clock unless `clock` is `real`. */
  z.strictObject({
    ...common,
    kind: z.literal("slow"),
    ms: z.number().min(0),
    jitterMs: z.number().min(0).default(0),
    clock: z.enum(["simulator", "real"]).default("simulator"),
    when: z.enum(["before", "after"]).default("after"),
  }),
  /** The JSON of the answer ends in the middle. */
  z.strictObject({ ...common, kind: z.literal("truncate") }),
  /** The status is right, but the body is missing. */
  z.strictObject({ ...common, kind: z.literal("empty body") }),
  /**
   * A read shows the account as it was before the last write. Set the fault before that write: it only counts reads
   * that come after a write.
   */
  z.strictObject({ ...common, kind: z.literal("stale") }),
  /**
   * A read shows objects with the values they had when the fault was set, however often they have changed since.
   * Newer objects are shown as they are or, with `lacksNew`, not at all.
   */
  z.strictObject({
    ...common,
    kind: z.literal("old values"),
    operation: common.operation.refine((name) => isOfCollection(name) || name === "GET *" || name === "*", {
      message: "No read of objects: use a name such as `GET /smartlock/auth`, `GET *` or `*`",
    }),
    lacksNew: z.boolean().default(false),
  }),
  /** A list answers without its items, as if this page did not exist. The totals still promise them. */
  z.strictObject({ ...common, kind: z.literal("missing page") }),
  /**
   * A list answers without the objects that have these ids, as if they did not exist. If no ids are given, it answers
   * without any objects. Unlike with a missing page, the totals match. An id is what the service's JSON has, as text.
   * Reads that are not lists are not affected.
   */
  z.strictObject({
    ...common,
    kind: z.literal("lacking"),
    operation: common.operation.refine((name) => isList(name) || name === "GET *" || name === "*", {
      message: "No list: use a name such as `GET /smartlock/auth`, `GET *` or `*`",
    }),
    ids: z.array(z.string()).min(1).optional(),
  }),
  /** Deleting an authorization answers 204 but leaves a ghost until a sync. */
  z.strictObject({ ...common, kind: z.literal("ghost") }),
]);

export type Fault = z.input<typeof fault>;
type ParsedFault = z.output<typeof fault>;
export type SlowFault = Extract<ParsedFault, { kind: "slow" }>;
export type AnswerFault = Exclude<ParsedFault, SlowFault>;

/** Faults on demand. Each one counts down. The first match decides the answer, and slow ones add up. */
export class Faults {
  #faults: ParsedFault[] = [];
  /** Kept when faults are replaced or cleared, so that a whole campaign can be counted. */
  readonly fired = new FiredFaults();
  /** How many matching requests each fault has seen, to work out its share. */
  readonly #seen = new WeakMap<ParsedFault, number>();
  /** For faults that show old values: the account when the fault was set. */
  readonly #whenSet = new WeakMap<ParsedFault, Account>();

  constructor(private readonly copyAccount: () => Account) {}

  set(faults: readonly Fault[]): void {
    this.#faults = z.array(fault).parse(faults);
    const showing = this.#faults.filter(({ kind }) => kind === "old values");
    if (showing.length === 0) {
      return;
    }
    const copy = this.copyAccount();
    for (const fault of showing) {
      this.#whenSet.set(fault, copy);
    }
  }

  clear(): void {
    this.#faults = [];
  }

  accountWhenSet(fault: AnswerFault): Account | undefined {
    return this.#whenSet.get(fault);
  }

  /** Whether a read may later have to show the account as it was before a write. */
  get wantsHistory(): boolean {
    return this.#faults.some(({ kind }) => kind === "stale");
  }

  take(
    operation: OperationName,
    hasHistory: boolean,
  ): { slow: SlowFault[]; answer: AnswerFault | undefined } {
    const slow: SlowFault[] = [];
    let answer: AnswerFault | undefined;
    for (const candidate of [...this.#faults]) {
      if (!meets(candidate, operation, hasHistory)) {
        continue;
      }
      if (candidate.kind !== "slow" && answer !== undefined) {
        continue;
      }
      if (candidate.skip > 0) {
        candidate.skip -= 1;
        continue;
      }
      if (!this.#isOfShare(candidate)) {
        continue;
      }
      if (candidate.kind === "slow") {
        slow.push(candidate);
      } else {
        answer = candidate;
      }
      this.#countDown(candidate);
    }
    return { slow, answer };
  }

  #isOfShare(candidate: ParsedFault): boolean {
    const seen = (this.#seen.get(candidate) ?? 0) + 1;
    this.#seen.set(candidate, seen);
    return Math.floor(seen * candidate.share) > Math.floor((seen - 1) * candidate.share);
  }

  #countDown(used: ParsedFault): void {
    if (used.count === "always") {
      return;
    }
    used.count -= 1;
    if (used.count === 0) {
      this.#faults = this.#faults.filter((other) => other !== used);
    }
  }
}

function meets({ kind, operation }: ParsedFault, name: OperationName, hasHistory: boolean): boolean {
  const isRead = name.startsWith("GET ");
  if (kind === "stale" && !(isRead && hasHistory)) {
    return false;
  }
  if (kind === "missing page" && !isRead) {
    return false;
  }
  if (kind === "old values" && !isOfCollection(name)) {
    return false;
  }
  if (kind === "lacking" && !isList(name)) {
    return false;
  }
  if (kind === "ghost" && !/^DELETE \/smartlock\/.*auth/.test(name)) {
    return false;
  }
  return (
    operation === "*" ||
    operation === name ||
    (operation.endsWith(" *") && name.startsWith(operation.slice(0, -1)))
  );
}
