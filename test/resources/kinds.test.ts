import { type FieldFacts, fieldsThat } from "../../provider/engine/kind/field-facts";
import { Kind } from "../../provider/engine/kind/kind";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { registry } from "../../provider/resources";

type Bag = Record<string, unknown>;
type KindName = Exclude<keyof typeof registry, "AuthorizationSet">;

/** The parts of a kind that describe its behaviour, for any fields. */
interface Facts {
  readonly fields: Readonly<Record<string, FieldFacts>>;
  readonly outputs: { readonly shape: object };
  readonly id: object;
  readonly createFirst?: boolean;
  readonly asynchronous?: { busy(live: Bag): boolean; readonly create: boolean; readonly update: boolean };
  readonly parent?: { readonly noun: string; keyFrom(fields: Bag): string | undefined };
  identity?(wanted: Bag): readonly string[];
  duplicates?(wanted: Bag): boolean;
  notMissed?(state: Bag, serviceTime: number, goneWith: string | undefined): string | undefined;
  readonly adoption?: {
    readonly onlyAlways?: string;
    recoverable?(live: Bag, wanted: Bag): boolean;
    lostWithAnswer?(live: Bag): string | undefined;
  };
}

const factsOf = (kind: keyof typeof registry): Facts => registry[kind];
const kindOf = (kind: keyof typeof registry): Kind => new Kind(registry[kind] as unknown as ResourceSpec);

/** Everything that is the same for every object of the kind. */
function always(kind: keyof typeof registry) {
  const facts = factsOf(kind);
  return {
    id: Object.keys(facts.id),
    outputs: Object.keys(facts.outputs.shape),
    secrets: fieldsThat(registry[kind], "isSecret"),
    fixed: fieldsThat(registry[kind], "isFixed"),
    openObjects: fieldsThat(registry[kind], "isOpen"),
    alterable: fieldsThat(registry[kind], "isAlterable"),
    writeOnly: fieldsThat(registry[kind], "isWriteOnly"),
    compared: Object.keys(facts.fields).filter((field) => facts.fields[field]?.compareAs !== undefined),
    createFirst: facts.createFirst === true,
    asynchronous: facts.asynchronous && [facts.asynchronous.create, facts.asynchronous.update],
    parent: facts.parent?.noun,
  };
}

const nothing = {
  secrets: [],
  fixed: [],
  openObjects: [],
  alterable: [],
  writeOnly: [],
  compared: [],
  createFirst: false,
  asynchronous: undefined,
  parent: undefined,
};
const limits = [
  "allowedFromDate",
  "allowedUntilDate",
  "allowedWeekDays",
  "allowedFromTime",
  "allowedUntilTime",
];

