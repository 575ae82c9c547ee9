import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Kind } from "../../provider/engine/kind/kind";
import { registry } from "../../provider/resources";

type Bag = Record<string, unknown>;

interface Shown {
  /** The fields that the service always sends. */
  readonly least: Bag;
  /** The outputs for these fields. */
  readonly asLeast: Bag;
  /** Optional fields of the service. */
  readonly more: Bag;
  /** Those that are shown in words. */
  readonly asMore?: Bag;
}

const date = "2026-01-10T08:00:00.000Z";
const saidDate = "2026-01-10T08:00:00Z";
const creationDate = { creationDate: saidDate };
const grant = { name: "Guest", type: 13, enabled: true, remoteAllowed: false };

/** The outputs of an object that a program sees, by kind. */
const table: Readonly<Record<Exclude<keyof typeof registry, "AuthorizationSet">, Shown>> = {
  Address: {
    least: { addressId: 7, name: "House", smartlockIds: [30, 4, 30, 12] },
    asLeast: { name: "House", smartlockIds: [4, 12, 30] },
    more: {
      settings: { wifi: "open" },
      timeZone: "Europe/Vienna",
      checkInTime: 900,
      checkOutTime: 600,
      serviceId: "airbnb",
      creationDate: date,
    },
    asMore: { checkInTime: "15:00", checkOutTime: "10:00", ...creationDate },
  },
  AddressUnit: {
    least: { id: "unit-1", addressId: 7, name: "Flat" },
    asLeast: { addressId: 7, name: "Flat" },
    more: { addressTokenId: "token-1", creationDate: date },
    asMore: creationDate,
  },
  AccountUser: {
    least: { accountUserId: 5, email: "guest@example.com", name: "Guest" },
    asLeast: { email: "guest@example.com", name: "Guest" },
    more: { type: 1, language: "fr", creationDate: date },
    asMore: { type: "company", ...creationDate },
  },
  SubAccount: {
    least: { accountId: 9, email: "desk@example.com" },
    asLeast: { email: "desk@example.com", name: "", rights: [], language: "" },
    more: { name: "Desk", rights: 3, language: "de", profile: { city: "Graz" }, creationDate: date },
    asMore: { rights: ["manageLocks", "operate"], ...creationDate },
  },
  Authorization: {
    least: { id: "5f1a2b3c4d5e6f7081920a0b", smartlockId: 12, ...grant },
    asLeast: { smartlockId: 12, ...grant, type: "code" },
    more: {
      authId: 3,
      code: 482913,
      accountUserId: 5,
      allowedFromDate: date,
      allowedUntilDate: date,
      allowedWeekDays: 124,
      allowedFromTime: 480,
      allowedUntilTime: 960,
      creationDate: date,
    },
    asMore: {
      allowedFromDate: saidDate,
      allowedUntilDate: saidDate,
      allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
      allowedFromTime: "08:00",
      allowedUntilTime: "16:00",
      ...creationDate,
    },
  },
  Webhook: {
    least: { id: 4, webhookUrl: "https://example.com/", webhookFeatures: ["DEVICE_STATUS", "ACCOUNT_USER"] },
    asLeast: { webhookUrl: "https://example.com/", webhookFeatures: ["ACCOUNT_USER", "DEVICE_STATUS"] },
    more: { secret: "demo-secret" },
  },
  Notification: {
    least: { notificationId: "n-1", os: 2 },
    asLeast: { pushId: "", os: "url", settings: [] },
    more: { referenceId: "bell", pushId: "push-1", secret: "demo-secret", language: "fr", status: 1 },
    asMore: { status: "active" },
  },
};

const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const kinds = Object.entries(table).map(([kind, shown]) => [kind as keyof typeof table, shown] as const);

