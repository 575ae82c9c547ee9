import type { AccountState, OperationName } from "../../simulator";

type Bag = Record<string, unknown>;

/** One resource of a kind, with the calls that create and change it and a way to find its objects on the service. */
export interface Sample {
  readonly name: string;
  readonly type: string;
  readonly create: OperationName;
  readonly list: OperationName;
  readonly update?: OperationName;
  readonly remove: OperationName;
  /** Every object in the account that could be taken for it. */
  readonly objects: (account: AccountState) => readonly object[];
  /** A change that the service can make, or else one that replaces the resource. */
  readonly change: Bag;
  /** Somebody changes it in the app. */
  readonly drift?: (account: AccountState) => void;
  /** Somebody deletes it in the app. */
  readonly delete: (account: AccountState) => void;
}

const grants = {
  create: "PUT /smartlock/{smartlockId}/auth",
  list: "GET /smartlock/auth",
  update: "POST /smartlock/{smartlockId}/auth/{id}",
  remove: "DELETE /smartlock/{smartlockId}/auth/{id}",
} as const;

function grant(name: string, shownAs: string, change: Bag): Sample {
  const isIt = (live: { name: string }): boolean => live.name.startsWith(shownAs);
  return {
    name,
    type: "Authorization",
    ...grants,
    change,
    objects: ({ authorizations }) => authorizations.filter(isIt),
    drift: ({ authorizations }) =>
      authorizations.filter(isIt).forEach((live) => (live.remoteAllowed = !live.remoteAllowed)),
    delete: (account) => {
      account.authorizations = account.authorizations.filter((live) => !isIt(live));
    },
  };
}

export const samples: readonly Sample[] = [
  {
    name: "house",
    type: "Address",
    create: "PUT /address",
    list: "GET /address",
    update: "POST /address/{addressId}",
    remove: "DELETE /address/{addressId}",
    change: { settings: { wifi: "owners" } },
    objects: ({ addresses }) => addresses.filter(({ name }) => name === "Beach house"),
    drift: ({ addresses }) =>
      addresses
        .filter(({ name }) => name === "Beach house")
        .forEach((live) => (live.settings = { wifi: "open" })),
    delete: (account) => {
      account.addresses = account.addresses.filter(({ name }) => name !== "Beach house");
    },
  },
  {
    name: "flat",
    type: "AddressUnit",
    create: "PUT /address/{addressId}/unit",
    list: "GET /address/{addressId}/unit",
    remove: "DELETE /address/{addressId}/unit/{id}",
    change: { name: "Flat 1 B" },
    objects: ({ addressUnits }) => addressUnits.filter(({ name }) => name.startsWith("Flat 1")),
    delete: (account) => {
      account.addressUnits = account.addressUnits.filter(({ name }) => !name.startsWith("Flat 1"));
    },
  },
  {
    name: "cleaner",
    type: "AccountUser",
    create: "PUT /account/user",
    list: "GET /account/user",
    update: "POST /account/user/{accountUserId}",
    remove: "DELETE /account/user/{accountUserId}",
    change: { name: "Cleaner of the week" },
    objects: ({ users }) => users.filter(({ email }) => /^cleaner@/i.test(email)),
    drift: ({ users }) =>
      users.filter(({ email }) => /^cleaner@/i.test(email)).forEach((live) => (live.name = "By hand")),
    delete: (account) => {
      account.users = account.users.filter(({ email }) => !/^cleaner@/i.test(email));
    },
  },
  {
    name: "desk",
    type: "SubAccount",
    create: "PUT /account/sub",
    list: "GET /account/sub",
    update: "POST /account/sub/{accountId}",
    remove: "DELETE /account/sub/{accountId}",
    change: { rights: ["operate"] },
    objects: ({ subAccounts }) => subAccounts.filter(({ email }) => email === "desk@example.com"),
    drift: ({ subAccounts }) =>
      subAccounts.filter(({ email }) => email === "desk@example.com").forEach((live) => (live.rights = 127)),
    delete: (account) => {
      account.subAccounts = account.subAccounts.filter(({ email }) => email !== "desk@example.com");
    },
  },
  grant("app", "Cleaner's app", { name: "Cleaner's app 2" }),
  grant("fob", "Cleaner's fob", { name: "Cleaner's fob 2" }),
  grant("code", "Morning code", { allowedUntilTime: "17:00" }),
  {
    name: "events",
    type: "Webhook",
    create: "PUT /api/decentralWebhook",
    list: "GET /api/decentralWebhook",
    remove: "DELETE /api/decentralWebhook/{id}",
    change: { webhookUrl: "https://hooks.example.com/doors/2" },
    objects: ({ webhooks }) =>
      webhooks.filter(({ webhookUrl }) => webhookUrl.startsWith("https://hooks.example.com/")),
    delete: (account) => {
      account.webhooks = account.webhooks.filter(
        ({ webhookUrl }) => !webhookUrl.startsWith("https://hooks.example.com/"),
      );
    },
  },
  {
    name: "alerts",
    type: "Notification",
    create: "PUT /notification",
    list: "GET /notification",
    update: "POST /notification/{notificationId}",
    remove: "DELETE /notification/{notificationId}",
    change: { settings: [{ triggerEvents: ["ring"] }] },
    objects: ({ notifications }) => notifications.filter(({ referenceId }) => referenceId === "door-alerts"),
    drift: ({ notifications }) =>
      notifications
        .filter(({ referenceId }) => referenceId === "door-alerts")
        .forEach((live) => (live.language = "fr")),
    delete: (account) => {
      account.notifications = account.notifications.filter(
        ({ referenceId }) => referenceId !== "door-alerts",
      );
    },
  },
];

export const names = samples.map(({ name }) => name);

/** All lists that a run with these reads. */
export const lists: readonly OperationName[] = [
  ...new Set(samples.map(({ list }) => list)),
  "GET /smartlock",
];

/** For tables of expectations: the same value for each resource. */
export function each<Value>(value: Value | ((sample: Sample) => Value)): Record<string, Value> {
  return Object.fromEntries(
    samples.map((sample) => [
      sample.name,
      typeof value === "function" ? (value as (sample: Sample) => Value)(sample) : value,
    ]),
  );
}
