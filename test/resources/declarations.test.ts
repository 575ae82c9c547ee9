import { checkInputs } from "../../provider/engine/lifecycle/inputs";
import { present, setOf } from "../../provider/resources/fields";
import { registry } from "../../provider/resources";
import { z } from "zod";

type Bag = Record<string, unknown>;

const profile = { firstName: "A", lastName: "B", address: "C", zip: "D", city: "E", country: "AT" };

/** A valid declaration of each kind. */
const right: Readonly<Record<keyof typeof registry, Bag>> = {
  Address: { name: "House", smartlockIds: [4] },
  AddressUnit: { addressId: 7, name: "Flat" },
  AccountUser: { email: "ann@example.com", name: "Ann" },
  SubAccount: {
    email: "ann@example.com",
    password: "7 signs",
    name: "Ann",
    rights: 3,
    language: "en",
    profile,
  },
  Authorization: { smartlockId: 4, name: "Ann", remoteAllowed: true, accountUserId: 5 },
  AuthorizationSet: { smartlockIds: [4], name: "Ann", remoteAllowed: true, type: 13, code: 482913 },
  Webhook: { webhookUrl: "https://example.com/", webhookFeatures: ["DEVICE_LOGS"] },
  Notification: { pushId: "push-1", os: 0, settings: [{ triggerEvents: ["ring"] }] },
};

function checked(kind: keyof typeof registry, fields: Bag) {
  const { inputs, problems } = checkInputs(registry[kind], { ...right[kind], ...fields });
  return { inputs, problems: problems.map(({ field, at = "", reason }) => `${field}${at} ${reason}`) };
}

