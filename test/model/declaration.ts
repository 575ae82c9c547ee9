import type { Bag } from "../protocol/plugin";
import { type CollectionName, identityOf } from "./objects";
import { locks } from "../contract/world";
import { hosts, person, seededAddress } from "./world";

export const kindNames = [
  "address",
  "unit",
  "user",
  "desk",
  "app",
  "fob",
  "code",
  "webhook",
  "alert",
  "push",
] as const;

export type KindName = (typeof kindNames)[number];

/**
 * What a program declares, as plain data. There are few values, so that declarations collide with each other and with
 * existing objects.
 */
export interface Resource {
  readonly kind: KindName;
  /** Which of the few identities it has. */
  readonly n: number;
  /** Which of the few looks it has. */
  readonly v: number;
  /** The locks of a grant, as numbers; without `set` only the first counts. */
  readonly on: readonly number[];
  readonly set: boolean;
  /** Whether the grant has `waitFor: "accepted"`: an accepted request is enough. */
  readonly patient: boolean;
  /** The place in the program of the user or address it belongs to. Otherwise it belongs to one that nobody manages. */
  readonly of: number;
}

/** Secrets that a program declares. */
export const canaries = {
  token: "canary-token-51c7e2",
  code: (n: number): number => [593_847, 784_695, 691_358, 836_942, 947_583, 865_429][n % 6] ?? 0,
  password: (n: number, v: number): string => `canary-password-${n}-${v}`,
  pushId: (n: number): string => `https://canary-push.example.com/deliveries/${n}`,
  notificationSecret: (n: number): string => `ca4a4ac0de${n}`.repeat(8),
};

/** The ids of the user or address that a resource belongs to, as a program or the service gives them. */
export interface Belonging {
  readonly accountUserId?: unknown;
  readonly addressId?: unknown;
}

interface KindTable {
  readonly collection: CollectionName;
  readonly type: string;
  /** The kind of resource it can belong to. */
  readonly belongsTo?: "user" | "address";
  /** The declared fields as they are sent to the service, without the lock of a grant. */
  fields(resource: Resource, belonging: Belonging): Bag;
}

const dates = { allowedFromDate: "2026-01-10T08:00:00.000Z", allowedUntilDate: "2096-01-10T08:00:00.000Z" };
const hours = { allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 960 };

/** The looks a grant may have: open, limited, disabled, and limited while disabled. */
function look(v: number): Bag {
  return [
    { remoteAllowed: false },
    { remoteAllowed: true, ...dates, ...hours },
    { remoteAllowed: false, enabled: false },
    { remoteAllowed: true, ...dates, enabled: false },
  ][v % 4] as Bag;
}

const grant = { collection: "authorizations", type: "Authorization" } as const;

export const kinds: Readonly<Record<KindName, KindTable>> = {
  address: {
    collection: "addresses",
    type: "Address",
    fields: ({ n, v }) => ({
      name: `House ${n}`,
      smartlockIds: v % 2 === 0 ? [locks.garage, locks.front] : [locks.office],
      ...(v >= 2 && { settings: { wifi: `guests-${v}` } }),
    }),
  },
  unit: {
    collection: "addressUnits",
    type: "AddressUnit",
    belongsTo: "address",
    fields: ({ n }, { addressId }) => ({ addressId: addressId ?? seededAddress, name: `Flat ${n}` }),
  },
  user: {
    collection: "users",
    type: "AccountUser",
    fields: ({ n, v }) => ({
      email: `guest-${n}@example.com`,
      name: `Guest ${n} ${"abcd"[v % 4] ?? ""}`,
      ...(v % 2 === 1 && { language: v === 1 ? "de" : "fr" }),
    }),
  },
  desk: {
    collection: "subAccounts",
    type: "SubAccount",
    fields: ({ n, v }) => ({
      email: `desk-${n}@example.com`,
      password: canaries.password(n, v),
      name: `Desk ${n}`,
      rights: [2, 18, 10, 0][v % 4],
      language: "en",
    }),
  },
  app: {
    ...grant,
    belongsTo: "user",
    fields: ({ n, v }, { accountUserId }) => ({
      type: 0,
      name: `App ${n} ${"abcd"[v % 4] ?? ""}`,
      accountUserId: accountUserId ?? person(n),
      ...look(v),
    }),
  },
  fob: {
    ...grant,
    belongsTo: "user",
    fields: ({ n, v }, { accountUserId }) => ({
      type: 2,
      name: `Fob ${n}`,
      accountUserId: accountUserId ?? person(n),
      ...look(v),
    }),
  },
  // Without a user: it is unknown whether the service lets a code lose the user it once had.
  code: {
    ...grant,
    fields: ({ n, v }) => ({ type: 13, name: `Code ${n}`, code: canaries.code(n), ...look(v) }),
  },
  webhook: {
    collection: "webhooks",
    type: "Webhook",
    fields: ({ n, v }) => ({
      webhookUrl: `https://hooks.example.com/${n}`,
      webhookFeatures: v % 2 === 0 ? ["DEVICE_STATUS"] : ["ACCOUNT_USER", "DEVICE_LOGS"],
    }),
  },
  alert: {
    collection: "notifications",
    type: "Notification",
    fields: ({ n, v }) => ({ referenceId: `alerts-${n}`, ...notification(n, v) }),
  },
  push: {
    collection: "notifications",
    type: "Notification",
    fields: ({ n, v }) => notification(n + 50, v),
  },
};

function notification(n: number, v: number): Bag {
  return {
    pushId: canaries.pushId(n),
    secret: canaries.notificationSecret(n),
    os: 2,
    language: v % 2 === 0 ? "en" : "de",
    settings: [
      { ...(v >= 2 && { smartlockId: locks.front }), triggerEvents: ["ring", "unlock"], authIds: [] },
    ],
  };
}

export function isGrant({ kind }: Resource): boolean {
  return kinds[kind].collection === "authorizations";
}

export function isSet(resource: Resource): boolean {
  return isGrant(resource) && resource.set;
}

/** The locks of a grant. A code needs a lock with a keypad. */
export function locksOf({ kind, on, set }: Resource): number[] {
  const able = hosts.filter(({ hasKeypad }) => kind !== "code" || hasKeypad);
  const numbers = on.length === 0 ? [0] : on;
  const ids = numbers.map((number) => able[number % able.length]?.smartlockId ?? locks.front);
  return [...new Set(set ? ids : ids.slice(0, 1))].sort((left, right) => left - right);
}

/** The declared fields of each object that a resource stands for. */
export function objectFields(resource: Resource, belonging: Belonging): Bag[] {
  const fields = kinds[resource.kind].fields(resource, belonging);
  return isGrant(resource) ? locksOf(resource).map((smartlockId) => ({ smartlockId, ...fields })) : [fields];
}

export function identitiesOf(resource: Resource, belonging: Belonging): string[] {
  const { collection } = kinds[resource.kind];
  return objectFields(resource, belonging).map((fields) => identityOf(collection, fields));
}

/** The inputs of the resource. */
export function inputsOf(resource: Resource, belonging: Belonging): Bag {
  const fields = kinds[resource.kind].fields(resource, belonging);
  if (!isGrant(resource)) {
    return fields;
  }
  const [smartlockId] = locksOf(resource);
  const where = isSet(resource) ? { smartlockIds: locksOf(resource) } : { smartlockId };
  return { ...where, ...fields, ...(resource.patient && { waitFor: "accepted" }) };
}
