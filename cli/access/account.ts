import type {
  Account as SubAccount,
  Address,
  Authorization,
  Smartlock,
  SmartlockClient,
} from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";
import { grouped } from "../grouped";
import { Names } from "./names";

/** What an account holds that matters for who can open what. */
export interface Account {
  /** Undefined if no lock tells it. */
  readonly id: number | undefined;
  readonly locks: readonly Smartlock[];
  readonly grants: readonly Authorization[];
  /** By the id of the user. */
  readonly grantsOfUser: ReadonlyMap<string, readonly Authorization[]>;
  readonly names: Names;
  /** Undefined if the token may not read them, or nobody asks for them. */
  readonly subAccounts: readonly SubAccount[] | undefined;
  /** Undefined if the token may not read them, or nobody asks for them. */
  readonly addresses: readonly Address[] | undefined;
  /** By the id of the address, for those that somebody asks for; without those that cannot be read. */
  readonly unitsOf: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** What of an account is only sometimes needed. */
interface Needed {
  /** The addresses whose units are wanted, by id. */
  readonly unitsOf?: readonly string[];
  readonly subAccounts?: boolean;
  readonly addresses?: boolean;
}

export async function readAccount(client: SmartlockClient, needed: Needed): Promise<Account> {
  const [locks, grants, users, subAccounts, addresses, units] = await Promise.all([
    client.smartlocks.list(),
    client.authorizations.listAll(),
    ifAllowed(client.accountUsers.listAll()),
    needed.subAccounts === true ? ifAllowed(client.subAccounts.list()) : undefined,
    needed.addresses === true ? ifAllowed(client.addresses.list()) : undefined,
    Promise.all((needed.unitsOf ?? []).map(async (id) => [id, await unitsIn(client, id)] as const)),
  ]);
  return {
    id: locks.find(({ accountId }) => typeof accountId === "number")?.accountId ?? undefined,
    locks,
    grants,
    grantsOfUser: grouped(grants, ({ accountUserId }) => String(accountUserId)),
    names: new Names(locks, users),
    subAccounts,
    addresses,
    unitsOf: new Map(units.flatMap(([id, own]) => (own === undefined ? [] : [[id, own]]))),
    now: client.serviceTime(),
  };
}

/** Undefined if the token may not read them. */
async function unitsIn(
  client: SmartlockClient,
  addressId: string,
): Promise<{ id: string; name: string }[] | undefined> {
  const units = await ifAllowed(client.addresses.listUnits({ addressId: Number(addressId) }));
  return units?.map(({ id, name }) => ({ id: `${addressId}/${id}`, name }));
}
