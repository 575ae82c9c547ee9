import type { AccountState } from "../../simulator";
import { differences, differencesAtCreation } from "./compare";
import type { Examination } from "./examination";
import { type LiveObject, objectsOf } from "./objects";
import type { Expected } from "./program";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How runs name the objects that a pending one may have become. */
const MAY_BE_IT = / may be (?:it|what was sent)(?:, under another name(?: or changed by somebody)?)?: /;

/** Whether something is pending, and all that it may have become is what programs declare. Then it is given up. */
export function isOfOthers(examination: Examination, state: AccountState, error: string): boolean {
  const named = objectsOf(state).filter(({ id }) => namesIn(error).includes(id));
  return (
    MAY_BE_IT.test(error) &&
    named.length > 0 &&
    named.every((object) => isDeclaredAsItIs(examination, state, object))
  );
}

/** Warnings name objects that may be what a run sent and never saw. A person deletes those that nobody declares. */
export function unwantedIn(examination: Examination, state: AccountState, output: string): LiveObject[] {
  const names = output
    .split("\n")
    .filter((line) => MAY_BE_IT.test(line) && line.endsWith("If that is not wanted, delete it by hand."))
    .flatMap(namesIn);
  return objectsOf(state).filter(
    (object) => names.includes(object.id) && !isDeclaredAsItIs(examination, state, object),
  );
}

function isDeclaredAsItIs(
  examination: Examination,
  state: AccountState,
  { identity, record }: LiveObject,
): boolean {
  return examination
    .declared(state)
    .some(({ expected }) => expected.identity === identity && differences(expected, record).length === 0);
}

/**
 * The objects a person has to delete so that a run can continue after a refusal; undefined if it should not have
 * refused.
 */
export function toDelete(
  examination: Examination,
  state: AccountState,
  now: number,
  expected: readonly Expected[],
  error: string,
): LiveObject[] | undefined {
  // A set gives a reason for each lock.
  const [head = "", ...reasons] = error.split("\n- ");
  const decided = (reasons.length === 0 ? [head] : reasons).map((reason) =>
    toDeleteFor(examination, state, now, expected, reason),
  );
  return decided.every((objects) => objects === undefined)
    ? undefined
    : decided.flatMap((objects) => objects ?? []);
}

function toDeleteFor(
  examination: Examination,
  state: AccountState,
  now: number,
  expected: readonly Expected[],
  error: string,
): LiveObject[] | undefined {
  const { ledger } = examination;
  const objects = objectsOf(state);
  const named = objects.filter(({ id }) => namesIn(error).includes(id));
  const sameIdentity = named.filter(({ identity }) => expected.some((each) => each.identity === identity));
  if (/ was not created: (it already exists|.* is taken by .*) \(id .*\)/.test(error)) {
    // If the same run has since deleted it or changed its identity, the next run can continue.
    return sameIdentity.every((object) => isToBeRefused(state, now, expected, object))
      ? sameIdentity
      : undefined;
  }
  if (/ was not created: the service has \d+ of them \(ids /.test(error)) {
    const foreign = sameIdentity.filter((object) => ledger.isForeign(object));
    // Of the twins that dead runs left and this error names, all but one for each door are deleted by now. Those that
    // the state has under former names would go only after the create.
    return foreign.length > 0 ? foreign : sameIdentity.filter(isNotTheFirst);
  }
  if (/ was not changed: .* \(id .*\) has the same /.test(error)) {
    return sameIdentity.length > 0 ? sameIdentity : undefined;
  }
  // These may be the object that was sent and did not arrive, renamed or changed. A person decides about those that
  // nobody declares as they are.
  if (MAY_BE_IT.test(error)) {
    const unwanted = named.filter((object) => !isDeclaredAsItIs(examination, state, object));
    return unwanted.length > 0 ? unwanted : undefined;
  }
  // Another object has the value that this one should get. Pulumi would delete that object only after all changes, or
  // it is meant to get another value at the same time.
  if (/\(409\)| cannot swap their /.test(error)) {
    const holders = objects.filter(({ identity }) => expected.some((each) => each.identity === identity));
    return holders.length > 0 ? holders : undefined;
  }
  if (/ was not deleted: it still holds /.test(error)) {
    // This includes what a dead run created for it and no program declares any longer: nobody else knows about that.
    const notOurs = named.filter((object) => ledger.isForeign(object) || examination.isForgotten(object));
    return notOurs.length > 0 ? notOurs : undefined;
  }
  return undefined;
}

function isNotTheFirst({ identity }: LiveObject, index: number, all: readonly LiveObject[]): boolean {
  return all.findIndex((object) => object.identity === identity) < index;
}

/** Follows the table of adoptions. */
function isToBeRefused(
  state: AccountState,
  now: number,
  expected: readonly Expected[],
  { collection, identity, record }: LiveObject,
): boolean {
  const wanted = expected.filter((each) => each.identity === identity);
  const differs = wanted.every((each) => differencesAtCreation(each, record).length > 0);
  const created = Date.parse(String(record["creationDate"]));
  const isOld = now - created > DAY_MS;
  switch (collection) {
    case "subAccounts":
      return true;
    case "webhooks":
      return !state.behaviour.webhookListShowsSecret;
    case "notifications":
      return differs || record["referenceId"] === undefined;
    default:
      return differs || isOld;
  }
}

/** Everything in parentheses after "id" or "ids". */
function namesIn(error: string): string[] {
  return [...error.matchAll(/\(ids? ([^)]+)\)/g)].flatMap(([, ids = ""]) => ids.split(", "));
}
