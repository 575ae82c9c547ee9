import type {
  Account as SubAccount,
  AccountUser,
  Address,
  Authorization,
  Notification,
  Smartlock,
  SmartlockClient,
  Webhook,
} from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";
import type { UnitOfAddress } from "../../provider/resources/address-list";
import type { Part } from "./part";

/** What the service holds, as far as the token may read it. What is not asked for is empty. */
export interface Account {
  readonly locks: readonly Smartlock[];
  readonly addresses: readonly Address[];
  readonly units: readonly UnitOfAddress[];
  readonly users: readonly AccountUser[];
  readonly grants: readonly Authorization[];
  readonly subAccounts: readonly SubAccount[];
  readonly webhooks: readonly Webhook[];
  readonly notifications: readonly Notification[];
  /** What the token may not read, in words. */
  readonly unread: readonly Unread[];
  /** The time of the service, in milliseconds since 1970. */
  readonly readAt: number;
}

export interface Unread {
  readonly what: string;
  readonly scope: string;
}

/** Which locks and addresses are meant. */
export type Choose = (locks: readonly Smartlock[], addresses: readonly Address[]) => Part;

/** Reads the account, with GET only. `tell` gets a line about each step. */
export async function readAccount(
  client: SmartlockClient,
  choose: Choose | undefined,
  tell: (line: string) => void,
): Promise<Account> {
  const unread: Unread[] = [];
  const counted = async <T>(
    noun: string,
    scope: string,
    reading: Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    const found = await ifAllowed(reading);
    if (found === undefined) {
      unread.push({ what: noun, scope });
      tell(`The token may not read ${noun}.`);
      return [];
    }
    tell(`Read ${found.length} ${noun}.`);
    return found;
  };
  tell("Reading the account. Nothing is changed.");
  // Without the locks nothing can be said about who may open what, so a refusal ends the command.
  const locks = await client.smartlocks.list();
  tell(`Read ${locks.length} locks.`);
  const addresses = await counted("addresses", "account", client.addresses.list());
  const part = choose?.(locks, addresses);
  const ofPart = part?.addresses ?? addresses;
  const isWhole = part === undefined;
  const [units, users, grants, subAccounts, webhooks, notifications] = await Promise.all([
    counted("units", "account", unitsOf(client, ofPart)),
    counted("users", "account", client.accountUsers.listAll()),
    counted(
      "authorizations",
      "smartlock.auth",
      isWhole ? client.authorizations.listAll() : grantsOn(client, part),
    ),
    isWhole ? counted("sub-accounts", "account", client.subAccounts.list()) : [],
    isWhole ? counted("webhooks", "webhook.decentral", client.webhooks.list()) : [],
    isWhole ? counted("notifications", "smartlock.log", client.notifications.list()) : [],
  ]);
  const holders = new Set(grants.map(({ accountUserId }) => accountUserId));
  return {
    locks: part?.locks ?? locks,
    addresses: ofPart,
    units,
    users: isWhole ? users : users.filter(({ accountUserId }) => holders.has(accountUserId)),
    grants,
    subAccounts,
    webhooks,
    notifications,
    unread: [...unread].sort((left, right) => (left.what < right.what ? -1 : 1)),
    readAt: client.serviceTime(),
  };
}

async function unitsOf(client: SmartlockClient, addresses: readonly Address[]): Promise<UnitOfAddress[]> {
  const lists = await Promise.all(
    addresses.map(async ({ addressId }) =>
      (await client.addresses.listUnits({ addressId })).map((unit) => ({ ...unit, addressId })),
    ),
  );
  return lists.flat();
}

async function grantsOn(client: SmartlockClient, { locks }: Part): Promise<Authorization[]> {
  const lists = await Promise.all(
    locks.map(({ smartlockId }) => client.authorizations.listOf({ smartlockId })),
  );
  return lists.flat();
}
