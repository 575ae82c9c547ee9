import type {
  Account as SubAccount,
  AccountUser,
  Authorization,
  Smartlock,
  SmartlockClient,
} from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";

/** What an account holds that matters for who can open what. */
export interface Account {
  readonly locks: readonly Smartlock[];
  readonly grants: readonly Authorization[];
  /** Undefined if the token may not read them. */
  readonly users: readonly AccountUser[] | undefined;
  /** Undefined if the token may not read them. */
  readonly subAccounts: readonly SubAccount[] | undefined;
  /** The units of the addresses that a preview deletes, by the id of the address; without those that cannot be read. */
  readonly unitsOf: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export async function readAccount(
  client: SmartlockClient,
  addressesToGo: readonly string[],
): Promise<Account> {
  const [locks, grants, users, subAccounts, units] = await Promise.all([
    client.smartlocks.list(),
    client.authorizations.listAll(),
    ifAllowed(client.accountUsers.listAll()),
    ifAllowed(client.subAccounts.list()),
    Promise.all(
      addressesToGo.map(
        async (id) => [id, await ifAllowed(client.addresses.listUnits({ addressId: Number(id) }))] as const,
      ),
    ),
  ]);
  const unitsOf = new Map(
    units.flatMap(([id, of]) =>
      of === undefined ? [] : [[id, of.map((unit) => ({ id: `${id}/${unit.id}`, name: unit.name }))]],
    ),
  );
  return { locks, grants, users, subAccounts, unitsOf, now: client.serviceTime() };
}