describe("a declaration", () => {
  it.each(Object.entries(right))("of %s: nothing is wrong with %j", (kind) => {
    expect(checked(kind as keyof typeof registry, {}).problems).toEqual([]);
  });

  const setting = { triggerEvents: ["ring"] };
  const rights =
    "must be a list of manageLocks, operate, configure, authorizations, logs, subAccounts, createLocks";
  const days = "must be a list of mon, tue, wed, thu, fri, sat, sun";
  const times = 'must be a time such as "08:00"';
  const digits = "must have six digits, each from 1 to 9, and must not begin with 12";
  const moment = "must be a date and time with an offset, such as 2026-09-22T12:00:00Z";

  it.each<[keyof typeof registry, string, unknown, string]>([
    ["Address", "name", "", "must not be empty"],
    ["Address", "smartlockIds", [4, 4], "must not name a lock twice"],
    ["Address", "smartlockIds", [0], "[0] must be the id of a lock"],
    ["AddressUnit", "addressId", 0, "must be the id of an address"],
    ["AddressUnit", "name", "", "must not be empty"],
    ["AccountUser", "email", "ann", "must be an e-mail address"],
    ["AccountUser", "email", " ann@example.com", "must be an e-mail address"],
    ["AccountUser", "email", "ann@example.com ", "must be an e-mail address"],
    ["SubAccount", "password", "6 sign", "must have at least 7 characters"],
    ["SubAccount", "language", "e", 'must be a language code such as "en"'],
    ["SubAccount", "rights", -1, rights],
    ["SubAccount", "rights", 128, rights],
    ["SubAccount", "rights", "all", rights],
    [
      "SubAccount",
      "profile",
      { ...profile, country: "AUT" },
      ".country must be a two-letter ISO country code",
    ],
    ["SubAccount", "profile", { ...profile, country: "A" }, ".country must be a two-letter ISO country code"],
    ["Authorization", "smartlockId", 0, "must be the id of a lock"],
    ["Authorization", "name", "n".repeat(33), "must have at most 32 characters, 20 for a keypad code"],
    ["AuthorizationSet", "name", "n".repeat(42), "must have at most 32 characters, 20 for a keypad code"],
    ["Authorization", "accountUserId", 0, "must be the id of an account user"],
    ["Authorization", "accountUserId", undefined, 'is required unless it is a keypad code (type "code")'],
    ["Authorization", "code", 482913, 'is only for a keypad code (type "code")'],
    ["Authorization", "allowedWeekDays", 128, days],
    ["Authorization", "allowedWeekDays", -1, days],
    ["Authorization", "allowedWeekDays", "mon", days],
    ["Authorization", "allowedFromTime", "8", times],
    ["Authorization", "allowedFromTime", "108:00", times],
    ["Authorization", "allowedFromTime", "08:000", times],
    ["Authorization", "allowedFromTime", "124:00", times],
    ["Authorization", "allowedUntilTime", "24:000", times],
    ["Authorization", "allowedUntilTime", "24:30", times],
    ["Authorization", "allowedUntilTime", -1, times],
    ["Authorization", "allowedUntilTime", true, times],
    ["Authorization", "allowedFromDate", "2026-09-22T12:00:00", moment],
    ["AuthorizationSet", "code", undefined, 'is required for a keypad code (type "code")'],
    ["AuthorizationSet", "code", 4829131, digits],
    ["AuthorizationSet", "code", 1482913, digits],
    ["AuthorizationSet", "code", 123456, digits],
    ["AuthorizationSet", "code", 48291, digits],
    ["AuthorizationSet", "code", 480913, digits],
    ["AuthorizationSet", "name", "n".repeat(21), "must have at most 20 characters for a keypad code"],
    ["AuthorizationSet", "allowedUntilDate", "2026-01-01T00:00:00Z", "must be after allowedFromDate"],
    ["Webhook", "webhookUrl", "http://example.com/", "must be a URL that starts with https://"],
    ["Webhook", "webhookUrl", "httpsx://example.com/", "must be a URL that starts with https://"],
    ["Webhook", "webhookUrl", "xhttps://example.com/", "must be a URL that starts with https://"],
    ["Webhook", "webhookFeatures", [], "must name at least one"],
    ["Webhook", "webhookFeatures", ["DEVICE_LOGS", "DEVICE_LOGS"], "must not name a feature twice"],
    ["Notification", "referenceId", "", "must not be empty"],
    ["Notification", "pushId", "", "must not be empty"],
    ["Notification", "secret", "", "must not be empty"],
    [
      "Notification",
      "settings",
      [{ ...setting, smartlockId: 0 }],
      "[0].smartlockId must be the id of a lock",
    ],
    [
      "Notification",
      "settings",
      [{ triggerEvents: ["ring", "ring"] }],
      "[0].triggerEvents must not name an event twice",
    ],
    [
      "Notification",
      "settings",
      [{ ...setting, authIds: ["a", "a"] }],
      "[0].authIds must not name an authorization twice",
    ],
    [
      "Notification",
      "settings",
      [{ ...setting, when: 1 }],
      "[0] has fields that the service does not know: when",
    ],
  ])("of %s with the %s %j is refused: %s", (kind, field, value, reason) => {
    const along = field === "allowedUntilDate" ? { allowedFromDate: "2026-01-01T00:00:00Z" } : {};
    expect(checked(kind, { ...along, [field]: value }).problems).toEqual([
      `${field}${/^[.[]/.test(reason) ? "" : " "}${reason}`,
    ]);
  });

  it.each<[Bag, readonly string[]]>([
    [{ os: 2 }, ['pushId must be a URL where os is "url"']],
    [{ os: 2, pushId: "https://example.com/" }, []],
    [{ os: 1 }, []],
  ])("of a notification %j is refused: %j", (fields, problems) => {
    expect(checked("Notification", fields).problems).toEqual(problems);
  });

  it("of a webhook for a URL that is not known yet passes", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(checked("Notification", { os: 2, pushId: unknown }).problems).toEqual([]);
  });

  it.each<[keyof typeof registry, Bag, Bag]>([
    ["Address", { smartlockIds: [30, 4, 12] }, { smartlockIds: [4, 12, 30] }],
    [
      "Webhook",
      { webhookFeatures: ["DEVICE_LOGS", "ACCOUNT_USER"] },
      { webhookFeatures: ["ACCOUNT_USER", "DEVICE_LOGS"] },
    ],
    ["SubAccount", { language: "de-AT" }, { language: "de-AT" }],
    ["SubAccount", { rights: 3 }, { rights: ["manageLocks", "operate"] }],
    ["SubAccount", { rights: 0 }, { rights: [] }],
    ["SubAccount", { rights: ["logs", "operate"] }, { rights: ["operate", "logs"] }],
    ["Authorization", { allowedFromTime: "8:05" }, { allowedFromTime: "08:05" }],
    [
      "Authorization",
      { allowedFromDate: "2026-09-22T14:00:00+02:00" },
      { allowedFromDate: "2026-09-22T12:00:00Z" },
    ],
  ])("of %s: %j means %j", (kind, given, meant) => {
    const { inputs, problems } = checked(kind, given);
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject(meant);
  });
});

describe("a set of values", () => {
  it.each([
    [
      [3, 1, 2],
      [1, 2, 3],
    ],
    [
      [10, 9, 100],
      [9, 10, 100],
    ],
    [[], []],
  ])("%j is put in order: %j", (given, sorted) => {
    expect(setOf(z.number(), "a number").parse(given)).toEqual(sorted);
  });

  it("is put in the order of its characters, where it is of words", () => {
    expect(setOf(z.string(), "a word").parse(["b", "a", "B"])).toEqual(["B", "a", "b"]);
  });
});

it("fields that are undefined do not travel, and all others do", () => {
  expect(Object.entries(present({ a: undefined, b: null, c: 0, d: "" }))).toEqual([
    ["b", null],
    ["c", 0],
    ["d", ""],
  ]);
});
