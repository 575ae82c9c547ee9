import type { AccountState } from "../../simulator";

/** Everything that the account had before the tests began, as it is now. */
export function unmanaged(before: AccountState, now: AccountState) {
  const kept = <Item>(
    items: (account: AccountState) => readonly Item[],
    idOf: (item: Item) => string | number,
  ): Item[] => {
    const known = new Set(items(before).map(idOf));
    return items(now).filter((item) => known.has(idOf(item)));
  };
  return {
    addresses: kept(
      ({ addresses }) => addresses,
      ({ addressId }) => addressId,
    ),
    addressUnits: kept(
      ({ addressUnits }) => addressUnits,
      ({ id }) => id,
    ),
    users: kept(
      ({ users }) => users,
      ({ accountUserId }) => accountUserId,
    ),
    subAccounts: kept(
      ({ subAccounts }) => subAccounts,
      ({ accountId }) => accountId,
    ),
    authorizations: kept(
      ({ authorizations }) => authorizations,
      ({ id }) => id,
    ),
    webhooks: kept(
      ({ webhooks }) => webhooks,
      ({ id }) => id,
    ),
    notifications: kept(
      ({ notifications }) => notifications,
      ({ notificationId }) => notificationId,
    ),
    // A lock's queue and its current operation are about its authorizations.
    smartlocks: now.smartlocks.map((lock) => ({ ...lock, queue: [], operationId: undefined })),
  };
}
