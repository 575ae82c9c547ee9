import type { AccountState, Simulator } from "../../simulator";

export const typeOf = {
  house: "Address",
  attic: "AddressUnit",
  cleaner: "AccountUser",
  desk: "SubAccount",
  app: "Authorization",
  fob: "Authorization",
  code: "Authorization",
  hook: "Webhook",
  bell: "Notification",
} as const;

export type Name = keyof typeof typeOf;

export const names = Object.keys(typeOf) as Name[];

/** Every secret in the program itself. */
export const secrets = {
  code: 593174,
  password: "an-invented-password-1",
  pushId: "https://hooks.example.com/doorbell/f81d4fae7dec11d0a765",
  notificationSecret: "9c1185a5c5e9fc54612808977ee8f548b2258d31aa74c3b0e4de41fd9f2a6be1d5c0a7b39e21f468",
};

type Args = Readonly<Record<string, unknown>>;

const args: Readonly<Record<Name, Args>> = {
  house: { name: "Beach house", settings: { wifi: "guests" } },
  attic: { name: "Attic" },
  cleaner: { email: "cleaner@example.com", name: "Cleaner", language: "en" },
  desk: {
    email: "desk@example.com",
    password: secrets.password,
    name: "Front desk",
    rights: ["operate", "logs"],
    language: "en",
  },
  app: { name: "Cleaner's phone", remoteAllowed: true },
  fob: { name: "Cleaner's fob", type: 2, remoteAllowed: false },
  code: { name: "Guest", type: 13, code: secrets.code, remoteAllowed: false },
  hook: { webhookUrl: "https://hooks.example.com/doors", webhookFeatures: ["DEVICE_LOGS"] },
  bell: {
    referenceId: "doorbell",
    pushId: secrets.pushId,
    secret: secrets.notificationSecret,
    os: 2,
    settings: [{ triggerEvents: ["ring", "open"] }],
  },
};

/** Fields that come from another resource, as program code. */
const references: Readonly<Partial<Record<Name, string>>> = {
  house: "smartlockIds: [front]",
  attic: "addressId: house",
  app: "smartlockId: front, accountUserId: cleaner",
  fob: "smartlockId: front, accountUserId: cleaner",
  code: "smartlockId: front",
};

export interface Variation {
  /** Fields that differ from the usual ones, by resource. */
  readonly args?: Partial<Record<Name, Args>>;
  /** The name in the program, if it is not the usual one. */
  readonly logicalName?: (name: Name) => string;
  /** The resource's options, as program code. */
  readonly options?: (name: Name) => string;
  readonly without?: readonly Name[];
}

/** A program that declares one of every kind, and each kind of authorization. */
export function oneOfEveryKind(variation: Variation = {}): string {
  const { logicalName = (name: Name) => name, options = () => "{}", without = [] } = variation;
  const declarations = names
    .filter((name) => !without.includes(name))
    .map((name) => {
      const fields = Object.entries({ ...args[name], ...variation.args?.[name] })
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
      const all = [...fields, ...(references[name] === undefined ? [] : [references[name]])].join(", ");
      const call = `new smartlock.${typeOf[name]}(${JSON.stringify(logicalName(name))}, { ${all} }, ${options(name)})`;
      return `const ${name} = ${call};`;
    });
  return ['const front = smartlock.getSmartlock({ name: "Front door" });', ...declarations].join("\n");
}

/** The objects that the account has in addition. */
export function madeSince(before: AccountState, now: AccountState) {
  const added = <Item>(
    list: (state: AccountState) => readonly Item[],
    idOf: (item: Item) => string | number,
  ): Item[] => {
    const known = new Set(list(before).map(idOf));
    return list(now).filter((item) => !known.has(idOf(item)));
  };
  const authorizations = added(
    (state) => state.authorizations,
    ({ id }) => id,
  );
  return {
    house: added(
      (state) => state.addresses,
      ({ addressId }) => addressId,
    ),
    attic: added(
      (state) => state.addressUnits,
      ({ id }) => id,
    ),
    cleaner: added(
      (state) => state.users,
      ({ accountUserId }) => accountUserId,
    ),
    desk: added(
      (state) => state.subAccounts,
      ({ accountId }) => accountId,
    ),
    app: authorizations.filter(({ type }) => type === 0),
    fob: authorizations.filter(({ type }) => type === 2),
    code: authorizations.filter(({ type }) => type === 13),
    hook: added(
      (state) => state.webhooks,
      ({ id }) => id,
    ),
    bell: added(
      (state) => state.notifications,
      ({ notificationId }) => notificationId,
    ),
  };
}

export type Made = ReturnType<typeof madeSince>;

/** The service's ids of the created objects, by resource. */
export function idsOf(made: Made): Record<Name, (string | number)[]> {
  return {
    house: made.house.map(({ addressId }) => addressId),
    attic: made.attic.map(({ id }) => id),
    cleaner: made.cleaner.map(({ accountUserId }) => accountUserId),
    desk: made.desk.map(({ accountId }) => accountId),
    app: made.app.map(({ id }) => id),
    fob: made.fob.map(({ id }) => id),
    code: made.code.map(({ id }) => id),
    hook: made.hook.map(({ id }) => id),
    bell: made.bell.map(({ notificationId }) => notificationId),
  };
}

export function countsOf(made: Made): Record<Name, number> {
  const counts = names.map((name) => [name, made[name].length] as const);
  return Object.fromEntries(counts) as Record<Name, number>;
}

export function eachOnce(): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 1])) as Record<Name, number>;
}

export function noneOfThem(): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** Every request since the last `clearRequests` that could have changed something. */
export function writesTo(simulator: Simulator): string[] {
  return simulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
}
