import type { AccountState } from "../../simulator";
import { differences, differencesAtCreation } from "./compare";
import type { Examination } from "./examination";
import { type LiveObject, objectsOf } from "./objects";
import type { Expected } from "./program";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How runs name what a pending one may have become. */
const MAY_BE_IT =
  / (?:may be it under another name|(?:may be it|may have become what is new there since), under another name or changed by somebody): /;

/** What a person has to delete so that a run which refused can go on; undefined where it should not have refused. */
export function toDelete(
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
  if (/ was not created: it exists already \(id /.test(error)) {
    // Where the same run has deleted it since, or changed it into something else, the next one can go on.
    return sameIdentity.every((object) => isToBeRefused(state, now, expected, object))
      ? sameIdentity
      : undefined;
  }
  if (/ was not created: the service has \d+ of them \(ids /.test(error)) {
    const foreign = sameIdentity.filter((object) => ledger.isForeign(object));
    // Of twins that dead runs have left, and this error has named, all but one for each door have been deleted by now. Those
    // that the state has under former names would go only after the create.
    return foreign.length > 0 ? foreign : sameIdentity.filter(isNotTheFirst);
  }
  if (/ was not changed: another \w+ \(id /.test(error)) {
    return sameIdentity.length > 0 ? sameIdentity : undefined;
  }
  // What was sent and did not arrive may be that, renamed or changed: of what nobody declares so, a person knows better.
  if (MAY_BE_IT.test(error)) {
    const declared = examination.declared(state).map((each) => each.expected);
    const unwanted = named.filter(
      ({ identity, record }) =>
        !declared.some((each) => each.identity === identity && differences(each, record).length === 0),
    );
    return unwanted.length > 0 ? unwanted : undefined;
  }
  // Another object has what this one is to become: one that Pulumi would delete only after all changes, or that wants to
  // become something else at the same time.
  if (/\(409\)| want each other's value/.test(error)) {
    const holders = objects.filter(({ identity }) => expected.some((each) => each.identity === identity));
    return holders.length > 0 ? holders : undefined;
  }
  if (/ was not deleted: it still holds /.test(error)) {
    // Also what a run that died made for it and no program declares any more: nobody else knows of that.
    const notOurs = named.filter((object) => ledger.isForeign(object) || examination.isForgotten(object));
    return notOurs.length > 0 ? notOurs : undefined;
  }
  return undefined;
}

function isNotTheFirst({ identity }: LiveObject, index: number, all: readonly LiveObject[]): boolean {
  return all.findIndex((object) => object.identity === identity) < index;
}

/** By the table of adoptions. */
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
