import { z } from "zod";
import type { AccountUser, CallOptions, SmartlockClient } from "../../../provider/api";
import {
  sentWindow,
  shownWindow,
  speakWindow,
  windowInputs,
} from "../../../provider/resources/authorization/access-window";
import { findLock, findOne } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, type ActOption, confirmed, type Given, type Look, plan, waiting } from "../act";
import { callbackAnswered } from "../callback";
import { request } from "../request";
import { lockFrom } from "./doors";

const windowOptions: readonly ActOption[] = [
  {
    flags: "--from <date>",
    description: "from this date and time on, with an offset: 2026-12-24T14:00+01:00",
  },
  { flags: "--until <date>", description: "until this date and time, with an offset" },
  { flags: "--days <days>", description: "only on these days: mon,tue,wed,thu,fri,sat,sun" },
  { flags: "--from-time <time>", description: "each day from this time, in the lock's local time: 08:00" },
  { flags: "--until-time <time>", description: "each day until this time: 16:00" },
];

const OPTION_OF: Readonly<Record<string, string>> = {
  allowedFromDate: "--from",
  allowedUntilDate: "--until",
  allowedWeekDays: "--days",
  allowedFromTime: "--from-time",
  allowedUntilTime: "--until-time",
};

/** Like `smartlock who`, it takes a moment without its seconds. */
function momentFrom(text: string | undefined): string | undefined {
  return text?.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/i, "$1:00$2");
}

/** The limits on days and times, checked and sent like those of an `Authorization`. */
function windowFrom(given: Given) {
  const written = {
    allowedFromDate: momentFrom(given.optional("from")),
    allowedUntilDate: momentFrom(given.optional("until")),
    allowedWeekDays: given.optional("days")?.split(","),
    allowedFromTime: given.optional("fromTime"),
    allowedUntilTime: given.optional("untilTime"),
  };
  const parsed = z.object(windowInputs).safeParse(written);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path: [field], message }) => `${OPTION_OF[String(field)] ?? String(field)} ${message}`,
    );
    throw new CommandError(`Nothing was sent. ${problems.join("; ")}.`);
  }
  const { allowedFromTime: from = "00:00", allowedUntilTime: until = "24:00" } = parsed.data;
  if (until <= from) {
    throw new CommandError("Nothing was sent. --until-time must be after --from-time, on the same day.");
  }
  const window = sentWindow(parsed.data);
  const [begin, end] = [window.allowedFromDate, window.allowedUntilDate];
  if (begin !== null && end !== null && end <= begin) {
    throw new CommandError("Nothing was sent. --until must be after --from.");
  }
  return {
    limits: Object.fromEntries(Object.entries(window).filter(([, limit]) => limit !== null)) as Limits,
    words: speakWindow(shownWindow(window)),
  };
}

type Window = ReturnType<typeof sentWindow>;

/** Only those that are set. */
type Limits = { readonly [Limit in keyof Window]?: NonNullable<Window[Limit]> };

async function userFrom(client: SmartlockClient, wanted: string): Promise<AccountUser> {
  return findOne(await client.accountUsers.listAll(), wanted, {
    noun: "user",
    id: ({ accountUserId }) => accountUserId,
    names: ({ name, email }) => [name, email],
    detail: ({ name, email }) => `${name} <${email}>`,
  });
}

function isBusy(operationId: unknown): boolean {
  return (operationId ?? undefined) !== undefined;
}

