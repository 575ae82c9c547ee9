import type { Told } from "../../provider/engine/kind/spec";
import { UNKNOWN } from "../../provider/engine/values/unknown";
import type { Reader } from "../../provider/engine/kind/listed";
import { changedGrant, createdGrant, grantNames } from "../../provider/resources/authorization/grant-plan";

type Grant = Parameters<typeof changedGrant>[0]["wanted"];

const known = new Map([
  ["smartlockId 1", "Office"],
  ["smartlockId 2", "Front door"],
  ["accountUserId 5", "Anna"],
]);
const names: Told["names"] = (field, id) => known.get(`${field} ${String(id)}`) ?? String(id);

const told = (wanted: Grant, was: Grant = {}): Told<Grant> => ({
  wanted,
  was,
  changed: Object.keys(wanted).filter(
    (field) => JSON.stringify(wanted[field as keyof Grant]) !== JSON.stringify(was[field as keyof Grant]),
  ),
  isReplaced: false,
  isNothingIgnored: true,
  names,
  isUnseen: () => false,
  words: (_field, value) => JSON.stringify(value),
});

const weekdays = {
  name: "Cleaner",
  smartlockId: 1,
  allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
  allowedFromTime: "18:00",
  allowedUntilTime: "21:00",
} satisfies Grant;

