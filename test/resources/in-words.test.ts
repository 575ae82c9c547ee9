import { doubtsAbout, inNumbers, inWords } from "../../provider/engine/kind/field-facts";
import { Kind } from "../../provider/engine/kind/kind";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { Listing } from "../../provider/engine/lists/listing";
import type { Names } from "../../provider/engine/messages/names";
import type { Listed } from "../../provider/engine/kind/listed";
import type { Session } from "../../provider/engine/run/session";
import { UNKNOWN } from "../../provider/engine/values/unknown";
import { registry } from "../../provider/resources";
import {
  speakFormerWindow,
  speakWindow,
  windowFacts,
} from "../../provider/resources/authorization/access-window";
import { longName } from "../../provider/resources/fields";
import { isInvited } from "../../provider/resources/authorization/grant-plan";

/** What kinds tell people, without a service. */
const nobodyKnows: Names = (_field, id) => String(id);
const known: Names = (field, id) => (field === "smartlockId" && id === 1 ? "Office" : String(id));

describe("a window in words", () => {
  const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
  const evening = { allowedWeekDays: [...weekdays], allowedFromTime: "18:00", allowedUntilTime: "21:00" };

  it.each([
    [{}, "always"],
    [{ allowedWeekDays: [...weekdays].slice(0, 2) }, "mon, tue"],
    [{ allowedUntilDate: "2026-12-01T12:00:07Z" }, "until 2026-12-01T12:00:07Z"],
    [{ allowedUntilTime: "16:00" }, "00:00–16:00"],
    [{ allowedFromTime: "08:00" }, "08:00–24:00"],
    [{ allowedFromTime: "08:00", allowedUntilTime: "00:00" }, "08:00–00:00"],
    [{ allowedFromDate: "missing", ...evening }, "mon–fri 18:00–21:00 without a start date, so always"],
    [{ allowedUntilDate: "2026-12-01T12:00:00Z" }, "until 2026-12-01 12:00 UTC"],
    [{ allowedUntilDate: "+2026-12-01T12:00:00Z" }, "until +2026-12-01T12:00:00Z"],
    [{ allowedUntilDate: "2026-12-01T12:00:00Z?" }, "until 2026-12-01T12:00:00Z?"],
  ])("%j", (window, words) => {
    expect(speakWindow(window)).toBe(words);
  });

  it("as it was, group by group", () => {
    const daily = ["allowedWeekDays", "allowedFromTime"];
    expect(speakFormerWindow(evening, daily)).toBe("was mon–fri 18:00–21:00");
    const dated = { ...evening, allowedFromDate: "2026-11-01T12:00:00Z" };
    expect(speakFormerWindow(dated, ["allowedFromDate"])).toBe("was from 2026-11-01 12:00 UTC");
    expect(speakFormerWindow(dated, ["allowedUntilDate"])).toBe("was from 2026-11-01 12:00 UTC");
  });

  it("that differs says its start, or what it means that there is none", () => {
    const { speakAs } = windowFacts.allowedFromDate;
    expect(speakAs("2026-11-01T12:00:00Z")).toBe('"2026-11-01T12:00:00Z"');
    expect(speakAs("missing")).toBe("missing (so the lock ignores the days and times)");
  });

  it("has another start than the constant one only if somebody chose it", () => {
    const started = (date: string, all: object) => windowFacts.allowedFromDate.compareAs(date, all);
    expect(started("2026-03-01T00:00:00Z", evening)).toBe("2026-03-01T00:00:00Z");
    expect(started("2000-01-01T00:00:00Z", evening)).toBeUndefined();
    expect(started("2000-01-01T00:00:00Z", {})).toBe("2000-01-01T00:00:00Z");
  });
});

it("an invitation is mailed for an app only", () => {
  expect([{}, { type: "app" as const }].map(isInvited)).toEqual([true, true]);
  expect([{ type: "code" as const }, { type: "fob" as const }].map(isInvited)).toEqual([false, false]);
});

it("a name of more than a hundred characters is doubted", () => {
  expect([longName(7), longName("a".repeat(100))]).toEqual([undefined, undefined]);
  expect(longName("a".repeat(101))).toBe(
    "its name has 101 characters. The service does not document how many it takes, and may cut or refuse the name",
  );
});

it("a set without locks is doubted", () => {
  const all = [{ smartlockIds: [] }, { smartlockIds: [1] }, {}];
  expect(all.map((one) => doubtsAbout(registry.AuthorizationSet, one))).toEqual([
    ["it names no lock, so it opens nothing"],
    [],
    [],
  ]);
});

describe("a notification", () => {
  it.each<[object[], string]>([
    [[], "nothing"],
    [[{ smartlockId: 1 }], "Office: "],
    [
      [{ smartlockId: 1, triggerEvents: ["lock", "unlock"] }, { triggerEvents: ["ring"] }],
      "Office: lock, unlock; all locks: ring",
    ],
    [[{ triggerEvents: UNKNOWN }], "all locks: events that are not known yet"],
    [[{ triggerEvents: ["ring"], authIds: ["a"] }], "all locks: ring, of one authorization"],
    [[{ triggerEvents: ["ring"], authIds: ["a", "b"] }], "all locks: ring, of 2 authorizations"],
  ])("with the settings %j says what it tells", (settings, words) => {
    expect(registry.Notification.fields.settings?.speakAs?.(settings, known)).toBe(words);
  });
});