export const grantActs: readonly Act[] = [
  {
    name: "share-key",
    operations: ["authorizations.createSharedKey"],
    summary: "Creates an authorization with a key that can be shared.",
    notes: "Its key is not shown here: share it from the app.",
    arguments: [
      { name: "lock", description: "the lock, by its name or its id" },
      { name: "name", description: "the name of the authorization, at most 32 characters" },
    ],
    options: [
      { flags: "--user <name>", description: "for this user: name, e-mail address or id" },
      ...windowOptions,
    ],
    waitsFor: "the lock to have confirmed it",
    example: 'share-key "Front door" "Plumber" --from 2026-12-01T08:00Z --until 2026-12-01T18:00Z',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const wanted = given.optional("user");
      const user = wanted === undefined ? undefined : await userFrom(client, wanted);
      const { limits, words } = windowFrom(given);
      const { smartlockId } = lock;
      const name = given.text("name");
      return plan({
        deed: `create the shared key "${name}" for ${lock.name} (${smartlockId})`,
        means: [
          `Whoever has the key can open ${lock.name}, also remotely: ${words}.`,
          ...(user === undefined ? [] : [`It belongs to ${user.name} <${user.email}>.`]),
        ],
        request: request(
          "authorizations",
          "createSharedKey",
          { smartlockId },
          { name, ...limits, ...(user !== undefined && { accountUserId: user.accountUserId }) },
        ),
        answered: (created) => {
          const ids = created.map(({ id }) => id);
          return { words: `Authorization ${ids.join(", ")}.`, fields: { authorizationIds: ids } };
        },
        async look(later, created, options) {
          const now = await Promise.all(
            created.map(({ id }) => later.authorizations.get({ smartlockId, id }, options)),
          );
          const wrong = now.find(({ error }) => typeof error === "string" && error !== "");
          if (wrong !== undefined) {
            return { is: "failed", words: `${lock.name} reports: ${wrong.error ?? ""}.` };
          }
          return now.length === 0 || now.some(({ operationId }) => isBusy(operationId))
            ? waiting(`${lock.name} is still working on it`)
            : confirmed(`${lock.name} has it.`);
        },
      });
    },
  },
  {
    name: "grant-advanced",
    operations: ["webhooks.createAuthorizationsAdvanced"],
    summary:
      "Gives a user access by app to several locks at once; a webhook of this account reports the outcome.",
    notes:
      "For access that lasts, declare an Authorization or an AuthorizationSet: a program keeps it as it is.",
    arguments: [
      { name: "user", description: "the user, by name, e-mail address or id" },
      { name: "locks", description: "the locks, by their names or ids", isList: true },
    ],
    options: [
      {
        flags: "--name <name>",
        description: "the name of the authorization (default: the name of the user)",
      },
      { flags: "--remote", description: "it opens the locks remotely too" },
      { flags: "--smart-actions", description: "the app may open the door by itself" },
      ...windowOptions,
    ],
    waitsFor: "each lock to have confirmed it",
    example: 'grant-advanced caretaker@example.com "Front door" "Office" --days mon,tue',
    async plan(client, given) {
      const locks = await client.smartlocks.list();
      const chosen = [...new Set(given.list("locks").map((wanted) => findLock(locks, wanted)))];
      const { accountUserId, name: userName, email } = await userFrom(client, given.text("user"));
      const { limits, words } = windowFrom(given);
      const name = given.optional("name") ?? userName;
      const doors = chosen.map((lock) => lock.name).join(", ");
      const ownOn = async (from: SmartlockClient, smartlockId: number, options?: CallOptions) =>
        (await from.authorizations.listOf({ smartlockId }, { types: [0] }, options)).filter(
          (grant) => grant.accountUserId === accountUserId,
        );
      const before = new Set<string>();
      for (const { smartlockId } of given.waits ? chosen : []) {
        (await ownOn(client, smartlockId)).forEach(({ id }) => before.add(id));
      }
      return plan({
        deed: `give ${userName} <${email}> access by app to ${doors}`,
        means: [
          `That person can then open ${doors}: ${words}${given.is("remote") ? ", also remotely" : ""}.`,
          "The service mails an invitation for each lock.",
        ],
        request: request("webhooks", "createAuthorizationsAdvanced", {
          name,
          ...limits,
          accountUserId,
          smartlockIds: chosen.map(({ smartlockId }) => smartlockId),
          remoteAllowed: given.is("remote"),
          ...(given.is("smartActions") && { smartActionsEnabled: true }),
        }),
        answered: callbackAnswered,
        async look(later, _answer, options): Promise<Look> {
          const missing: string[] = [];
          for (const { smartlockId, name: door } of chosen) {
            const grants = await ownOn(later, smartlockId, options);
            if (!grants.some(({ id, operationId }) => !before.has(id) && !isBusy(operationId))) {
              missing.push(door);
            }
          }
          return missing.length === 0
            ? confirmed(`${doors} ${chosen.length === 1 ? "has" : "have"} it.`)
            : waiting(`not confirmed yet by ${missing.join(", ")}`);
        },
      });
    },
  },
];