describe("The line about a changed grant", () => {
  it.each<[Grant, Grant, string]>([
    [
      { ...weekdays, smartlockId: 2, allowedWeekDays: ["mon", "tue", "wed", "thu", "fri", "sat"] },
      weekdays,
      "Cleaner: Office → Front door, mon–sat 18:00–21:00 (was mon–fri)",
    ],
    [
      { ...weekdays, allowedUntilTime: "22:00" },
      weekdays,
      "Cleaner: Office, mon–fri 18:00–22:00 (was 18:00–21:00)",
    ],
    [
      { ...weekdays, allowedFromTime: "08:00" },
      weekdays,
      "Cleaner: Office, mon–fri 08:00–21:00 (was 18:00–21:00)",
    ],
    [
      weekdays,
      { ...weekdays, allowedWeekDays: undefined },
      "Cleaner: Office, mon–fri 18:00–21:00 (was every day)",
    ],
    [
      weekdays,
      { ...weekdays, allowedFromTime: undefined, allowedUntilTime: undefined },
      "Cleaner: Office, mon–fri 18:00–21:00 (was all day)",
    ],
    [weekdays, { name: "Cleaner", smartlockId: 1 }, "Cleaner: Office, mon–fri 18:00–21:00 (was always)"],
    [
      { ...weekdays, allowedUntilDate: "2026-12-01T12:00:00Z" },
      weekdays,
      "Cleaner: Office, mon–fri 18:00–21:00 until 2026-12-01 12:00 UTC (no dates before)",
    ],
    [
      { ...weekdays, allowedFromDate: "2026-11-01T12:00:00Z", allowedUntilDate: "2026-12-02T12:00:00Z" },
      { ...weekdays, allowedFromDate: "2026-11-01T12:00:00Z", allowedUntilDate: "2026-12-01T12:00:00Z" },
      "Cleaner: Office, mon–fri 18:00–21:00 from 2026-11-01 12:00 UTC until 2026-12-02 12:00 UTC " +
        "(was from 2026-11-01 12:00 UTC until 2026-12-01 12:00 UTC)",
    ],
    [
      { name: "Crew", smartlockId: 1, accountUserId: 5 },
      { name: "Cleaner", smartlockId: 1, accountUserId: 5 },
      'Cleaner (Anna): Office, name "Crew" (was "Cleaner")',
    ],
    [{ ...weekdays, smartlockId: 2 }, weekdays, "Cleaner: Office → Front door, mon–fri 18:00–21:00"],
    [
      { ...weekdays, remoteAllowed: true, enabled: false },
      { ...weekdays, remoteAllowed: false, enabled: true },
      "Cleaner: Office, now also remotely, now disabled",
    ],
    [
      { ...weekdays, remoteAllowed: false, enabled: true },
      { ...weekdays, remoteAllowed: true, enabled: false },
      "Cleaner: Office, no longer remotely, now enabled",
    ],
    [
      { ...weekdays, remoteAllowed: UNKNOWN as never },
      { ...weekdays, remoteAllowed: true },
      `Cleaner: Office, remoteAllowed ${JSON.stringify(UNKNOWN)} (was true)`,
    ],
    [
      { ...weekdays, accountUserId: 5 },
      { ...weekdays, accountUserId: undefined },
      "Cleaner: nobody → Anna, Office, mon–fri 18:00–21:00",
    ],
    [
      { ...weekdays, accountUserId: undefined },
      { ...weekdays, accountUserId: 5 },
      "Cleaner: Anna → nobody, Office, mon–fri 18:00–21:00",
    ],
    [
      { ...weekdays, smartActionsEnabled: true },
      { ...weekdays, smartActionsEnabled: false },
      "Cleaner: Office, smartActionsEnabled true (was false)",
    ],
    [
      {
        ...weekdays,
        allowedUntilTime: "22:00",
        allowedWeekDays: ["sat"],
        allowedUntilDate: "2026-12-01T12:00:00Z",
      },
      weekdays,
      "Cleaner: Office, sat 18:00–22:00 until 2026-12-01 12:00 UTC (was mon–fri 18:00–21:00, no dates before)",
    ],
    [
      { ...weekdays, allowedWeekDays: undefined, allowedUntilDate: undefined },
      { ...weekdays, allowedUntilDate: undefined },
      "Cleaner: Office, every day 18:00–21:00 (was mon–fri)",
    ],
    [
      { ...weekdays, allowedUntilTime: "22:00", allowedUntilDate: "2026-12-01T12:00:00Z" },
      weekdays,
      "Cleaner: Office, mon–fri 18:00–22:00 until 2026-12-01 12:00 UTC (was 18:00–21:00, no dates before)",
    ],
    [
      { name: "Cleaner", smartlockId: 9, accountUserId: 5 },
      { name: "Cleaner", smartlockId: 9, accountUserId: 6 },
      "Cleaner: user 6 → Anna, lock 9, always",
    ],
  ])("%#: says what was true before, as far as it changes", (wanted, was, line) => {
    expect(changedGrant(told(wanted, was))).toBe(line);
  });

  it("says a limit that is gone, so that the one that is left does not read like a new one", () => {
    const hours = { ...weekdays, allowedFromTime: undefined, allowedUntilTime: undefined };
    expect(changedGrant(told(hours, weekdays))).toBe("Cleaner: Office, mon–fri all day (was 18:00–21:00)");
    const { name, smartlockId } = weekdays;
    const dated = { allowedUntilDate: "2026-12-01T12:00:00Z" };
    const none = {
      name,
      smartlockId,
      allowedWeekDays: undefined,
      allowedFromTime: undefined,
      allowedUntilTime: undefined,
    };
    expect(changedGrant(told({ ...none, ...dated }, { ...weekdays, ...dated }))).toBe(
      "Cleaner: Office, every day all day until 2026-12-01 12:00 UTC (was mon–fri 18:00–21:00)",
    );
    expect(changedGrant(told(none, weekdays))).toBe("Cleaner: Office, always (was mon–fri 18:00–21:00)");
  });

  it("does not say when a moved grant opens if others decide that", () => {
    const moved = told({ ...weekdays, smartlockId: 2 }, weekdays);
    expect(changedGrant({ ...moved, isNothingIgnored: false })).toBe("Cleaner: Office → Front door");
  });

  it("tells no limits of what replaces a grant with ignored fields: Pulumi does not pass on what the program declares", () => {
    const moved = told({ ...weekdays, smartlockId: 2, allowedUntilTime: "22:00" }, weekdays);
    const ignoring = { ...moved, isNothingIgnored: false };
    expect(changedGrant({ ...ignoring, isReplaced: true })).toBe(
      "Cleaner: Office → Front door, with the limits that the program declares",
    );
    expect(changedGrant(ignoring)).toBe(
      "Cleaner: Office → Front door, mon–fri 18:00–22:00 (was 18:00–21:00)",
    );
  });

  it("says that a moved grant also opens remotely, whether or not its limits change", () => {
    const remote = { ...weekdays, remoteAllowed: true };
    expect(changedGrant(told({ ...remote, smartlockId: 2 }, remote))).toBe(
      "Cleaner: Office → Front door, mon–fri 18:00–21:00, also remotely",
    );
    expect(changedGrant(told({ ...remote, smartlockId: 2, allowedUntilTime: "22:00" }, remote))).toBe(
      "Cleaner: Office → Front door, mon–fri 18:00–22:00 (was 18:00–21:00), also remotely",
    );
    expect(changedGrant(told({ ...remote, smartlockId: 2 }, { ...weekdays, remoteAllowed: false }))).toBe(
      "Cleaner: Office → Front door, mon–fri 18:00–21:00, now also remotely",
    );
  });

  it("tells two doors and two people of the same name apart by their ids", () => {
    const named: Told["names"] = (field, id) =>
      id === UNKNOWN ? "Anna" : field === "smartlockId" ? "Door" : "Anna";
    const was = { name: "Key", smartlockId: 1, accountUserId: 5 };
    const line = (change: Grant): string =>
      changedGrant({ ...told({ ...was, ...change }, was), names: named });
    expect(line({ smartlockId: 2 })).toBe("Key (Anna): Door (1) → Door (2), always");
    expect(line({ accountUserId: 6 })).toBe("Key: Anna (5) → Anna (6), Door, always");
    expect(line({ accountUserId: UNKNOWN as never })).toBe("Key: Anna (5) → Anna, Door, always");
  });

  it("tells no switch of the app that the program marked as secret", () => {
    const grant = { name: "Key", smartlockId: 1, accountUserId: 5, smartActionsEnabled: true };
    const isUnseen = (field: string): boolean => field === "smartActionsEnabled";
    expect(createdGrant({ ...told(grant), isUnseen })).toBe("Anna gets Office by app, always");
  });
});

