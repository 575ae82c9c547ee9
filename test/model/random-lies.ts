import fc from "fast-check";
import type { Command, Edit, Spoiling } from "./command";
import { kindNames, kinds, type KindName } from "./declaration";
import { everyLie, isRead, listOf, shownBy } from "./lies";
import { PLACES } from "./program";
import { resourceOf } from "./random-resource";

type Pair = (typeof everyLie)[number];

const always = fc.constant("always" as const);

/** The newest are those that runs have made. */
const which = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 });

/** One read lies; that of one object only where the list lacks it, since nobody asks for it otherwise. */
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

/** It lies throughout, so that nobody sees through it by asking again; an error may also come once. */
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
        count: fc.constantFrom(1 as const, "always" as const),
        status: fc.constant(Number(kind.slice("error ".length))),
      });
  }
}

const pair = fc.constantFrom(...everyLie);

/** Reads that tell something else than the truth, or nothing. */
export const untruth: fc.Arbitrary<readonly Spoiling[]> = pair.chain(faultsOf);

/** Runs that are lied to about what they deal with, and what happens between them. */
export const liedTo: fc.Arbitrary<Command[]> = pair.chain((lie) => {
  const about = resourceOf(kindsShownBy(lie.operation));
  const place = fc.nat(PLACES - 1);
  const declared = fc.record({ edit: fc.constant("declare" as const), place, resource: about });
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 3, arbitrary: declared },
    { weight: 1, arbitrary: fc.record({ edit: fc.constant("remove" as const), place }) },
    {
      weight: 1,
      arbitrary: fc.record({ edit: fc.constant("rename" as const), place, hasAlias: fc.boolean() }),
    },
  );
  const up = (edits: fc.Arbitrary<Edit[]>) =>
    fc.record({ do: fc.constant("up" as const), stack: fc.constant(0), edits });
  const lock = fc.nat(2);
  const meanwhile: fc.Arbitrary<Command> = fc.oneof(
    fc.record({ do: fc.constant("preview" as const), stack: fc.constant(0), edits: fc.constant([]) }),
    fc.record({ do: fc.constant("refresh" as const), stack: fc.constant(0) }),
    fc.record({
      do: fc.constant("app" as const),
      act: fc.record({ act: fc.constantFrom("change" as const, "delete" as const), what: fc.nat(200) }),
    }),
    fc.record({
      do: fc.constant("offline" as const),
      lock,
      how: fc.constantFrom("pending" as const, "lost" as const),
    }),
    fc.record({ do: fc.constant("online" as const), lock }),
  );
  return fc.tuple(
    up(fc.array(declared, { minLength: 1, maxLength: 4 })),
    fc.record({ do: fc.constant("faults" as const), faults: faultsOf(lie) }),
    up(fc.array(edit, { maxLength: 4 })),
    meanwhile,
    up(fc.array(edit, { maxLength: 3 })),
  );
});

/** Of a lock what is on it. */
function kindsShownBy(operation: string): readonly KindName[] {
  const shown = shownBy(operation);
  const collection = shown === "smartlocks" ? "authorizations" : shown;
  return kindNames.filter((kind) => kinds[kind].collection === collection);
}