describe("a kind, by what is always so", () => {
  it.each<[keyof typeof registry, object]>([
    [
      "Address",
      {
        id: ["addressId"],
        outputs: ["timeZone", "checkInTime", "checkOutTime", "serviceId", "creationDate"],
        openObjects: ["settings"],
        alterable: ["name"],
      },
    ],
    [
      "AddressUnit",
      {
        id: ["addressId", "unitId"],
        outputs: ["addressTokenId", "creationDate"],
        secrets: ["addressTokenId"],
        alterable: ["name"],
        asynchronous: [false, false],
        parent: "address",
      },
    ],
    [
      "AccountUser",
      {
        id: ["accountUserId"],
        outputs: ["creationDate"],
        fixed: ["type"],
        compared: ["email"],
        asynchronous: [false, false],
      },
    ],
    [
      "SubAccount",
      {
        id: ["accountId"],
        outputs: ["creationDate"],
        secrets: ["password"],
        writeOnly: ["password"],
        openObjects: ["profile"],
        compared: ["email"],
      },
    ],
    [
      "Authorization",
      {
        id: ["smartlockId", "authorizationId"],
        outputs: ["authId", "creationDate", "pending"],
        secrets: ["code"],
        alterable: ["name"],
        writeOnly: ["smartActionsEnabled"],
        compared: ["allowedFromDate", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
        asynchronous: [true, true],
        parent: "lock",
      },
    ],
    [
      "AuthorizationSet",
      {
        id: ["authorizationSetId"],
        outputs: ["authorizationIds", "pending"],
        secrets: ["code"],
        alterable: ["name"],
        writeOnly: ["smartActionsEnabled"],
        compared: ["allowedFromDate", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
      },
    ],
    ["Webhook", { id: ["webhookId"], outputs: ["secret"], secrets: ["secret"], createFirst: true }],
    [
      "Notification",
      { id: ["notificationId"], outputs: ["status"], secrets: ["pushId", "secret"], compared: ["settings"] },
    ],
  ])("%s", (kind, facts) => {
    expect(always(kind)).toEqual({ ...nothing, ...facts });
  });
});

describe("a kind, by what is declared", () => {
  const code = { smartlockId: 12, type: "code", code: 482913, name: "Guest", accountUserId: 5 };
  const app = { ...code, type: "app" };
  const fob = { ...code, type: "fob" };
  const bell = { referenceId: "bell", pushId: "push-1", os: 2 };
  const push = { pushId: "push-1", os: 1 };

  it.each<[KindName, Bag, readonly string[]]>([
    ["Address", {}, ["name"]],
    ["AddressUnit", {}, ["addressId", "name"]],
    ["AccountUser", {}, ["email"]],
    ["SubAccount", {}, ["email"]],
    ["Authorization", code, ["smartlockId", "type", "code"]],
    ["Authorization", app, ["smartlockId", "type", "accountUserId"]],
    ["Authorization", {}, ["smartlockId", "type", "accountUserId"]],
    ["Authorization", fob, ["smartlockId", "type", "name"]],
    ["Webhook", {}, ["webhookUrl", "webhookFeatures"]],
    ["Notification", bell, ["referenceId"]],
    ["Notification", push, ["pushId", "os"]],
  ])("%s %j is recognised by %j", (kind, wanted, fields) => {
    expect(factsOf(kind).identity?.(wanted)).toEqual(fields);
  });

  it.each<[keyof typeof registry, Bag, readonly string[]]>([
    ["Address", {}, []],
    ["AddressUnit", {}, ["addressId", "name"]],
    ["AccountUser", {}, []],
    ["SubAccount", {}, []],
    ["Authorization", code, ["smartlockId", "type", "smartActionsEnabled"]],
    ["Authorization", app, ["smartlockId", "type", "smartActionsEnabled", "accountUserId"]],
    ["Authorization", fob, ["smartlockId", "type", "smartActionsEnabled", "accountUserId"]],
    ["AuthorizationSet", code, ["type", "smartActionsEnabled"]],
    ["AuthorizationSet", app, ["type", "smartActionsEnabled", "accountUserId"]],
    ["Webhook", {}, ["webhookUrl", "webhookFeatures"]],
    ["Notification", bell, []],
  ])("%s %j is replaced by a change of %j", (kind, wanted, fields) => {
    expect(fieldsThat(registry[kind], "replaces", wanted)).toEqual(fields);
  });

  it.each<[KindName, Bag, boolean | undefined]>([
    ["Address", {}, true],
    ["AddressUnit", {}, true],
    ["AccountUser", {}, undefined],
    ["SubAccount", {}, undefined],
    ["Authorization", code, false],
    ["Authorization", app, true],
    ["Authorization", fob, true],
    ["Webhook", {}, true],
    ["Notification", bell, true],
  ])("%s %j asked for twice is made twice: %s", (kind, wanted, twice) => {
    expect(factsOf(kind).duplicates?.(wanted)).toBe(twice);
  });

  it.each<[KindName, Bag, readonly string[]]>([
    ["Address", {}, ["settings"]],
    ["AddressUnit", {}, []],
    ["AccountUser", {}, []],
    ["SubAccount", {}, ["rights"]],
    ["Authorization", { enabled: false }, [...limits, "enabled"]],
    ["Authorization", { enabled: true }, ["enabled"]],
    ["Authorization", {}, ["enabled"]],
    ["Webhook", {}, []],
    ["Notification", {}, []],
  ])("%s %j has these set after its creation: %j", (kind, wanted, fields) => {
    expect(fieldsThat(registry[kind], "isSetAfterCreation", wanted)).toEqual(fields);
  });

  it.each<[KindName, Bag, Bag, readonly string[]]>([
    ["SubAccount", { rights: ["operate"] }, { rights: [] }, []],
    ["SubAccount", { rights: ["operate"] }, { rights: ["operate"] }, []],
    ["SubAccount", { rights: ["operate"] }, { rights: ["logs"] }, ["rights"]],
    ["Authorization", { enabled: true }, { enabled: true }, []],
    ["Authorization", { enabled: true }, { enabled: false }, ["enabled"]],
    ["Authorization", { enabled: false }, { enabled: false }, []],
  ])("%s %j cannot have been made by its create where it is %j: %j", (kind, wanted, shown, fields) => {
    expect(kindOf(kind).differencesFromCreate(wanted, shown)).toEqual(fields);
  });

  it.each<[KindName, Bag, string]>([
    ["Address", { name: "House" }, 'name "House"'],
    ["AddressUnit", { addressId: 7, name: "Flat" }, 'addressId 7 and name "Flat"'],
    ["AccountUser", { email: "Ann@Example.com" }, 'email "Ann@Example.com"'],
    ["SubAccount", { email: "Ann@Example.com" }, 'email "Ann@Example.com"'],
    ["Authorization", code, "smartlockId lock 12, type code and the same code"],
    ["Authorization", app, "smartlockId lock 12, type app and accountUserId user 5"],
    ["Authorization", fob, 'smartlockId lock 12, type fob and name "Guest"'],
    [
      "Webhook",
      { webhookUrl: "https://example.com/", webhookFeatures: ["ACCOUNT_USER", "DEVICE_LOGS"] },
      'webhookUrl "https://example.com/" and webhookFeatures ACCOUNT_USER, DEVICE_LOGS',
    ],
    ["Notification", bell, 'referenceId "bell"'],
    ["Notification", push, "the same pushId and os 1"],
  ])("%s %j is told from others by %s", (kind, wanted, words) => {
    const own = kindOf(kind);
    expect(own.identityInWords(wanted, (_field, id) => String(id))).toBe(words);
    expect(own.identityKey({ ...wanted, remark: "another one" })).toBe(own.identityKey(wanted));
  });

  it("two e-mail addresses are the same, whatever their case, but not of two kinds", () => {
    const key = (kind: KindName, email: string): string => kindOf(kind).identityKey({ email });
    expect(key("AccountUser", "Ann@Example.com")).toBe(key("AccountUser", "ann@example.COM"));
    expect(key("AccountUser", "ann@example.com")).not.toBe(key("SubAccount", "ann@example.com"));
  });

  it("a code that becomes another one moves on its lock", () => {
    const grants = kindOf("Authorization");
    const next = { ...code, code: 593184 };
    expect(grants.move(code, next)).toEqual({
      what: "code",
      from: grants.identityKey(code),
      to: grants.identityKey(next),
    });
    expect(grants.move(code, code)).toBeUndefined();
    expect(grants.move({ ...app, code: undefined }, code)).toBeUndefined();
    expect(grants.move(code, { ...app, code: undefined })).toBeUndefined();
    // It is deleted before the new one is made, so it waits for nobody.
    expect(grants.move(code, { ...next, smartlockId: 13 })).toBeUndefined();
  });

  it("nothing moves that the service makes twice, or replaces", () => {
    expect(kindOf("Address").move({ name: "House" }, { name: "Villa" })).toBeUndefined();
    expect(
      kindOf("Notification").move({ ...bell, os: 1 }, { ...bell, referenceId: "other" }),
    ).toBeUndefined();
  });

  it("only a sub-account, which has a password, is taken over for nothing less than always", () => {
    expect(registry.SubAccount.adoption?.onlyAlways).toContain('only adopt: "always" does so');
    expect(factsOf("AccountUser").adoption?.onlyAlways).toBeUndefined();
  });
});

describe("a kind, by what the service shows", () => {
  it.each<[KindName, Bag, boolean]>([
    ["AccountUser", { operationId: "o" }, true],
    ["AccountUser", { operationId: null }, false],
    ["AccountUser", { operationId: "" }, false],
    ["AccountUser", {}, false],
    ["AddressUnit", { operationId: "o" }, true],
    ["AddressUnit", { operationId: "" }, false],
    ["AddressUnit", {}, false],
    ["Authorization", { operationId: "o" }, true],
    ["Authorization", { operationId: {} }, true],
    ["Authorization", { operationId: "" }, true],
    ["Authorization", { operationId: null }, false],
    ["Authorization", {}, false],
  ])("%s %j is being worked on: %s", (kind, live, busy) => {
    expect(factsOf(kind).asynchronous?.busy(live)).toBe(busy);
  });

  it("an authorization that is gone is not missed with its lock, or after its time", () => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    const missed = (state: Bag, goneWith?: string) =>
      factsOf("Authorization").notMissed?.(state, now, goneWith);
    expect(missed({}, "lock")).toBe("its lock is gone as well");
    expect(missed({ allowedUntilDate: "2026-01-01T00:00:00Z" })).toBe("its time is over");
    expect(missed({ allowedUntilDate: "2026-01-03T00:00:00Z" })).toBeUndefined();
    expect(missed({})).toBeUndefined();
  });

  it("the lock or address that something is part of is told by its id", () => {
    expect(factsOf("Authorization").parent?.keyFrom({ smartlockId: 12 })).toBe("12");
    expect(factsOf("AddressUnit").parent?.keyFrom({ addressId: 7 })).toBe("7");
  });

  it.each<[Bag, boolean]>([
    [{ secret: "demo-secret" }, true],
    [{ secret: "" }, false],
    [{ secret: null }, false],
    [{}, false],
  ])("a webhook %j is of use: %s", (live, isOfUse) => {
    expect(factsOf("Webhook").adoption?.recoverable?.(live, {})).toBe(isOfUse);
    expect(factsOf("Webhook").adoption?.lostWithAnswer?.(live)).toBe(isOfUse ? undefined : "secret");
  });

  it("a notification is believed to be ours by its reference", () => {
    const recoverable = (wanted: Bag) => factsOf("Notification").adoption?.recoverable?.({}, wanted);
    expect([recoverable({ referenceId: "bell" }), recoverable({})]).toEqual([true, false]);
  });

  it("e-mail addresses are compared without their case, and what is none as it is", () => {
    for (const kind of ["AccountUser", "SubAccount"] as const) {
      const compared = (value: unknown) => factsOf(kind).fields["email"]?.compareAs?.(value, {});
      expect([compared("Ann@Example.com"), compared(7), compared(null)]).toEqual([
        "ann@example.com",
        7,
        null,
      ]);
    }
  });

  it("a limit is compared with what the service shows instead of none", () => {
    const compared = (field: string, value: unknown, all: Bag = {}) =>
      factsOf("Authorization").fields[field]?.compareAs?.(value, all);
    const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    expect([["mon"], days, null, undefined].map((value) => compared("allowedWeekDays", value))).toEqual([
      ["mon"],
      days,
      days,
      days,
    ]);
    for (const field of ["allowedFromTime", "allowedUntilTime"]) {
      const forms = ["08:00", "00:00", null, undefined];
      expect(forms.map((value) => compared(field, value))).toEqual(["08:00", "00:00", "00:00", "00:00"]);
    }
    expect(compared("allowedUntilTime", undefined, { allowedFromTime: "08:00" })).toBe("24:00");
    const since = "2000-01-01T00:00:00Z";
    expect(compared("allowedFromDate", since, { allowedWeekDays: ["mon"] })).toBeUndefined();
    expect(compared("allowedFromDate", since)).toBe(since);
  });

  it("settings of a notification are compared in any order, and without authorizations as with none", () => {
    const compared = (settings: unknown) =>
      factsOf("Notification").fields["settings"]?.compareAs?.(settings, {});
    const [all, front, garage] = [
      { triggerEvents: [] },
      { smartlockId: 4 },
      { smartlockId: 30, authIds: ["a"] },
    ];
    const inOrder = [{ ...all, authIds: [] }, { ...front, authIds: [] }, garage];
    expect(compared([garage, front, all])).toEqual(inOrder);
    expect(compared([front, all, garage])).toEqual(inOrder);
    expect([compared(undefined), compared(null), compared([])]).toEqual([[], [], []]);
    expect(compared("broken")).toBe("broken");
    expect(compared([null])).toEqual([{ authIds: [] }]);
  });

  it("limits are said as a person says them", () => {
    const grants = new Kind(registry.Authorization);
    expect(grants.words("allowedWeekDays", ["mon", "tue", "wed", "thu", "fri"])).toBe("mon–fri");
    expect(grants.words("allowedWeekDays", ["sat", "sun"])).toBe("sat, sun");
    expect(grants.words("allowedWeekDays", ["mon", "wed", "thu", "fri", "sun"])).toBe("mon, wed–fri, sun");
    expect(grants.words("allowedWeekDays", [])).toBe("no day");
    expect(grants.words("allowedWeekDays", 128)).toBe("128");
    expect(grants.words("allowedFromTime", "08:05")).toBe("08:05");
    expect(grants.words("allowedFromDate", "missing")).toBe(
      "missing (so the lock ignores the days and times)",
    );
    expect(grants.words("type", "fob")).toBe("fob");
  });

  it("rights are said as a program declares them", () => {
    const accounts = new Kind(registry.SubAccount);
    expect([["operate", "logs"], [], 256].map((rights) => accounts.words("rights", rights))).toEqual([
      "operate, logs",
      "none",
      "256",
    ]);
  });

  it("ids are said by name, where somebody knows it", () => {
    const names = (field: string, id: unknown) => `${field} ${String(id)}`;
    expect(new Kind(registry.Authorization).words("smartlockId", 12, names)).toBe("smartlockId 12");
    expect(new Kind(registry.Authorization).words("accountUserId", 5, names)).toBe("accountUserId 5");
    expect(new Kind(registry.Address).words("smartlockIds", [12, 30], names)).toBe(
      "smartlockId 12, smartlockId 30",
    );
    expect(new Kind(registry.Address).words("smartlockIds", [], names)).toBe("no lock");
    expect(new Kind(registry.AddressUnit).words("addressId", 7, names)).toBe("addressId 7");
    const settings = [
      { smartlockId: 12, triggerEvents: ["lock", "ring"] },
      { triggerEvents: ["ring"], authIds: ["a"] },
    ];
    const said = new Kind(registry.Notification).words("settings", settings, names);
    expect(said).toBe("smartlockId 12: lock, ring; all locks: ring, of one authorization");
    expect(new Kind(registry.Notification).words("settings", [], names)).toBe("nothing");
  });
});

describe("In messages", () => {
  it("a notification without a reference is named like its resource, and not after its os", () => {
    const push = { pushId: "push-1", os: "url" };
    const kind = kindOf("Notification");
    expect(kind.label({ ...push, __owner: "urn:pulumi:s::p::smartlock:Notification::alarm" })).toBe(
      'Notification "alarm"',
    );
    expect(kind.label(push)).toBe("Notification");
    expect(kind.label({ ...push, referenceId: "bell" })).toBe('Notification "bell"');
  });

  it("every kind has words for all of its objects", () => {
    expect(Object.values(registry).map(({ docs }) => docs.all)).not.toContain("");
  });
});
