import { z } from "zod";
import {
  compareWindowAs,
  completeWindow,
  isOver,
  windowInputs,
  windowProblems,
} from "../../provider/resources/access-window";
import { rights } from "../../provider/resources/account-rights";
import { closedWindow } from "../../provider/resources/access-window";
import { grantProblems, sentAtCreation, sentAtUpdate } from "../../provider/resources/grant";

const window = z.object(windowInputs);
const none = new Set<string>();

describe("an access window", () => {
  it.each([
    [{ allowedWeekDays: ["mon"] }, { allowedWeekDays: 64 }],
    [{ allowedWeekDays: ["sun"] }, { allowedWeekDays: 1 }],
    [{ allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] }, { allowedWeekDays: 124 }],
    [{ allowedWeekDays: ["sat", "sun", "sat"] }, { allowedWeekDays: 3 }],
    [{ allowedWeekDays: 127 }, { allowedWeekDays: 127 }],
    [{ allowedFromTime: "08:00" }, { allowedFromTime: 480 }],
    [{ allowedFromTime: "8:05" }, { allowedFromTime: 485 }],
    [{ allowedUntilTime: "24:00" }, { allowedUntilTime: 1440 }],
    [{ allowedUntilTime: 960 }, { allowedUntilTime: 960 }],
    [{ allowedFromDate: "2026-09-22T14:00:00+02:00" }, { allowedFromDate: "2026-09-22T12:00:00.000Z" }],
    [{ allowedFromDate: "2026-09-22T12:00:00Z" }, { allowedFromDate: "2026-09-22T12:00:00.000Z" }],
  ])("%j means %j", (given, wire) => {
    expect(window.parse(given)).toEqual(wire);
    expect(window.parse(wire)).toEqual(wire);
  });

  it.each([
    [{ allowedWeekDays: 128 }],
    [{ allowedWeekDays: -1 }],
    [{ allowedWeekDays: ["monday"] }],
    [{ allowedFromTime: "25:00" }],
    [{ allowedFromTime: "08:60" }],
    [{ allowedFromTime: "0800" }],
    [{ allowedFromTime: 1441 }],
    [{ allowedFromTime: 8.5 }],
    [{ allowedFromDate: "2026-09-22T12:00:00" }],
    [{ allowedFromDate: "2026-09-22" }],
    [{ allowedFromDate: "2026-02-30T12:00:00Z" }],
  ])("%j is refused", (given) => {
    expect(window.safeParse(given).success).toBe(false);
  });

  it.each([
    [{ allowedWeekDays: 124 }, none, "2000-01-01T00:00:00.000Z"],
    [{ allowedFromTime: 480, allowedUntilTime: 960 }, none, "2000-01-01T00:00:00.000Z"],
    [{}, new Set(["allowedWeekDays"]), "2000-01-01T00:00:00.000Z"],
    [{ allowedWeekDays: 127 }, none, undefined],
    [{ allowedFromTime: 0, allowedUntilTime: 0 }, none, undefined],
    [{ allowedUntilDate: "2026-09-22T12:00:00.000Z" }, none, undefined],
    [{ allowedWeekDays: 124, allowedFromDate: "2026-01-01T00:00:00.000Z" }, none, undefined],
    [{ allowedWeekDays: 124 }, new Set(["allowedFromDate"]), undefined],
  ])("%j, with %j unknown, begins at %s, or its limits would not hold", (given, unknown, start) => {
    expect(completeWindow(given, unknown).allowedFromDate).toBe(start);
  });

  it.each([
    [
      { allowedFromDate: "2026-02-01T00:00:00.000Z", allowedUntilDate: "2026-01-01T00:00:00.000Z" },
      "allowedUntilDate",
    ],
    [
      { allowedFromDate: "2026-02-01T00:00:00.000Z", allowedUntilDate: "2026-02-01T00:00:00.000Z" },
      "allowedUntilDate",
    ],
    [{ allowedFromTime: 1320, allowedUntilTime: 360 }, "allowedUntilTime"],
  ])("%j is out of order", (given, field) => {
    expect(windowProblems(given)).toMatchObject([{ field }]);
  });

  it.each([
    [{}],
    [{ allowedFromTime: 480, allowedUntilTime: 960 }],
    [{ allowedFromTime: 480 }],
    [{ allowedFromTime: 480, allowedUntilTime: 0 }],
    [{ allowedFromDate: "2026-01-01T00:00:00.000Z", allowedUntilDate: "2026-02-01T00:00:00.000Z" }],
  ])("%j is in order", (given) => {
    expect(windowProblems(given)).toEqual([]);
  });

  it("takes every form of no limit as the same", () => {
    expect(compareWindowAs.allowedWeekDays(undefined)).toBe(compareWindowAs.allowedWeekDays(127));
    expect(compareWindowAs.allowedFromTime(null)).toBe(compareWindowAs.allowedFromTime(0));
    expect(compareWindowAs.allowedUntilTime(undefined)).toBe(compareWindowAs.allowedUntilTime(0));
  });

  it("is over after its end, and never without one", () => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    expect(isOver({ allowedUntilDate: "2026-01-01T00:00:00.000Z" }, now)).toBe(true);
    expect(isOver({ allowedUntilDate: "2026-01-03T00:00:00.000Z" }, now)).toBe(false);
    expect(isOver({}, now)).toBe(false);
    expect(isOver(closedWindow, now)).toBe(true);
  });
});