describe("what is taken", () => {
  it("is an e-mail address, and what to do about it", () => {
    expect(registry.AccountUser.adoption?.taken?.({})).toEqual({
      what: "e-mail address",
      advice:
        "Declare another e-mail address here, or free that one in a separate run first: Pulumi deletes last.",
      orTakeOver:
        'If both are the same person, set adopt: "always" (the existing one is changed to match), or import it; if the ' +
        "resource was renamed in the program, give it an alias.",
    });
    expect(registry.SubAccount.adoption?.taken?.({})?.what).toBe("e-mail address");
  });

  it("is a code, and nothing of other grants", () => {
    expect(registry.Authorization.adoption?.taken?.({ type: "code" })).toEqual({
      what: "code",
      advice:
        "That one keeps its code: declare another code here. If that one is no longer wanted, delete it in a separate run first.",
    });
    expect(registry.Authorization.adoption?.taken?.({ type: "fob" })).toBeUndefined();
  });
});

it("an e-mail address of a sub-account is another one than that of a user", () => {
  const [from, to] = [{ email: "a@example.com" }, { email: "b@example.com" }];
  const move = (kind: ResourceSpec) => new Kind(kind).move(from, to);
  expect(move(registry.SubAccount)?.what).toBe("e-mail address");
  expect(move(registry.SubAccount)?.from).not.toEqual(move(registry.AccountUser)?.from);
});

it("what two resources must not both declare has the ids of what nobody can name", () => {
  const unit = { addressId: 7, name: "A" };
  const fob = { type: "fob", smartlockId: 7, name: "Key", accountUserId: 9 };
  const app = { ...fob, type: "app" };
  const said = (names: Names): string[] => [
    new Kind(registry.AddressUnit).identityInWords(unit, names),
    new Kind(registry.Authorization).identityInWords(fob, names),
    new Kind(registry.Authorization).identityInWords(app, names),
  ];
  expect(said(nobodyKnows)).toEqual([
    'addressId 7 and name "A"',
    'smartlockId lock 7, type fob and name "Key"',
    "smartlockId lock 7, type app and accountUserId user 9",
  ]);
  const ofField: Names = (_field, id) => `called ${String(id)}`;
  expect(said(ofField)).toEqual([
    'addressId called 7 and name "A"',
    'smartlockId called 7, type fob and name "Key"',
    "smartlockId called 7, type app and accountUserId called 9",
  ]);
});

it("the notes of releases before 0.3.0 are found by the service's numbers", () => {
  const { Authorization, Notification } = registry;
  expect([inNumbers(Authorization, {}), inNumbers(Authorization, { type: "code" })]).toEqual([
    { type: 0 },
    { type: 13 },
  ]);
  expect([inNumbers(Notification, {}), inNumbers(Notification, { os: "ios" })]).toStrictEqual([
    { os: undefined },
    { os: 1 },
  ]);
});

describe("the state of older releases", () => {
  const [before, after] = ["2026-03-01T08:00:00.000Z", "2026-03-01T08:00:00Z"];

  it.each<["AccountUser" | "Address" | "AddressUnit" | "Notification" | "SubAccount", object, object]>([
    ["AccountUser", { type: 1, creationDate: before }, { type: "company", creationDate: after }],
    [
      "Address",
      { checkInTime: 900, checkOutTime: 660, creationDate: before },
      { checkInTime: "15:00", checkOutTime: "11:00", creationDate: after },
    ],
    ["AddressUnit", { creationDate: before }, { creationDate: after }],
    ["Notification", { os: 2, status: 1 }, { os: "url", status: "active" }],
    ["SubAccount", { creationDate: before }, { creationDate: after }],
  ])("of %s is brought to words", (kind, stored, words) => {
    expect(inWords(registry[kind], { name: "a", ...stored })).toEqual({ name: "a", ...words });
  });
});

it("an operation on a grant is known by what the service calls it", () => {
  const operation = (operationId: unknown) =>
    registry.Authorization.asynchronous?.operation?.({ operationId } as never);
  expect(operation({ b: 1, a: 2 })).toBe(operation({ a: 2, b: 1 }));
  expect(operation("one")).not.toBe(operation("two"));
});

describe("the name of an address", () => {
  const namesIn = async (isAtHand: boolean): Promise<(string | undefined)[]> => {
    const addresses = { isAtHand, known: () => Promise.resolve(new Map([["7", { name: "Villa" }]])) };
    const session = { collection: () => addresses } as unknown as Session;
    const names = await registry.AddressUnit.names?.(session);
    return [names?.("addressId", 7), names?.("addressId", 8), names?.("smartlockId", 7)];
  };

  it("is said if the run has read it", async () => {
    expect(await namesIn(true)).toEqual(["Villa", undefined, undefined]);
    expect(await namesIn(false)).toEqual([undefined, undefined, undefined]);
  });
});

describe("what a user holds", () => {
  const heldBy = (isPartial: boolean) => {
    const grants = Listing.of([["7/a", { name: "Guest", smartlockId: 7, accountUserId: 5 }] as const]);
    const authorizations = {
      isPartial,
      lookAgain: () => Promise.resolve(),
      known: () => Promise.resolve(grants),
    };
    const locks = { known: () => Promise.resolve(new Map()) };
    const collection = ({ type }: Listed) => ({ collection: type === "Smartlock" ? locks : authorizations });
    const session = { collection };
    return registry.AccountUser.contents?.(session as unknown as Session, { accountUserId: 5 });
  };

  it("is named with its lock, or with the lock's id", async () => {
    expect(await heldBy(false)).toEqual([
      { object: "Authorization 7/a", words: 'the authorization "Guest" on lock 7 (id 7/a)' },
    ]);
  });

  it("is not known while lists leave something out", async () => {
    await expect(heldBy(true)).rejects.toThrow("the lists of authorizations leave out some that exist");
  });
});