/** Only the fields with a value. */
function visible(shown: Bag): Bag {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

describe("what is shown of an object", () => {
  const show = (kind: keyof typeof table, live: Bag): Bag =>
    visible((registry[kind].show as (live: unknown) => Bag)(live));

  it.each(kinds)("%s: the least that the service tells", (kind, { least, asLeast }) => {
    expect(show(kind, least)).toEqual(asLeast);
  });

  it.each(kinds)("%s: what is null is not there", (kind, { least, asLeast, more }) => {
    const nulls = Object.fromEntries(Object.keys(more).map((field) => [field, null]));
    expect(show(kind, { ...nulls, ...least })).toEqual(asLeast);
  });

  it.each(kinds)("%s: all that the service tells", (kind, { least, asLeast, more, asMore }) => {
    expect(show(kind, { ...least, ...more })).toEqual({ ...asLeast, ...more, ...asMore });
  });

  it.each([
    [0, 0, {}],
    [0, null, {}],
    [null, 0, {}],
    [480, 0, { allowedFromDate: "missing", allowedFromTime: "08:00", allowedUntilTime: "00:00" }],
    [480, null, { allowedFromDate: "missing", allowedFromTime: "08:00", allowedUntilTime: "00:00" }],
    [0, 960, { allowedFromDate: "missing", allowedFromTime: "00:00", allowedUntilTime: "16:00" }],
    [null, 960, { allowedFromDate: "missing", allowedUntilTime: "16:00" }],
    [-1, 1441, { allowedFromDate: "missing", allowedFromTime: -1, allowedUntilTime: 1441 }],
  ])(
    "Authorization from %s until %s: no daily window is none",
    (allowedFromTime, allowedUntilTime, times) => {
      const { least, asLeast } = table.Authorization;
      expect(show("Authorization", { ...least, allowedFromTime, allowedUntilTime })).toEqual({
        ...asLeast,
        ...times,
      });
    },
  );

  it.each([
    ["2000-01-01T00:00:00.000Z", 124, { allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] }],
    ["2000-01-01T00:00:00.000Z", 127, { allowedFromDate: "2000-01-01T00:00:00Z", allowedWeekDays: everyDay }],
    [null, 124, { allowedFromDate: "missing", allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] }],
    [null, 127, { allowedWeekDays: everyDay }],
    [null, 0, { allowedFromDate: "missing", allowedWeekDays: [] }],
    [null, 128, { allowedFromDate: "missing", allowedWeekDays: 128 }],
  ])(
    "Authorization since %s on days %i: whether its limits count is told",
    (allowedFromDate, allowedWeekDays, days) => {
      const { least, asLeast } = table.Authorization;
      expect(show("Authorization", { ...least, allowedFromDate, allowedWeekDays })).toEqual({
        ...asLeast,
        ...days,
      });
    },
  );

  it.each([
    [1, "bridge"],
    [3, "keypad"],
    [14, "z-key"],
    [15, "virtual"],
    [99, 99],
  ])("Authorization of type %i: %s", (type, word) => {
    expect(show("Authorization", { ...table.Authorization.least, type })["type"]).toBe(word);
  });

  it.each(kinds)("%s: when it was made, where the service tells it", (kind, { least, more }) => {
    const createdAt = (live: Bag): string | undefined => new Kind(registry[kind]).createdAt(live);
    expect(createdAt({ ...least, ...more })).toBe(more["creationDate"]);
    expect(createdAt({ ...least, creationDate: null })).toBeUndefined();
    expect(createdAt(least)).toBeUndefined();
  });

  it.each([
    ["Address", { accountId: 3 }, 3],
    ["Address", { accountId: null }, undefined],
    ["AccountUser", { accountId: 3 }, 3],
    ["AccountUser", {}, undefined],
    ["SubAccount", { accountId: 9, masterAccountId: 3 }, 3],
    ["SubAccount", { accountId: 9, masterAccountId: null }, undefined],
    ["AddressUnit", { accountId: 3 }, undefined],
    ["Authorization", { accountId: 3 }, undefined],
    ["Webhook", { accountId: 3 }, undefined],
    ["Notification", { accountId: 3 }, undefined],
  ] as const)("%s: %j tells the account %s", (kind, live, account) => {
    const spec = registry[kind] as { origin?(live: unknown): { account?: unknown } };
    expect(spec.origin?.(live).account ?? undefined).toBe(account);
  });

  it("settings of a notification in one order, whatever the service's", () => {
    const settings = [
      { smartlockId: null, triggerEvents: ["unlock", "lock"], authIds: null },
      { smartlockId: 12, triggerEvents: null, authIds: ["b", "a"] },
    ];
    const shown = show("Notification", { notificationId: "n-1", os: 2, settings });
    expect(shown["settings"]).toEqual([
      { smartlockId: undefined, triggerEvents: ["lock", "unlock"], authIds: [] },
      { smartlockId: 12, triggerEvents: [], authIds: ["a", "b"] },
    ]);
  });
});

describe("the page of a kind", () => {
  const pages = join(__dirname, "../../docs/resources");
  const fileOf = (kind: string): string => kind.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();

  it.each(Object.entries(registry))("%s: says what its docs say", (kind, { docs }) => {
    const page = readFileSync(join(pages, `${fileOf(kind)}.md`), "utf8");
    const intro = [docs.summary, "", ...docs.notes.map((note) => `- ${note}`)].join("\n").trim();
    expect(page).toContain(`# ${kind}\n\n${intro}\n\n## Inputs`);
    expect(page).toContain(`An existing one is recognised by ${docs.identity}. `);
  });
});
