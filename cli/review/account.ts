import type { Account as SubAccount, Authorization, Smartlock, SmartlockClient } from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";
import { Names } from "../access/names";

/** What an account holds that matters for who can open what. */
export interface Account {
  readonly locks: readonly Smartlock[];
  readonly grants: readonly Authorization[];
  readonly names: Names;
  /** Undefined if the token may not read them, or nobody asks for them. */
  readonly subAccounts: readonly SubAccount[] | undefined;
  /** The units of the addresses that a preview deletes, by the id of the address; without those that cannot be read. */
  readonly unitsOf: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** What of an account is only sometimes needed. */
export interface Needed {
  /** The addresses whose units are wanted, by id. */
  readonly unitsOf: readonly string[];
  readonly subAccounts: boolean;
}

export async function readAccount(client: SmartlockClient, needed: Needed): Promise<Account> {
  const [locks, grants, users, subAccounts, units] = await Promise.all([
    client.smartlocks.list(),
    client.authorizations.listAll(),
    ifAllowed(client.accountUsers.listAll()),
    needed.subAccounts ? ifAllowed(client.subAccounts.list()) : undefined,
    Promise.all(
      needed.unitsOf.map(
        async (id) => [id, await ifAllowed(client.addresses.listUnits({ addressId: Number(id) }))] as const,
      ),
    ),
  ]);
  const unitsOf = new Map(
    units.flatMap(([id, of]) =>
      of === undefined ? [] : [[id, of.map((unit) => ({ id: `${id}/${unit.id}`, name: unit.name }))]],
    ),
  );
  return { locks, grants, names: new Names(locks, users), subAccounts, unitsOf, now: client.serviceTime() };
}
