import type { Confirmation, Smartlock, SmartlockClient } from "../../../provider/api";
import { ifAllowed } from "../../../provider/engine/lists/allowed";
import { isReachable } from "../../../provider/resources/locks";
import { findLock } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, type ActOption, type Given, plan, type Plan } from "../act";
import { callbackAnswered } from "../callback";
import { goesAlong } from "../goes-along";
import { deedOf, everyDeedWord, type LockDeed } from "../lock-deeds";
import { lockWord } from "../lock-word";
import { type ActRequest, request } from "../request";

const lockArgument = { name: "lock", description: "the lock, by its name or its id" } as const;

const callback: ActOption = {
  flags: "--callback",
  description: "have a webhook of this account report the outcome, by the request id",
};

const LOG_WORD = "the lock to confirm it, in its log or, if the token may not read that, by its state";

export async function lockFrom(client: SmartlockClient, given: Given): Promise<Smartlock> {
  return findLock(await client.smartlocks.list(), given.text("lock"));
}

const OFFLINE =
  "It is offline: nobody knows when this reaches it, and an action that does not reach it may be lost.";

async function planDeed(
  client: SmartlockClient,
  given: Given,
  lock: Smartlock,
  deed: LockDeed,
  send: ActRequest<Confirmation | undefined>,
): Promise<Plan> {
  return plan({
    deed: `${deed.deed(lock.name)} (${lock.smartlockId})`,
    means: [...deed.means, ...(isReachable(lock) ? [] : [OFFLINE])],
    asks: deed.opens,
    request: send,
    answered: callbackAnswered,
    ...(given.waits && { look: await lockWord(client, lock, deed) }),
  });
}

const UNLOCK = 1;
const LOCK = 2;

function optionBits(given: Given): number {
  return (given.is("force") ? 2 : 0) | (given.is("fullLock") ? 4 : 0);
}

const MAX_PIN = 9999;

function pinFrom(text: string): number {
  const pin = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(pin <= MAX_PIN)) {
    throw new CommandError("Nothing was sent. An admin PIN has at most four digits.");
  }
  return pin;
}

export const doorActs: readonly Act[] = [
  {
    name: "lock",
    operations: ["smartlocks.lock", "webhooks.lockAdvanced"],
    summary: "Locks a door.",
    arguments: [lockArgument],
    options: [callback],
    waitsFor: LOG_WORD,
    example: 'lock "Front door" --wait',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId } = lock;
      const send = given.is("callback")
        ? request("webhooks", "lockAdvanced", { smartlockId })
        : request("smartlocks", "lock", { smartlockId });
      return planDeed(client, given, lock, deedOf(lock, LOCK), send);
    },
  },
  {
    name: "unlock",
    operations: ["smartlocks.unlock", "webhooks.unlockAdvanced"],
    summary: "Unlocks a door.",
    notes: "It asks first. At an opener it switches ring-to-open on, and it opens a box.",
    arguments: [lockArgument],
    options: [callback],
    waitsFor: LOG_WORD,
    example: 'unlock "Front door" --wait --yes',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId } = lock;
      const send = given.is("callback")
        ? request("webhooks", "unlockAdvanced", { smartlockId })
        : request("smartlocks", "unlock", { smartlockId });
      return planDeed(client, given, lock, deedOf(lock, UNLOCK), send);
    },
  },
  {
    name: "action",
    operations: ["smartlocks.action", "webhooks.actionAdvanced"],
    summary: "Makes a device do something: unlatch a door, open with an opener, and more.",
    notes:
      `Actions of a lock: ${everyDeedWord.locks.join(", ")}; of a box: ${everyDeedWord.boxes.join(", ")};\n` +
      `of an opener: ${everyDeedWord.openers.join(", ")}.\nIt asks first if that opens a door.`,
    arguments: [lockArgument, { name: "action", description: "what it should do (see below)" }],
    options: [
      { flags: "--force", description: "do it even if the device believes that it is not necessary" },
      { flags: "--full-lock", description: "turn the bolt as far as it goes" },
      callback,
    ],
    waitsFor: LOG_WORD,
    example: 'action "Front door" unlatch --wait',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId } = lock;
      const deed = deedOf(lock, given.text("action"));
      const option = optionBits(given);
      const body = { action: deed.action, ...(option > 0 && { option }) };
      const send = given.is("callback")
        ? request("webhooks", "actionAdvanced", { smartlockId }, body)
        : request("smartlocks", "action", { smartlockId }, body);
      return planDeed(client, given, lock, deed, send);
    },
  },
  {
    name: "sync",
    operations: ["smartlocks.sync"],
    summary: "Makes the service read a lock again, if what it shows of the lock is wrong.",
    notes:
      "It drains the battery a little. The service does not show when it is done, so there is no --wait:\ncheck afterwards whether what was wrong is right.",
    arguments: [lockArgument],
    example: 'sync "Front door"',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId } = lock;
      return plan({
        deed: `make the service read ${lock.name} (${smartlockId}) again`,
        means: isReachable(lock) ? [] : ["It is offline: the service reads it when it is back, if at all."],
        asks: false,
        request: request("smartlocks", "sync", { smartlockId }),
      });
    },
  },
  {
    name: "remove-device",
    operations: ["smartlocks.remove"],
    summary: "Removes a lock from the account, with everything that opens it.",
    arguments: [lockArgument],
    example: 'remove-device "Old garage"',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId, name } = lock;
      const grants = await ifAllowed(client.authorizations.listOf({ smartlockId }));
      return plan({
        deed: `remove ${name} (${smartlockId}) from the account`,
        means: [
          grants === undefined
            ? "Everything that opens it is deleted, too."
            : goesAlong(
                "authorization",
                grants.map((grant) => grant.name),
              ),
          "To get it back, somebody has to stand in front of it and pair it again.",
          "A program that declares something on it will fail.",
        ],
        deletes: 1 + (grants?.length ?? 0),
        request: request("smartlocks", "remove", { smartlockId }),
      });
    },
  },
  {
    name: "set-pin",
    operations: ["smartlocks.setAdminPin"],
    summary: "Tells the service the admin PIN of a lock, if it has a wrong one or none.",
    notes:
      "The PIN comes from a hidden prompt or, with --stdin, from the standard input. It is never an argument.",
    arguments: [lockArgument],
    takesSecret: true,
    example: 'set-pin "Front door"',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId, name } = lock;
      const adminPin = pinFrom(await given.secret(`the admin PIN of ${name}`, "0"));
      return plan({
        deed: `tell the service another admin PIN of ${name} (${smartlockId})`,
        means: ["If it is not the PIN of the lock, the service can no longer change who may open it."],
        request: request("smartlocks", "setAdminPin", { smartlockId }, { adminPin }),
      });
    },
  },
];
