import type { AccountState } from "../../simulator";
import { nextNumber, objectId } from "../../simulator/ids";
import type { Bag } from "../protocol/plugin";
import type { Act } from "./command";
import { identitiesOf, kinds, objectFields, type Resource } from "./declaration";
import { type CollectionName, comingTo, isLeaving, type LiveObject, objectsOf } from "./objects";
import { people, seededAddress } from "./world";

/** What somebody did in the app. */
export interface Done {
  readonly added: readonly LiveObject[];
  readonly changed: readonly LiveObject[];
  readonly deleted: readonly LiveObject[];
}

/** Does it to the account, if possible. */
export function perform(state: AccountState, act: Act, now: string): Done {
  return noted(state, () => {
    if (act.act === "add") {
      add(state, act.resource, now);
      return;
    }
    const idle = objectsOf(state).filter(
      (object) => object.record["operationId"] === undefined && !isLeaving(state, object),
    );
    const object = idle[act.what % idle.length];
    if (object !== undefined && act.act === "change") {
      change(object, act.what, now);
    }
    if (object !== undefined && act.act === "delete" && !isNeeded(object)) {
      remove(state, object);
    }
  });
}

/** Somebody deletes these objects. */
export function deleteObjects(state: AccountState, keys: readonly string[]): Done {
  return noted(state, () => {
    for (const object of objectsOf(state)) {
      if (keys.includes(object.key)) {
        remove(state, object);
      }
    }
  });
}

function noted(state: AccountState, work: () => void): Done {
  const objects = objectsOf(state);
  const before = new Map(objects.map((object) => [object.key, JSON.stringify(object.record)]));
  work();
  const after = objectsOf(state);
  const keys = new Set(after.map(({ key }) => key));
  return {
    added: after.filter(({ key }) => !before.has(key)),
    changed: after.filter(({ key, record }) => before.has(key) && before.get(key) !== JSON.stringify(record)),
    deleted: objects.filter(({ key }) => !keys.has(key)),
  };
}

/** Programs refer to it, and would be wrong without it. */
function isNeeded({ collection, record }: LiveObject): boolean {
  return (
    (collection === "addresses" && record["addressId"] === seededAddress) ||
    (collection === "users" && people.includes(Number(record["accountUserId"])))
  );
}

/** Adds an object as a program would declare it, unless the service would refuse it. */
function add(state: AccountState, resource: Resource, now: string): void {
  const { collection } = kinds[resource.kind];
  const present = [...objectsOf(state), ...comingTo(state)];
  const isTaken = identitiesOf(resource, {}).some((identity) =>
    present.some((object) => object.identity === identity),
  );
  if (isTaken && ["users", "subAccounts"].includes(collection)) {
    return;
  }
  if (isTaken && resource.kind === "code") {
    return;
  }
  const list = state[collection] as Bag[];
  list.push(...objectFields(resource, {}).map((fields) => newRecord(state, collection, fields, now)));
}

function newRecord(state: AccountState, collection: CollectionName, fields: Bag, now: string): Bag {
  const { ids } = state;
  const accountId = state.account.accountId;
  const dates = { creationDate: now, updateDate: now };
  const numbered = (field: string): number =>
    nextNumber(
      ids,
      (state[collection] as Bag[]).map((record) => Number(record[field])),
    );
  switch (collection) {
    case "addresses":
      return { addressId: numbered("addressId"), accountId, ...fields, ...dates };
    case "addressUnits":
      return {
        id: objectId(ids),
        addressTokenId: objectId(ids),
        redeemDate: null,
        ...fields,
        creationDate: now,
      };
    case "users":
      return {
        accountUserId: numbered("accountUserId"),
        accountId,
        type: 0,
        language: "en",
        ...fields,
        ...dates,
      };
    case "subAccounts":
      return {
        accountId: nextNumber(ids, [accountId, ...state.subAccounts.map((sub) => sub.accountId)]),
        type: 0,
        masterAccountId: accountId,
        ...fields,
        ...dates,
      };
    case "authorizations":
      return {
        id: objectId(ids),
        authId: 700 + state.authorizations.length,
        lockCount: 0,
        enabled: true,
        ...fields,
        ...dates,
      };
    case "webhooks":
      return { id: numbered("id"), secret: objectId(ids), apiKeyId: 301, ...fields };
    case "notifications":
      return { notificationId: objectId(ids), status: 1, ...fields };
  }
}

/** Always sets a value that differs from the one before. */
function change({ collection, record }: LiveObject, what: number, now: string): void {
  switch (collection) {
    case "addresses":
      record["smartlockIds"] = [...(record["smartlockIds"] as number[]).slice(1)];
      record["updateDate"] = now;
      return;
    case "addressUnits":
      record["name"] = `${String(record["name"])}!`;
      return;
    case "users":
      record["name"] = `${String(record["name"])}!`;
      record["updateDate"] = now;
      return;
    case "subAccounts":
      record["rights"] = Number(record["rights"]) ^ 1;
      record["updateDate"] = now;
      return;
    case "authorizations":
      changeGrant(record, what);
      record["updateDate"] = now;
      return;
    case "notifications":
      record["language"] = record["language"] === "it" ? "fr" : "it";
      return;
    case "webhooks":
      return;
  }
}

function changeGrant(record: Bag, what: number): void {
  switch (Math.floor(what / 7) % 4) {
    case 0:
      record["remoteAllowed"] = record["remoteAllowed"] !== true;
      return;
    case 1:
      record["enabled"] = record["enabled"] !== true;
      return;
    case 2:
      record["allowedWeekDays"] = record["allowedWeekDays"] === 3 ? 5 : 3;
      return;
    default:
      record["name"] = `${String(record["name"]).slice(0, 18)}!`;
  }
}

/** Removes the object and everything that is part of it. */
function remove(state: AccountState, { collection, record }: LiveObject): void {
  const without = <Item extends object>(list: readonly Item[], isGone: (item: Item) => boolean): Item[] =>
    list.filter((item) => !isGone(item));
  const { accountUserId, addressId } = record;
  const list = state[collection] as Bag[];
  if (!list.includes(record)) {
    return;
  }
  list.splice(list.indexOf(record), 1);
  if (collection === "users") {
    state.authorizations = without(state.authorizations, (grant) => grant.accountUserId === accountUserId);
    for (const lock of state.smartlocks) {
      lock.queue = without(lock.queue, (operation) => operation.record?.accountUserId === accountUserId);
    }
  }
  if (collection === "addresses") {
    state.addressUnits = without(state.addressUnits, (unit) => unit.addressId === addressId);
    state.addressTokens = without(state.addressTokens, (token) => token.addressId === addressId);
    state.reservations = without(state.reservations, (stay) => stay.addressId === addressId);
  }
  if (collection === "addressUnits") {
    state.addressTokens = without(state.addressTokens, ({ id }) => id === record["addressTokenId"]);
  }
}
