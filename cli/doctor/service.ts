import {
  type Authorization,
  CredentialError,
  NotAllowedError,
  type Smartlock,
  type SmartlockClient,
  type SmartlockError,
  UnreachableError,
} from "../../provider/api";
import { hasKeypad, isReachable } from "../../provider/resources/locks";
import { grantType } from "../../provider/resources/authorization/grant-types";
import { type Finding, hint, ok, problem } from "./finding";

/** What the lock allows. */
const MAX_AUTHORIZATIONS = 200;
const MAX_CODES = 100;
/** From this share on, a lock is nearly full. */
const NEARLY_FULL = 0.9;

/** A clock that is wrong by less makes no difference that a person would notice. */
const MAX_SKEW_MS = 60_000;

/** One question for each scope that a program may need. What a token may write cannot be asked without writing. */
const QUESTIONS: readonly {
  readonly what: string;
  readonly scope: string;
  readonly isNeeded: boolean;
  ask(client: SmartlockClient): Promise<unknown>;
}[] = [
  {
    what: "locks",
    scope: "smartlock",
    isNeeded: true,
    ask: (client) => client.smartlocks.list(),
  },
  {
    what: "authorizations",
    scope: "smartlock.auth",
    isNeeded: true,
    ask: (client) => client.authorizations.page({ page: 0, size: 1 }),
  },
  {
    what: "users",
    scope: "account",
    isNeeded: false,
    ask: (client) => client.accountUsers.list({ limit: 1 }),
  },
  { what: "addresses", scope: "account", isNeeded: false, ask: (client) => client.addresses.list() },
  {
    what: "notifications",
    scope: "smartlock.log",
    isNeeded: false,
    ask: (client) => client.notifications.list(),
  },
  { what: "webhooks", scope: "webhook.decentral", isNeeded: false, ask: (client) => client.webhooks.list() },
];

export async function serviceFindings(client: SmartlockClient, now: () => number): Promise<Finding[]> {
  const answers = await Promise.all(
    QUESTIONS.map(async (question) => ({ ...question, failure: await failureOf(question.ask(client)) })),
  );
  const [first] = answers;
  if (first?.failure instanceof UnreachableError) {
    return [problem(`The service cannot be reached. ${first.failure.message}`, first.failure.nextStep)];
  }
  if (answers.every(({ failure }) => failure instanceof CredentialError)) {
    return [
      problem(
        "The service refuses the token for everything.",
        "Create a token in Nuki Web, under API, and see that it belongs to the base URL above.",
      ),
    ];
  }
  return [
    clockFinding(client.serviceTime() - now()),
    ...answers.map(({ what, scope, isNeeded, failure }) => answerFinding(what, scope, isNeeded, failure)),
    ...(first?.failure === undefined ? await lockFindings(client) : []),
  ];
}

async function failureOf(asking: Promise<unknown>): Promise<SmartlockError | undefined> {
  return asking.then(
    () => undefined,
    (error: unknown) => error as SmartlockError,
  );
}

function answerFinding(
  what: string,
  scope: string,
  isNeeded: boolean,
  failure: SmartlockError | undefined,
): Finding {
  if (failure === undefined) {
    return ok(`The token may read ${what}.`);
  }
  if (!(failure instanceof CredentialError || failure instanceof NotAllowedError)) {
    return problem(`Reading ${what} failed: ${failure.message}`, failure.nextStep);
  }
  const remedy = `A token with the scope ${scope} can.`;
  const words = `The token may not read ${what}.`;
  return isNeeded
    ? problem(words, remedy)
    : hint(words, `${remedy} It is only needed if a program declares them.`);
}

function clockFinding(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return Math.abs(skewMs) > MAX_SKEW_MS
    ? hint(
        `The clock of this machine is ${seconds} s ${skewMs > 0 ? "behind" : "ahead of"} that of the service.`,
        "Set the clock. Programs that compute dates from the time now would be wrong by as much.",
      )
    : ok("The clock of this machine agrees with that of the service.");
}

async function lockFindings(client: SmartlockClient): Promise<Finding[]> {
  const locks = await client.smartlocks.list();
  const grants = await client.authorizations.listAll().catch(() => []);
  const findings = locks.flatMap((lock) => [...stateFindings(lock), ...roomFindings(lock, grants)]);
  const keypads = locks.filter(hasKeypad).length;
  const counted = `${locks.length} locks, ${keypads} of them with a keypad, ${grants.length} authorizations.`;
  return [ok(counted), ...findings];
}

function stateFindings(lock: Smartlock): Finding[] {
  const { name, state } = lock;
  return [
    ...(isReachable(lock)
      ? []
      : [
          hint(
            `${name} is offline: it cannot confirm changes.`,
            'Bring it back online, or declare waitFor: "accepted" for grants that may wait for it.',
          ),
        ]),
    ...(lock.adminPinState === 2
      ? [hint(`The admin PIN that the service has for ${name} is wrong.`, "Set it again in the app.")]
      : []),
    ...(state?.batteryCritical === true
      ? [hint(`The battery of ${name} is nearly empty.`, "Change it.")]
      : []),
    ...(state?.keypadBatteryCritical === true
      ? [hint(`The battery of the keypad of ${name} is nearly empty.`, "Change it.")]
      : []),
  ];
}

function roomFindings({ smartlockId, name }: Smartlock, grants: readonly Authorization[]): Finding[] {
  const own = grants.filter((grant) => grant.smartlockId === smartlockId);
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
