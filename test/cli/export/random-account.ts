import type { AccountStateInput } from "../../../simulator";
import { allScopes } from "../../../simulator/scopes";
import { deviceTypes, newDevice } from "../../../simulator/seeds/device";
import { emptySeed } from "../../../simulator/seeds/empty";

/** When the accounts are looked at. */
export const NOW = Date.parse("2026-11-19T12:00:00Z");

export const TOKEN = "demo-token";

const DAY = 24 * 60 * 60 * 1000;

type List<Name extends keyof AccountStateInput> =
  NonNullable<AccountStateInput[Name]> extends readonly (infer Item)[] ? Item : never;

/** Names that people give, and names that mean harm. Some come more than once. */
const NAMES = [
  "Front door",
  "Front door",
  "Garage",
  "Anna",
  "Anna",
  "Böhm & Söhne",
  "Приморская 5",
  "東京の家",
  "שלום",
  "class",
  "default",
  "locks",
  "users",
  "Object",
  "constructor",
  "__proto__",
  "con",
  "5th floor",
  "🏠",
  "👩‍👧 family",
  "🇦🇹",
  "👍🏽 ok",
  "1️⃣",
  "©2026 ™",
  'say "hi"',
  "it's",
  `both "of" 'them'`,
  "`); process.exit(1); (`",
  "${process.exit(1)}",
  "*/ process.exit(1); /*",
  "// not a comment",
  "\u2028process.exit(1)\u2029",
  "line one\nline two\r\n\tthree",
  "back\\slash \\u0041 \\",
  "<script>alert(1)</script>",
  "</details> | # [a](b)",
  "\u202eright to left\u202c",
  "zero\u200bwidth\u00ad",
  "null \u0000 byte",
  "e\u0301 combining",
  "ﬁne ①",
  "half \ud83d a character",
  " spaces at both ends ",
  "-",
  "x".repeat(300),
  "long name with many words ".repeat(12).slice(0, 300),
  "長".repeat(300),
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
] as const;

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) >>> 0;
  }

  /** From 0 to below `size`. */
  below(size: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % size;
  }

  oneOf<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  some<T>(items: readonly T[], most: number): T[] {
    const rest = [...items];
    const count = Math.min(rest.length, this.below(most + 1));
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)).flat();
  }
}