describe("The line about a new grant", () => {
  it.each<[Grant, string]>([
    [{ ...weekdays, type: "code" }, "Cleaner gets Office by code, mon–fri 18:00–21:00"],
    [
      { ...weekdays, type: "code", allowedFromTime: "00:00", allowedUntilTime: "00:00" },
      "Cleaner gets Office by code, mon–fri",
    ],
    [
      { ...weekdays, type: "code", allowedFromTime: undefined, allowedUntilTime: "24:00" },
      "Cleaner gets Office by code, mon–fri",
    ],
    [
      { name: "Key", type: "fob", smartlockId: 2, accountUserId: 5 },
      'Anna gets Front door by fob "Key", always',
    ],
    [
      { name: "Key", smartlockId: 2, accountUserId: 5, enabled: false },
      "Anna gets Front door by app, disabled",
    ],
    [
      { smartlockId: 2, accountUserId: 5, remoteAllowed: true, smartActionsEnabled: true },
      "Anna gets Front door by app, always, also remotely, the app may open it by itself",
    ],
    [{ smartlockId: 2, accountUserId: 5, smartActionsEnabled: false }, "Anna gets Front door by app, always"],
    [{ type: "fob", smartlockId: 2, accountUserId: 5 }, "Anna gets Front door by fob, always"],
    [{ type: "code", smartlockId: 9 }, "somebody gets lock 9 by code, always"],
    [{ name: "Key", smartlockId: 2, accountUserId: 7 }, "user 7 gets Front door by app, always"],
    [
      { ...weekdays, type: UNKNOWN as never },
      "Cleaner gets Office in a way that is not known yet, mon–fri 18:00–21:00",
    ],
    [
      { name: "Guest", type: "code", smartlockId: 2, allowedUntilDate: UNKNOWN },
      "Guest gets Front door by code, with limits that are not known yet",
    ],
    [
      { ...weekdays, allowedFromTime: UNKNOWN, accountUserId: 5 },
      "Anna gets Office by app, mon–fri with limits that are not known yet",
    ],
    [
      { ...weekdays, allowedUntilDate: UNKNOWN, accountUserId: 5 },
      "Anna gets Office by app, mon–fri 18:00–21:00 with limits that are not known yet",
    ],
  ])("%#: says who gets which door, how and when", (wanted, line) => {
    expect(createdGrant(told(wanted))).toBe(line);
  });
});

describe("The names in a line about a grant", () => {
  const listed = (names: Readonly<Record<string, string>>) => ({
    isAtHand: true,
    known: () => Promise.resolve(new Map(Object.entries(names).map(([key, name]) => [key, { name }]))),
  });
  /** The account has one lock and one user. */
  const reader = {
    collection: ({ type }: { readonly type: string }) =>
      type === "AccountUser" ? listed({ "5": "Anna" }) : { collection: listed({ "1": "Office" }) },
  } as unknown as Reader;

  it("are those of locks and users, where the account has them", async () => {
    const nameOf = await grantNames(reader);
    expect([nameOf("accountUserId", 5), nameOf("smartlockId", 1)]).toEqual(["Anna", "Office"]);
    expect([nameOf("accountUserId", 6), nameOf("smartlockId", 2)]).toEqual([undefined, undefined]);
  });
});
