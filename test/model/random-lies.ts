import fc from "fast-check";
import type { Command, Edit, Spoiling } from "./command";
import { kindNames, kinds, type KindName } from "./declaration";
import type { listNames } from "./lies";
import { everyLie, isRead, listOf, shownBy } from "./lies";
import { resourceOf } from "./random-resource";

type Pair = (typeof everyLie)[number];

const always = fc.constant("always" as const);

/** The newest objects are those that runs have created. */
const which = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 });

/** One read lies. A read by id lies only if the list lacks the object, since nobody uses it otherwise. */
function faultsOf(pair: Pair): fc.Arbitrary<readonly Spoiling[]> {
  const { operation } = pair;
  const lie = faultOf(pair);
  if (!isRead(operation)) {
    return fc.tuple(lie);
  }
  const list = listOf(operation);
  const unlisted = fc.oneof(
    faultOf({ kind: "without any", operation: list }),
    faultOf({ kind: "without some", operation: list }),
  );
  return fc.tuple(unlisted, lie);
}

/** It always lies, so that asking again does not expose the lie. An error may also come only once. */
function faultOf({ kind, operation }: Pair): fc.Arbitrary<Spoiling> {
  switch (kind) {
    case "without any":
      return fc.record({
        kind: fc.constant("lacking" as const),
        operation: fc.constant(operation),
        count: always,
      });
    case "without some":
      return fc.record({
        kind: fc.constant("lacking" as const),
        operation: fc.constant(operation),
        count: always,
        which,
      });
    case "stale":
      return fc.record({ kind: fc.constant(kind), operation: fc.constant(operation), count: always });
    case "old values":
      return fc.record({
        kind: fc.constant(kind),
        operation: fc.constant(operation),
        count: always,
        lacksNew: fc.boolean(),
      });
    default:
      return fc.record({
        kind: fc.constant("error" as const),
        operation: fc.constant(operation),
        count: fc.constantFrom(1 as const, "always" as const, "always" as const),
        status: fc.constant(Number(kind.slice("error ".length))),
      });
  }
}

/** Some lies are rarely told even when set, since the objects they are about seldom change just before. */
const oftenSet: Readonly<Record<string, number>> = {
  "stale GET /address/{addressId}/unit": 12,
  "stale GET /smartlock": 8,
  "stale GET /notification/{notificationId}": 6,
  "stale GET /smartlock/{smartlockId}": 8,
  "stale GET /api/decentralWebhook": 4,
  "old values GET /api/decentralWebhook": 4,
  "stale GET /account/sub": 3,
  "old values GET /account/sub": 3,
  "stale GET /address": 3,
  "stale GET /notification": 3,
  "old values GET /notification": 2,
  "old values GET /smartlock": 3,
  "old values GET /smartlock/{smartlockId}": 5,
  "old values GET /address/{addressId}/unit": 2,
  "stale GET /account/user/{accountUserId}": 2,
  "old values GET /account/user/{accountUserId}": 2,
  "old values GET /notification/{notificationId}": 2,
};

const pair = fc.oneof(
  ...everyLie.map((lie) => ({
    weight: oftenSet[`${lie.kind} ${lie.operation}`] ?? 1,
    arbitrary: fc.constant(lie),
  })),
);

/** Reads that lie, and an operation that shows what they are about. */
interface Told {
  readonly faults: fc.Arbitrary<readonly Spoiling[]>;
  readonly operation: string;
}

function hiddenBy(operation: (typeof listNames)[number]): fc.Arbitrary<Spoiling> {
  return fc.oneof(faultOf({ kind: "without any", operation }), faultOf({ kind: "without some", operation }));
}

function refusedBy(operation: Spoiling["operation"]): fc.Arbitrary<Spoiling> {
  return fc.record({
    kind: fc.constant("error" as const),
    operation: fc.constant(operation),
    count: always,
    status: fc.constantFrom(400, 403, 404, 404),
  });
}

/** Two collections lie, and each seems to confirm what the other says: the holder is gone with all that it held. */
const together: fc.Arbitrary<Told> = fc.constantFrom(
  {
    faults: fc.tuple(
      hiddenBy("GET /smartlock/auth"),
      hiddenBy("GET /smartlock"),
      refusedBy("GET /smartlock/{smartlockId}"),
    ),
    operation: "GET /smartlock/auth",
  },
  {
    faults: fc.tuple(
      hiddenBy("GET /address"),
      fc.oneof(refusedBy("GET /address/{addressId}/unit"), hiddenBy("GET /address/{addressId}/unit")),
    ),
    operation: "GET /address",
  },
);

const told: fc.Arbitrary<Told> = fc.oneof(
  { weight: 9, arbitrary: pair.map((lie) => ({ faults: faultsOf(lie), operation: lie.operation })) },
  { weight: 1, arbitrary: together },
);

/** Reads that give a wrong answer, or none. */
export const untruth: fc.Arbitrary<readonly Spoiling[]> = told.chain(({ faults }) => faults);

