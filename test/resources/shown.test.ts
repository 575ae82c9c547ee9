import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "../../provider/resources";

type Bag = Record<string, unknown>;

interface Shown {
  /** The fields that the service always sends. */
  readonly least: Bag;
  /** The outputs for these fields. */
  readonly asLeast: Bag;
  /** Optional fields of the service, which are shown unchanged. */
  readonly more: Bag;
}

const date = "2026-01-10T08:00:00.000Z";
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
  },
  AddressUnit: {
    least: { id: "unit-1", addressId: 7, name: "Flat" },
    asLeast: { addressId: 7, name: "Flat" },
    more: { addressTokenId: "token-1", creationDate: date },
  },
  AccountUser: {
    least: { accountUserId: 5, email: "guest@example.com", name: "Guest" },
    asLeast: { email: "guest@example.com", name: "Guest" },
    more: { type: 1, language: "fr", creationDate: date },
  },
  SubAccount: {
    least: { accountId: 9, email: "desk@example.com" },
    asLeast: { email: "desk@example.com", name: "", rights: 0, language: "" },
    more: { name: "Desk", rights: 3, language: "de", profile: { city: "Graz" }, creationDate: date },
  },
  Authorization: {
    least: { id: "5f1a2b3c4d5e6f7081920a0b", smartlockId: 12, ...grant },
    asLeast: { smartlockId: 12, ...grant },
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
  },
  Webhook: {
    least: { id: 4, webhookUrl: "https://example.com/", webhookFeatures: ["DEVICE_STATUS", "ACCOUNT_USER"] },
    asLeast: { webhookUrl: "https://example.com/", webhookFeatures: ["ACCOUNT_USER", "DEVICE_STATUS"] },
    more: { secret: "demo-secret" },
  },
  Notification: {
    least: { notificationId: "n-1", os: 2 },
    asLeast: { pushId: "", os: 2, settings: [] },
    more: { referenceId: "bell", pushId: "push-1", secret: "demo-secret", language: "fr", status: 1 },
  },
};

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

  it.each(kinds)("%s: all that the service tells", (kind, { least, asLeast, more }) => {
    expect(show(kind, { ...least, ...more })).toEqual({ ...asLeast, ...more });
  });

  it.each([
    [0, 0, {}],
    [0, null, {}],
    [null, 0, {}],
    [480, 0, { allowedFromTime: 480, allowedUntilTime: 0 }],
    [0, 960, { allowedFromTime: 0, allowedUntilTime: 960 }],
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

  it.each(kinds)("%s: when it was made, where the service tells it", (kind, { least, more }) => {
    const spec = registry[kind] as { createdAt(live: unknown): string | undefined };
    const createdAt = (live: Bag): string | undefined => spec.createdAt(live);
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
    expect((registry[kind].accountOf as (live: unknown) => unknown)(live)).toBe(account);
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
