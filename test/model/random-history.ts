import fc from "fast-check";
import type { Act, Command, Crash, Edit, History, Spoiling } from "./command";
import { kindNames, type Resource } from "./declaration";
import { PLACES } from "./program";
import { changedWhileHidden, liedTo, untruth } from "./random-lies";
import { resourceOf } from "./random-resource";

const place = fc.nat(PLACES - 1);
const stack = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const resource: fc.Arbitrary<Resource> = resourceOf(kindNames);

const declare = fc.record({ edit: fc.constant("declare" as const), place, resource });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: declare },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant("remove" as const), place }) },
  {
    weight: 2,
    arbitrary: fc.record({ edit: fc.constant("rename" as const), place, hasAlias: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("force" as const), place }) },
);

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant("add" as const), stack, resource }),
  fc.record({ act: fc.constantFrom("change" as const, "delete" as const), what: fc.nat(200) }),
);

const crash: fc.Arbitrary<Crash> = fc.record({
  who: fc.constantFrom("both" as const, "provider" as const, "engine" as const),
  at: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 90 })),
  checkpoints: fc.boolean(),
  losesNotes: fc.boolean(),
  isWaitedFor: fc.boolean(),
});

const operation = fc.constantFrom(
  "*",
  "GET *",
  "PUT *",
  "POST *",
  "DELETE *",
  "GET /smartlock",
  "GET /smartlock/auth",
  "GET /smartlock/{smartlockId}/auth",
  "PUT /smartlock/auth",
  "PUT /smartlock/{smartlockId}/auth",
  "PUT /address",
  "PUT /account/user",
  "GET /account/user",
  "PUT /api/decentralWebhook",
  "PUT /notification",
);
const skip = fc.nat(8);
const few = fc.integer({ min: 1, max: 3 });
const when = fc.constantFrom("before" as const, "after" as const);

/** Faults of a few requests. */
const trouble: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.record({
    kind: fc.constant("error" as const),
    operation,
    skip,
    count: few,
    when,
    status: fc.constantFrom(500, 503),
  }),
  fc.record({
    kind: fc.constant("error" as const),
    operation,
    skip,
    count: few,
    when,
    status: fc.constant(502),
    body: fc.constant("html" as const),
  }),
  fc.record({
    kind: fc.constant("error" as const),
    operation,
    skip,
    count: few,
    status: fc.constant(429),
    retryAfter: fc.constantFrom({ seconds: 3 }, { dateInSeconds: 5 }),
  }),
  fc.record({
    kind: fc.constant("error" as const),
    operation,
    skip,
    count: few,
    status: fc.constantFrom(401, 423, 429),
  }),
  fc.record({ kind: fc.constant("drop" as const), operation, skip, count: few, when }),
  fc.record({
    kind: fc.constant("slow" as const),
    operation,
    skip,
    count: few,
    when,
    ms: fc.constantFrom(500, 8_000, 40_000),
  }),
  fc.record({
    kind: fc.constantFrom("truncate" as const, "empty body" as const),
    operation,
    skip,
    count: few,
  }),
  fc.record({ kind: fc.constantFrom("stale" as const, "missing page" as const), operation, skip }),
  fc.record({ kind: fc.constant("ghost" as const), operation: fc.constant("DELETE *"), skip: fc.nat(2) }),
);

const faults: fc.Arbitrary<readonly Spoiling[]> = fc.oneof(fc.tuple(trouble), untruth);

const lock = fc.nat(2);
const edits = (most: number): fc.Arbitrary<Edit[]> => fc.array(edit, { maxLength: most });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("up" as const), stack, edits: edits(5) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("up" as const), stack, edits: edits(4), crash }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("up" as const), stack, edits: edits(4), faults, crash }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("up" as const), stack, edits: edits(4), faults }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("up" as const),
      stack,
      edits: edits(4),
      meanwhile: fc.record({ afterMs: fc.nat(1_500), act }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), stack }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), stack, crash }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("preview" as const), stack, edits: edits(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refresh" as const), stack }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("import" as const), stack }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("app" as const), act }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("faults" as const), faults }) },
  { weight: 1, arbitrary: fc.constant({ do: "faults" as const, faults: [] }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("offline" as const),
      lock,
      how: fc.constantFrom("pending" as const, "lost" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("online" as const), lock }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("ghosts" as const), lock, on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 12, 90, 400) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("twice up" as const),
      stack,
      edits: edits(4),
      afterMs: fc.nat(800),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("both up" as const),
      edits: edits(4),
      otherEdits: edits(4),
      afterMs: fc.nat(800),
    }),
  },
);

/** Most histories begin with a program that is not empty. */
const first: fc.Arbitrary<Command> = fc.record({
  do: fc.constant("up" as const),
  stack: fc.constant(0),
  edits: fc.array(declare, { minLength: 3, maxLength: 8, size: "max" }),
});

export const histories: fc.Arbitrary<History> = fc.record({
  behaviour: fc.record({
    settleMs: fc.constantFrom(0, 300, 4_000),
    latencyMs: fc.constantFrom(5, 40),
    webhookListShowsSecret: fc.boolean(),
    absentStatus: fc.constantFrom(400 as const, 403 as const, 404 as const),
  }),
  isLogged: fc.nat(3).map((n) => n === 0),
  commands: fc
    .tuple(
      fc.array(first, { maxLength: 1 }),
      fc.array(command, { maxLength: 5, size: "max" }),
      fc.oneof(
        { weight: 10, arbitrary: liedTo },
        { weight: 1, arbitrary: changedWhileHidden },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
      fc.array(command, { maxLength: 5, size: "max" }),
    )
    .map((parts) => parts.flat()),
});
