import {
  type Authorization,
  CredentialError,
  NotAllowedError,
  type Smartlock,
  type SmartlockClient,
  SmartlockError,
  UnreachableError,
} from "../../provider/api";
import { hasKeypad } from "../../provider/resources/locks";
import { grantType } from "../../provider/resources/authorization/grant-types";
import { flawsOf } from "../access/lock-state";
import { failure, type Finding, hint, ok, problem } from "./finding";

/** What the lock allows. */
const MAX_AUTHORIZATIONS = 200;
const MAX_CODES = 100;
/** From this share on, a lock is nearly full. */
const NEARLY_FULL = 0.9;

/** A clock that is wrong by less makes no difference that a person would notice. */
const MAX_SKEW_MS = 60_000;

/** Scopes that allow far more than the reading that they are needed for here. Others are advised first. */
const WIDE: readonly string[] = ["account", "smartlock"];

/** How a question ended: with an answer, or with a failure. */
interface Asked<Answer> {
  readonly what: string;
  /** Whether every program needs it. */
  readonly isNeeded: boolean;
  readonly answer: Answer | undefined;
  readonly failure: SmartlockError | undefined;
}

/** Asks for everything that a program may need. What a token may write cannot be asked without writing. */
export async function serviceFindings(client: SmartlockClient, now: () => number): Promise<Finding[]> {
  const [locks, grants, ...others] = await Promise.all([
    ask("locks", true, client.smartlocks.list()),
    ask("authorizations", true, client.authorizations.listAll()),
    ask("users", false, client.accountUsers.list({ limit: 1 })),
    ask("addresses", false, client.addresses.list()),
    ask("sub-accounts", false, client.subAccounts.list()),
    ask("notifications", false, client.notifications.list()),
    ask("webhooks", false, client.webhooks.list()),
  ]);
  const all = [locks, grants, ...others];
  if (locks.failure instanceof UnreachableError) {
    return [failure("The service cannot be reached.", locks.failure)];
  }
  if (all.every((asked) => asked.failure instanceof CredentialError)) {
    return [
      problem(
        "The service refuses the token for every request.",
        "Create a token in Nuki Web, under API, and check that it belongs to the base URL above.",
      ),
    ];
  }
  return [
    clockFinding(client.serviceTime() - now()),
    ...all.map(answerFinding),
    ...(locks.answer === undefined ? [] : lockFindings(locks.answer, grants.answer)),
  ];
}

async function ask<Answer>(what: string, isNeeded: boolean, asking: Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { what, isNeeded, answer: await asking, failure: undefined };
  } catch (error) {
    if (error instanceof SmartlockError) {
      return { what, isNeeded, answer: undefined, failure: error };
    }
    throw error;
  }
}

function answerFinding({ what, isNeeded, failure: failed }: Asked<unknown>): Finding {
  if (failed === undefined) {
    return ok(`The token may read ${what}.`);
  }
  const unread = failure(`Reading ${what} failed:`, failed);
  const refused =
    failed instanceof CredentialError
      ? { what: `The token may not read ${what}.`, remedy: scopeAdvice(failed) }
      : failed instanceof NotAllowedError
        ? unread
        : undefined;
  if (refused === undefined) {
    return unread;
  }
  return isNeeded
    ? problem(refused.what, refused.remedy)
    : hint(refused.what, `${refused.remedy} It is only needed if a program declares them.`);
}

/** Any one of the scopes suffices. */
function scopeAdvice({ scopes, nextStep }: CredentialError): string {
  const narrowest = scopes.find((scope) => !WIDE.includes(scope)) ?? scopes[0];
  return narrowest === undefined ? nextStep : `A token with the scope ${narrowest} can.`;
}

function clockFinding(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return Math.abs(skewMs) > MAX_SKEW_MS
    ? hint(
        `The clock of this machine is ${seconds} s ${skewMs > 0 ? "behind" : "ahead of"} that of the service.`,
        "Set the clock. Programs that compute dates from the current time would be wrong by that much.",
      )
    : ok("The clock of this machine agrees with that of the service.");
}

/** @param grants undefined if they could not be read */
function lockFindings(locks: readonly Smartlock[], grants: readonly Authorization[] | undefined): Finding[] {
  const grantsOf = new Map<number, Authorization[]>(locks.map(({ smartlockId }) => [smartlockId, []]));
  grants?.forEach((grant) => grantsOf.get(grant.smartlockId)?.push(grant));
  const findings = locks.flatMap((lock) => [
    ...flawsOf(lock).map(({ what, remedy }) => hint(what, remedy)),
    ...roomFindings(lock, grantsOf.get(lock.smartlockId) ?? []),
  ]);
  const keypads = locks.filter(hasKeypad).length;
  const counted = grants === undefined ? "authorizations not counted" : `${grants.length} authorizations`;
  return [ok(`${locks.length} locks, ${keypads} of them with a keypad, ${counted}.`), ...findings];
}

/** @param own the authorizations on this lock */
function roomFindings({ name }: Smartlock, own: readonly Authorization[]): Finding[] {
  const codes = own.filter(({ type }) => grantType.say(type) === "code");
  return [
    ...roomFinding(name, own.length, MAX_AUTHORIZATIONS, "authorizations"),
    ...roomFinding(name, codes.length, MAX_CODES, "keypad codes"),
  ];
}

function roomFinding(name: string, has: number, most: number, what: string): Finding[] {
  if (has < most * NEARLY_FULL) {
    return [];
  }
  const full = has >= most ? "is full" : "is nearly full";
  return [
    hint(`${name} ${full}: it has ${has} of ${most} ${what}.`, "Remove those that nobody needs any more."),
  ];
}
