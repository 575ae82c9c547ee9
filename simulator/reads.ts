import type { Account } from "./account";
import { AuthorizationStore } from "./authorization-store";
import type { OperationName } from "./operations";
import type { AuthorizationRecord } from "./records";

/** The collections of an account, each with the field that holds the id of its objects. */
const idFields = {
  addresses: "addressId",
  addressTokens: "id",
  addressUnits: "id",
  apiKeys: "apiKeyId",
  authorizations: "id",
  brands: "brandId",
  intercoms: "intercomId",
  logs: "id",
  notifications: "notificationId",
  reservations: "id",
  services: "serviceId",
  smartlocks: "smartlockId",
  subAccounts: "accountId",
  tokens: "id",
  users: "accountUserId",
  webhookLogs: "id",
  webhooks: "id",
} as const;
type CollectionName = keyof typeof idFields;

/** The collection that each list shows. */
const lists: Partial<Record<OperationName, CollectionName>> = {
  "GET /account/integration": "tokens",
  "GET /account/sub": "subAccounts",
  "GET /account/user": "users",
  "GET /address": "addresses",
  "GET /address/{addressId}/reservation": "reservations",
  "GET /address/{addressId}/token": "addressTokens",
  "GET /address/{addressId}/unit": "addressUnits",
  "GET /api/decentralWebhook": "webhooks",
  "GET /api/key": "apiKeys",
  "GET /api/key/{apiKeyId}/token": "tokens",
  "GET /api/key/{apiKeyId}/webhook/logs": "webhookLogs",
  "GET /notification": "notifications",
  "GET /opener/brand": "brands",
  "GET /opener/intercom": "intercoms",
  "GET /service": "services",
  "GET /smartlock": "smartlocks",
  "GET /smartlock/auth": "authorizations",
  "GET /smartlock/auth/paged": "authorizations",
  "GET /smartlock/log": "logs",
  "GET /smartlock/{smartlockId}/auth": "authorizations",
  "GET /smartlock/{smartlockId}/log": "logs",
};

/** The collection from which each other read shows one object. */
const readsById: Partial<Record<OperationName, CollectionName>> = {
  "GET /account/sub/{accountId}": "subAccounts",
  "GET /account/user/{accountUserId}": "users",
  "GET /notification/{notificationId}": "notifications",
  "GET /opener/brand/{brandId}": "brands",
  "GET /opener/intercom/{intercomId}": "intercoms",
  "GET /service/{serviceId}": "services",
  "GET /smartlock/{smartlockId}": "smartlocks",
  "GET /smartlock/{smartlockId}/auth/{id}": "authorizations",
};

export function isList(operation: string): boolean {
  return operation in lists;
}

/** Whether it shows objects of a collection: a list, or one object by its id. */
export function isOfCollection(operation: string): boolean {
  return isList(operation) || operation in readsById;
}

/** The account that one list is read from: without these objects or, without `ids`, without all that the list could show. */
export function accountLacking(
  account: Account,
  operation: OperationName,
  ids: readonly string[] | undefined,
): Account {
  const lacking = new Set(ids);
  return showing(account, lists[operation], (object, id) =>
    ids === undefined || lacking.has(id) ? undefined : object,
  );
}

/** The account for one read, with the objects' values from another time. With `lacksNew`, newer objects are left out. */
export function accountWithOldValues(
  account: Account,
  old: Account,
  operation: OperationName,
  lacksNew: boolean,
): Account {
  const collection = lists[operation] ?? readsById[operation];
  if (collection === undefined) {
    return account;
  }
  const olds = new Map(objectsOf(old, collection).map((object) => [idOf(object, collection), object]));
  return showing(account, collection, (object, id) => olds.get(id) ?? (lacksNew ? undefined : object));
}

/** The account with the objects of one collection replaced or, where `show` returns undefined, left out. */
function showing(
  account: Account,
  collection: CollectionName | undefined,
  show: (object: object, id: string) => object | undefined,
): Account {
  if (collection === undefined) {
    return account;
  }
  const shown = objectsOf(account, collection).flatMap(
    (object) => show(object, idOf(object, collection)) ?? [],
  );
  return collection === "authorizations"
    ? { ...account, authorizations: new AuthorizationStore(shown as AuthorizationRecord[]) }
    : { ...account, [collection]: shown };
}

function objectsOf(account: Account, collection: CollectionName): readonly object[] {
  return collection === "authorizations" ? account.authorizations.all() : account[collection];
}

function idOf(object: object, collection: CollectionName): string {
  return String((object as Readonly<Record<string, unknown>>)[idFields[collection]]);
}