describe("a grant", () => {
  const app = { name: "Cleaner", remoteAllowed: true, type: 0, accountUserId: 4001 } as const;
  const code = { name: "Guest", remoteAllowed: false, type: 13, code: 482913 } as const;

  it.each([
    [app, []],
    [code, []],
    [{ ...app, accountUserId: undefined }, ["accountUserId"]],
    [{ ...app, code: 482913 }, ["code"]],
    [{ ...code, code: undefined }, ["code"]],
    [{ ...code, name: "a".repeat(21) }, ["name"]],
    [{ ...code, name: "a".repeat(20) }, []],
    [{ ...app, name: "a".repeat(32) }, []],
  ])("%j has problems at %j", (grant, fields) => {
    expect(grantProblems(grant, none).map(({ field }) => field)).toEqual(fields);
  });

  it("has no problem with what is not known yet", () => {
    expect(grantProblems({ ...app, accountUserId: undefined }, new Set(["accountUserId"]))).toEqual([]);
    expect(grantProblems({ name: "x", remoteAllowed: true }, new Set(["type"]))).toEqual([]);
  });

  it("that is disabled opens nothing at its creation", () => {
    expect(sentAtCreation({ ...code, enabled: false, allowedFromTime: 480 })).toEqual({
      ...code,
      ...closedWindow,
    });
    expect(sentAtCreation({ ...code, enabled: true })).toEqual(code);
  });

  it("is sent whole at an update, so that nothing is wiped by accident", () => {
    expect(sentAtUpdate({ ...code, enabled: true, allowedWeekDays: 124 })).toEqual({
      name: "Guest",
      remoteAllowed: false,
      enabled: true,
      code: 482913,
      allowedFromDate: null,
      allowedUntilDate: null,
      allowedWeekDays: 124,
      allowedFromTime: null,
      allowedUntilTime: null,
    });
  });
});

describe("rights of a sub-account", () => {
  it.each([
    [3, 3],
    [[], 0],
    [["operate"], 2],
    [["operate", "logs"], 18],
    [["manageLocks", "operate", "configure", "authorizations", "logs", "subAccounts", "createLocks"], 127],
  ])("%j are %i", (given, bits) => {
    expect(rights.parse(given)).toBe(bits);
  });

  it.each([[128], [-1], [["admin"]], ["operate"]])("%j are none", (given) => {
    expect(rights.safeParse(given).success).toBe(false);
  });
});
