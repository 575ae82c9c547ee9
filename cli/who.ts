import { Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import type { Authorization, Smartlock, SmartlockClient } from "../provider/api";
import { ifAllowed } from "../provider/engine/lists/allowed";
import { shown } from "../provider/http";
import { isReachable } from "../provider/resources/locks";
import { grantType } from "../provider/resources/authorization/grant-types";
import { findLock } from "./access/find";
import { localTime, timeZoneOf } from "./access/local-time";
import { type Opening, openingAt } from "./access/opening";
import { Names } from "./access/names";
import { isForSomebody, personInWords, personOf } from "./access/people";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "./connection/connect";

export interface WhoOptions extends ConnectionOptions {
  readonly lock: string;
  readonly at?: number;
  readonly json?: boolean;
}

/** What `--json` prints. */
export interface WhoAnswer {
  readonly lock: { readonly name: string; readonly smartlockId: number; readonly online: boolean };
  readonly at: string;
  readonly local: string;
  readonly timeZone: { readonly name: string; readonly assumed?: string };
  readonly grants: readonly GrantAnswer[];
  readonly notes: readonly string[];
}

interface GrantAnswer extends Opening {
  readonly who: string;
  readonly email?: string;
  readonly type: string;
  readonly name: string;
  readonly remote: boolean;
  readonly authorizationId: string;
}

/** With and without seconds. The offset is required: without one it would mean another moment in every time zone. */
const momentForm = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

const MAX_TEXT = 400;

/** What was a minute ago is now. */
const PAST_MS = 60_000;

export function whoCommand(): Command {
  const command = new Command("who")
    .description("Who can open a lock at a given moment, and why. Codes are never shown.")
    .requiredOption("--lock <name>", "the lock, by its name or its id")
    .option("--at <moment>", "a date and time with an offset (default: now)", parseMoment)
    .option("--json", "print JSON for a program")
    .addHelpText("after", '\nExample:\n  smartlock who --lock "Front door" --at 2026-12-24T18:00+01:00');
  return withConnection(command).action(async (options: WhoOptions) => {
    const answer = await reading(await connectionOf(options), (client) => whoCanOpen(client, options));
    console.log(
      options.json === true ? JSON.stringify(answer, null, 2) : inWords(answer, options.at === undefined),
    );
  });
}

async function whoCanOpen(client: SmartlockClient, { lock: wanted, at }: WhoOptions): Promise<WhoAnswer> {
  const lock = findLock(await client.smartlocks.list(), wanted);
  const [grants, users, addresses] = await Promise.all([
    client.authorizations.listOf({ smartlockId: lock.smartlockId }),
    ifAllowed(client.accountUsers.listAll()),
    ifAllowed(client.addresses.list()),
  ]);
  const moment = at ?? client.serviceTime();
  const zone = timeZoneOf(lock, addresses);
  const names = new Names([lock], users);
  const local = localTime(zone, moment);
  return {
    lock: { name: lock.name, smartlockId: lock.smartlockId, online: isReachable(lock) },
    at: new Date(moment).toISOString(),
    local: local.words,
    timeZone: { name: zone.name, ...(zone.assumed !== undefined && { assumed: zone.assumed }) },
    grants: grants
      .filter(isForSomebody)
      .map((grant) => ({ ...answerAbout(grant, names), ...openingAt(grant, moment, local) })),
    notes: [
      ...(moment < client.serviceTime() - PAST_MS
        ? ["That moment is in the past. These are the authorizations that exist now, not those of that time."]
        : []),
      ...notesOn(lock, grants, { users, addresses }),
    ],
  };
}

function answerAbout(grant: Authorization, names: Names): Omit<GrantAnswer, keyof Opening> {
  const { name: who, email } = personOf(grant, names);
  return {
    who,
    ...(email !== undefined && { email }),
    type: String(grantType.say(grant.type)),
    name: grant.name,
    remote: grant.remoteAllowed,
    authorizationId: grant.id,
  };
}

function notesOn(
  lock: Smartlock,
  grants: readonly Authorization[],
  { users, addresses }: { readonly users: unknown; readonly addresses: unknown },
): string[] {
  const pending = grants.filter(({ operationId }) => (operationId ?? undefined) !== undefined);
  return [
    ...(isReachable(lock)
      ? []
      : [
          "The lock is offline: it may not have received the latest changes yet, and may still honour what was removed.",
        ]),
    ...(pending.length === 0
      ? []
      : [
          `The lock has not confirmed the latest change to ${pending.map(({ name }) => `"${name}"`).join(" and ")} yet.`,
        ]),
    ...(users === undefined ? ["The token may not read users, so they appear by id."] : []),
    ...(addresses === undefined
      ? ["The token may not read addresses, so their time zones are not known."]
      : []),
    "The account's owner, and sub-accounts with the right to operate locks, can also open it. They are not listed here.",
  ];
}

function inWords({ lock, local, timeZone, grants, notes }: WhoAnswer, isNow: boolean): string {
  const assumed = timeZone.assumed === undefined ? "" : ` (assumed: ${timeZone.assumed})`;
  const groups = [
    { title: "Can open it", of: grants.filter(({ opens }) => opens === "yes") },
    { title: "Nobody can tell", of: grants.filter(({ opens }) => opens === "unclear") },
    {
      title: isNow ? "Cannot open it now" : "Cannot open it then",
      of: grants.filter(({ opens }) => opens === "no"),
    },
  ];
  const sections = groups.flatMap(({ title, of }) =>
    of.length === 0 ? [] : ["", `${title}:`, ...of.map((grant) => `  ${lineOf(grant)}`)],
  );
  const nobody =
    groups[0]?.of.length === 0 ? ["", `No authorization opens it ${isNow ? "now" : "then"}.`] : [];
  return [`${lock.name}, ${local}, ${timeZone.name}${assumed}`, ...nobody, ...sections, "", ...notes]
    .map((line) => shown(line, MAX_TEXT))
    .join("\n");
}

function lineOf({ who, email, type, name, remote, opens, why }: GrantAnswer): string {
  const named = name === who ? type : `${type} "${name}"`;
  return `${personInWords({ name: who, email })}: ${named}, ${why}${remote && opens === "yes" ? ", also remotely" : ""}`;
}

function parseMoment(text: string): number {
  if (!momentForm.safeParse(text).success) {
    throw new InvalidArgumentError(
      "It must be a date and time with an offset, such as 2026-12-24T18:00+01:00.",
    );
  }
  return Date.parse(text);
}