/** An account with what an account can have, and much that it should not. A full one has nearly everything. */
export function randomAccount(seed: number, isFull = seed % 5 === 0): AccountStateInput {
  const dice = new Dice(seed);
  const base = emptySeed({ token: TOKEN, scopes: allScopes, now: NOW });
  const { accountId } = base.account;
  const name = (): string => dice.oneOf(NAMES);
  const date = (): string => new Date(NOW - (30 + dice.below(300)) * DAY).toISOString();
  const many = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: isFull ? most : dice.below(most + 1) }, (_, index) => make(index));
  const dates = () => {
    const creationDate = date();
    return { creationDate, updateDate: creationDate };
  };

  const smartlocks = Array.from({ length: 1 + dice.below(5) }, (_, index) =>
    newDevice({
      type: dice.oneOf(Object.values(deviceTypes) as [number, ...number[]]),
      device: 100_000_000 + index * 7919 + dice.below(5000),
      name: name(),
      creationDate: date(),
      ...(dice.once(2) && { keypad: "keypad 2" as const }),
      ...(dice.once(6) && { offline: "pending" as const }),
    }),
  );
  const lockIds = smartlocks.map(({ smartlockId }) => smartlockId) as [number, ...number[]];
  const users = many(6, (index): List<"users"> => ({
    accountUserId: 4001 + index,
    accountId,
    email: `person-${index}@example.com`,
    name: name(),
    ...(dice.once(3) ? {} : { type: dice.below(2) }),
    ...(dice.once(4) ? {} : { language: dice.oneOf(["en", "de", "pt"]) }),
    ...(dice.once(12) && { operationId: "65b000000000000000000001" }),
    ...dates(),
  }));
  const addresses = many(3, (index): List<"addresses"> => ({
    addressId: 701 + index,
    accountId,
    name: name(),
    smartlockIds: dice.some(dice.once(8) ? [...lockIds, 17_179_869_999] : lockIds, 3),
    ...(dice.once(2) && { timeZone: dice.oneOf(["Europe/Vienna", "America/New_York", "nowhere"]) }),
    ...(dice.once(2) && { settings: settings(dice) }),
    ...dates(),
  }));
  const addressUnits = addresses.flatMap(({ addressId }) =>
    many(3, (index): List<"addressUnits"> => ({
      id: `67d0${String(addressId).padStart(10, "0")}${String(index).padStart(10, "0")}`,
      name: name(),
      addressId,
      addressTokenId: `67e0${String(addressId).padStart(10, "0")}${String(index).padStart(10, "0")}`,
      redeemDate: null,
      creationDate: date(),
    })),
  );
  const authorizations = manyGrants(dice, isFull ? 30 : dice.below(9), lockIds, users, date, name);
  const twins = dice.some(authorizations, 3).map((grant, index) => ({
    ...grant,
    id: `7f${String(index).padStart(22, "0")}`,
    creationDate: new Date(NOW - DAY).toISOString(),
  }));
  const subAccounts = many(2, (index): List<"subAccounts"> => ({
    accountId: 200_001 + index,
    masterAccountId: accountId,
    type: 1,
    email: `login-${index}@example.com`,
    name: name(),
    rights: dice.below(130),
    language: "en",
    ...(dice.once(2) && {
      profile: dice.once(2)
        ? {
            firstName: "Ada",
            lastName: "Example",
            address: "Street 1",
            zip: "1010",
            city: "Vienna",
            country: "AT",
          }
        : { firstName: "Ada" },
    }),
    ...dates(),
  }));
  const webhooks = many(2, (index): List<"webhooks"> => ({
    id: 77 + index,
    secret: "an-invented-secret",
    webhookUrl: dice.oneOf([
      "https://hooks.example.com/doors",
      "http://hooks.example.com/plain",
      "https://b.example.com",
    ]),
    webhookFeatures: dice.some(["DEVICE_LOGS", "DEVICE_AUTHS"] as const, 2),
    apiKeyId: 301,
  }));
  const authIds = authorizations.map(({ id }) => id);
  const notifications = many(2, (index): List<"notifications"> => ({
    notificationId: `69a00000000000000000000${index}`,
    pushId: `https://hooks.example.com/push/${index}`,
    os: 2,
    status: 1,
    ...(dice.once(2) && { referenceId: `bell ${index}` }),
    ...(dice.once(2) && { secret: "9c1185a5c5e9fc54612808977ee8f548" }),
    ...(dice.once(2) && { language: dice.oneOf(["en", "pt"]) }),
    settings: many(2, () => ({
      ...(dice.once(2) && { smartlockId: dice.oneOf(lockIds) }),
      triggerEvents: dice.some(["ring", "lock", "unlock"], 3),
      ...(dice.once(2) && { authIds: dice.some(authIds, 2) }),
    })),
  }));
  return {
    ...base,
    behaviour: { webhookListShowsSecret: !dice.once(4) },
    smartlocks,
    users,
    addresses: withTwin(dice, addresses, (one) => ({ ...one, addressId: one.addressId + 90 })),
    addressUnits,
    authorizations: [...authorizations, ...twins],
    subAccounts,
    webhooks: withTwin(dice, webhooks, (one) => ({ ...one, id: one.id + 90 })),
    notifications,
  };
}

function withTwin<T>(dice: Dice, all: T[], twinOf: (one: T) => T): T[] {
  return [...all, ...dice.some(all, 1).map(twinOf)];
}