const place = fc.nat(2);
const stack = fc.constant(0);

function up(edits: fc.Arbitrary<Edit[]>): fc.Arbitrary<Command> {
  return fc.record({ do: fc.constant("up" as const), stack, edits });
}

const look: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant("preview" as const), stack, edits: fc.constant([]) }),
  fc.record({ do: fc.constant("refresh" as const), stack }),
);

const lockAct: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant("offline" as const),
    lock: fc.nat(2),
    how: fc.constantFrom("pending" as const, "lost" as const),
  }),
  fc.record({ do: fc.constant("online" as const), lock: fc.nat(2) }),
);

const appAct: fc.Arbitrary<Command> = fc.record({
  do: fc.constant("app" as const),
  act: fc.record({ act: fc.constantFrom("change" as const, "delete" as const), what: fc.nat(200) }),
});

/** Runs that get lies about the objects they deal with: they create, change and look at them, and go on. */
export const liedTo: fc.Arbitrary<Command[]> = fc
  .tuple(told, fc.integer({ min: 1, max: 3 }))
  .chain(([{ faults, operation }, further]) => {
    const about = resourceOf(kindsShownBy(operation));
    return about.chain((resource) => {
      const declared = fc.record({ edit: fc.constant("declare" as const), place, resource: about });
      const edit: fc.Arbitrary<Edit> = fc.oneof(
        { weight: 3, arbitrary: declared },
        { weight: 1, arbitrary: fc.record({ edit: fc.constant("remove" as const), place }) },
        {
          weight: 1,
          arbitrary: fc.record({ edit: fc.constant("rename" as const), place, hasAlias: fc.boolean() }),
        },
      );
      const own = (v: number): fc.Arbitrary<Edit> =>
        fc.constant({ edit: "declare", place: 3, resource: { ...resource, v: (resource.v + v) % 4 } });
      const edits = (first: fc.Arbitrary<Edit>, most: number): fc.Arbitrary<Edit[]> =>
        fc.tuple(first, fc.array(edit, { maxLength: most })).map(([one, more]) => [one, ...more]);
      // No run changes a lock, but locks go offline and come back.
      const between = shownBy(operation) === "smartlocks" ? lockAct : fc.oneof(look, appAct, lockAct);
      return fc.tuple(
        fc.constant<Command>({ do: "faults", faults: [] }),
        up(edits(own(0), 2)),
        fc.record({ do: fc.constant("faults" as const), faults }),
        up(edits(own(further), 2)),
        between,
        up(fc.array(edit, { maxLength: 3 })),
        look,
      );
    });
  });

/** Creates that are done, although their answers do not arrive. */
const lostAnswers: fc.Arbitrary<readonly Spoiling[]> = fc.array(
  fc.record({
    kind: fc.constant("drop" as const),
    operation: fc.constant("PUT *"),
    skip: fc.nat(3),
    count: fc.integer({ min: 1, max: 2 }),
    when: fc.constant("after" as const),
  }),
  { maxLength: 1 },
);

/** A grant that lists hide is sent and then declared differently, perhaps as what somebody else has. */
export const changedWhileHidden: fc.Arbitrary<Command[]> = resourceOf(["app", "fob", "code"]).chain(
  (sent) => {
    const form = fc.record({ n: fc.nat(2), v: fc.nat(3) });
    const declared = form.map((fields): Edit => ({
      edit: "declare",
      place: 3,
      resource: { ...sent, ...fields },
    }));
    const somebody = form.map((fields): Command => ({
      do: "app",
      act: { act: "add", stack: 0, resource: { ...sent, set: false, ...fields } },
    }));
    const removed = fc.constant<Edit>({ edit: "remove", place: 3 });
    return fc
      .tuple(
        fc.array(somebody, { maxLength: 2 }),
        // Times tell to the second which of two equal objects is whose.
        fc.constant<Command[]>([{ do: "wait", minutes: 1 }]),
        fc.tuple(
          fc.record({
            do: fc.constant("faults" as const),
            faults: fc
              .tuple(faultsOf({ kind: "without any", operation: "GET /smartlock/auth" }), lostAnswers)
              .map((parts) => parts.flat()),
          }),
        ),
        fc.array(up(fc.tuple(declared)), { minLength: 2, maxLength: 3 }),
        fc.array(look, { maxLength: 1 }),
        fc.constant<Command[]>([{ do: "faults", faults: [] }]),
        fc.array(up(fc.tuple(fc.oneof(declared, removed))), { minLength: 1, maxLength: 2 }),
      )
      .map((parts): Command[] => parts.flat());
  },
);

/** For a lock, the kinds that live on it. */
function kindsShownBy(operation: string): readonly KindName[] {
  const shown = shownBy(operation);
  const collection = shown === "smartlocks" ? "authorizations" : shown;
  return kindNames.filter((kind) => kinds[kind].collection === collection);
}
