import { grantType } from "../../provider/resources/authorization/grant-types";
import type { AccountState } from "../../simulator";
import type { Bag } from "../protocol/plugin";

export const collections = [
  "addresses",
  "addressUnits",
  "users",
  "subAccounts",
  "authorizations",
  "webhooks",
  "notifications",
] as const;

export type CollectionName = (typeof collections)[number];

interface Sort {
  /** The type of the resource that manages one such object. */
  readonly type: string;
  idOf(record: Bag): string;
  /** Two objects with the same identity are duplicates. */
  identityOf(record: Bag): string;
}

const sorts: Readonly<Record<CollectionName, Sort>> = {
  addresses: { type: "Address", idOf: (record) => words(record, "addressId"), identityOf: by("name") },
  addressUnits: {
    type: "AddressUnit",
    idOf: (record) => `${words(record, "addressId")}/${words(record, "id")}`,
    identityOf: by("addressId", "name"),
  },
  users: { type: "AccountUser", idOf: (record) => words(record, "accountUserId"), identityOf: by("email") },
  subAccounts: { type: "SubAccount", idOf: (record) => words(record, "accountId"), identityOf: by("email") },
  authorizations: {
    type: "Authorization",
    idOf: (record) => `${words(record, "smartlockId")}/${words(record, "id")}`,
    identityOf(record) {
      // A state has words, the service has numbers.
      const type = grantType.numberOf(record["type"] as number);
      const own = type === 13 ? "code" : type === 2 ? "name" : "accountUserId";
      return words({ ...record, type }, "smartlockId", "type", own);
    },
  },
  webhooks: {
    type: "Webhook",
    idOf: (record) => words(record, "id"),
    identityOf: (record) =>
      `${words(record, "webhookUrl")} ${[...(record["webhookFeatures"] as string[])].sort().join()}`,
  },
  notifications: {
    type: "Notification",
    idOf: (record) => words(record, "notificationId"),
    identityOf: (record) =>
      record["referenceId"] === undefined ? words(record, "pushId", "os") : words(record, "referenceId"),
  },
};

function by(...fields: readonly string[]): (record: Bag) => string {
  return (record) => words(record, ...fields);
}

function words(record: Bag, ...fields: readonly string[]): string {
  return fields.map((field) => String(record[field]).toLowerCase()).join(" ");
}

/** An object of the service. */
export interface LiveObject {
  readonly collection: CollectionName;
  /** Type and id: no two objects share it. */
  readonly key: string;
  readonly id: string;
  /** Type and identity: two objects that share it are duplicates. */
  readonly identity: string;
  readonly record: Bag;
}

export function typeOf(collection: CollectionName): string {
  return sorts[collection].type;
}

export function identityOf(collection: CollectionName, fields: Bag): string {
  return `${sorts[collection].type} ${sorts[collection].identityOf(fields)}`;
}

export function objectsOf(state: AccountState): LiveObject[] {
  return collections.flatMap((collection) =>
    state[collection].map((record): LiveObject => {
      const id = sorts[collection].idOf(record);
      return {
        collection,
        key: `${sorts[collection].type} ${id}`,
        id,
        // Most callers only ask for the key.
        get identity() {
          return identityOf(collection, record);
        },
        record,
      };
    }),
  );
}

/** Whether it has left the lock, or will leave without further action, and is only still listed. */
export function isLeaving(state: AccountState, { collection, record }: LiveObject): boolean {
  if (collection !== "authorizations") {
    return record["operationId"] !== undefined;
  }
  const lock = state.smartlocks.find(({ smartlockId }) => smartlockId === record["smartlockId"]);
  return (
    record["ghost"] === true ||
    (lock?.queue.some(({ kind, authorizationId }) => kind === "delete" && authorizationId === record["id"]) ??
      false)
  );
}

/** Grants that are on their way to a lock and not listed yet. */
export function comingTo(state: AccountState): LiveObject[] {
  const listed = new Set(state.authorizations.map(({ id }) => id));
  const coming = state.smartlocks.flatMap(({ queue }) =>
    queue.flatMap(({ kind, record }) =>
      kind === "create" && record !== undefined && !listed.has(record.id) ? [record] : [],
    ),
  );
  return objectsOf({ ...empty(state), authorizations: coming });
}

function empty(state: AccountState): AccountState {
  return { ...state, ...Object.fromEntries(collections.map((name) => [name, []])) };
}