/** Grants of which many are alike, on several locks and for several people. */
function manyGrants(
  dice: Dice,
  count: number,
  lockIds: readonly [number, ...number[]],
  users: readonly List<"users">[],
  date: () => string,
  name: () => string,
): List<"authorizations">[] {
  const limits = Array.from({ length: 2 + count }, () => window(dice));
  const userIds = [...users.map(({ accountUserId }) => accountUserId), 9999];
  const kinds = Array.from({ length: count }, () => {
    const type = dice.oneOf([0, 0, 2, 13, 13, 1, 3, 14, 15, 77]);
    const isPlain = dice.once(2);
    const own = dice.oneOf(["Cleaner", "Guest", "it's `${open}`", "日本", "🔑", name().slice(0, 40)]);
    return {
      type,
      name: isPlain ? "Guest" : own,
      remoteAllowed: !isPlain && dice.once(2),
      enabled: isPlain || !dice.once(5),
      lockCount: 0,
      ...(type === 13 && { code: Number(Array.from({ length: 6 }, () => 3 + dice.below(7)).join("")) }),
      ...((type !== 13 || dice.once(2)) &&
        !dice.once(10) && { accountUserId: userIds[dice.below(userIds.length)] ?? 9999 }),
      ...(isPlain ? limits[0] : dice.oneOf(limits as [object, ...object[]])),
      ...(dice.once(15) && { operationId: "65b000000000000000000002" }),
    };
  });
  // A crew: the same for several people, and codes without a person.
  const crew = users.flatMap(({ accountUserId }, index) => ({
    type: dice.oneOf([0, 0, 0, 2]),
    name: `Crew ${index}`,
    remoteAllowed: false,
    enabled: true,
    lockCount: 0,
    accountUserId,
    allowedFromDate: "2026-01-01T00:00:00.000Z",
    allowedWeekDays: 124,
  }));
  const codes = [1, 2, 3].map((last) => ({
    type: 13,
    name: "Code",
    remoteAllowed: false,
    enabled: true,
    lockCount: 0,
    code: Number(
      `${3 + dice.below(7)}${3 + dice.below(7)}${3 + dice.below(7)}${3 + dice.below(7)}7${2 + last}`,
    ),
  }));
  const alike = [...crew, ...codes].map((kind) => ({ kind, smartlockId: lockIds[0] }));
  const others = kinds.flatMap((kind) =>
    (dice.once(12) ? [17_179_869_998] : dice.some(lockIds, 3)).map((smartlockId) => ({ kind, smartlockId })),
  );
  return [...(count > 8 || dice.once(2) ? alike : []), ...others].map(({ kind, smartlockId }, index) => {
    const creationDate = date();
    return {
      ...kind,
      id: `65a0${String(index).padStart(4, "0")}${smartlockId.toString(16).padStart(16, "0")}`,
      smartlockId,
      authId: index + 1,
      creationDate,
      updateDate: creationDate,
    };
  });
}

/** Daily windows, some of them over midnight, and stays, some of them over. */
function window(dice: Dice): object {
  const day = (from: number): string => new Date(NOW + (from + dice.below(20)) * DAY).toISOString();
  const [from, until] = dice.oneOf<[number | undefined, number | undefined]>([
    [480, 960],
    [1080, 1440],
    [0, 600],
    [0, 0],
    [1320, 360],
    [1320, 0],
    [600, 600],
    [undefined, 720],
    [540, undefined],
    [undefined, undefined],
  ]);
  return {
    ...(dice.once(4) ? {} : { allowedFromDate: day(-60) }),
    ...(dice.once(2) && { allowedUntilDate: day(dice.once(2) ? -30 : 10) }),
    ...(dice.once(2) && { allowedWeekDays: dice.oneOf([127, 124, 3, 64, 0, 1]) }),
    ...(from !== undefined && { allowedFromTime: from }),
    ...(until !== undefined && { allowedUntilTime: until }),
  };
}

/** Settings of an address, which may be anything. */
function settings(dice: Dice): Record<string, unknown> {
  const values: readonly [unknown, ...unknown[]] = [
    "guests",
    "`${x}` */",
    7,
    -0.5,
    1e21,
    true,
    null,
    [],
    {},
    [1, 2, 3],
    Array.from({ length: 40 }, (_, index) => index * 1000),
    ["a", "b"],
    [
      ["a", "b"],
      ["c", "d"],
    ],
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
    { deep: { "a key": "y".repeat(100) } },
    "half \ud83d",
  ];
  const keys = ["wifi", "a-b", "1", "class", "constructor", "ключ", 'quo"te'] as const;
  return Object.fromEntries(dice.some(keys, 4).map((key) => [key, dice.oneOf(values)]));
}
