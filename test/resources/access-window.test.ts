import { z } from "zod";
import {
  type AccessWindow,
  isOver,
  sentWindow,
  shownWindow,
  windowInputs,
  windowProblems,
} from "../../provider/resources/authorization/access-window";
import { accountRights } from "../../provider/resources/account-rights";
import { closedWindow } from "../../provider/resources/authorization/access-window";
import { checkInputs } from "../../provider/engine/lifecycle/inputs";
import { registry } from "../../provider/resources";
import {
  type Grant,
  grantProblems,
  sentAtCreation,
  sentAtUpdate,
} from "../../provider/resources/authorization/grant";

const window = z.object(windowInputs);
const none = new Set<string>();
const weekdays: AccessWindow["allowedWeekDays"] = ["mon", "tue", "wed", "thu", "fri"];

describe("an access window", () => {
  it.each([
    [{ allowedWeekDays: 64 }, { allowedWeekDays: ["mon"] }],
    [{ allowedWeekDays: 1 }, { allowedWeekDays: ["sun"] }],
    [{ allowedWeekDays: 124 }, { allowedWeekDays: weekdays }],
    [{ allowedWeekDays: ["fri", "mon", "tue", "wed", "thu"] }, { allowedWeekDays: weekdays }],
    [{ allowedWeekDays: ["sun", "sat", "sun"] }, { allowedWeekDays: ["sat", "sun"] }],
    [{ allowedFromTime: 480 }, { allowedFromTime: "08:00" }],
    [{ allowedFromTime: "8:05" }, { allowedFromTime: "08:05" }],
    [{ allowedUntilTime: 1440 }, { allowedUntilTime: "24:00" }],
    [{ allowedUntilTime: 960 }, { allowedUntilTime: "16:00" }],
    [{ allowedFromDate: "2026-09-22T14:00:00+02:00" }, { allowedFromDate: "2026-09-22T12:00:00Z" }],
    [{ allowedFromDate: "2026-09-22T12:00:00.000Z" }, { allowedFromDate: "2026-09-22T12:00:00Z" }],
    [{ allowedFromDate: "2026-09-22T12:00:00.5Z" }, { allowedFromDate: "2026-09-22T12:00:00.500Z" }],
  ])("%j is said as %j", (given, words) => {
    expect(window.parse(given)).toEqual(words);
    expect(window.parse(words)).toEqual(words);
  });

  it.each([
    [{ allowedWeekDays: 128 }],
    [{ allowedWeekDays: -1 }],
    [{ allowedWeekDays: 0 }],
    [{ allowedWeekDays: [] }],
    [{ allowedWeekDays: ["monday"] }],
    [{ allowedFromTime: "25:00" }],
    [{ allowedFromTime: "08:60" }],
    [{ allowedFromTime: "0800" }],
    [{ allowedFromTime: 1441 }],
    [{ allowedFromTime: 1440 }],
    [{ allowedFromTime: "24:00" }],
    [{ allowedUntilTime: "00:00" }],
    [{ allowedUntilTime: "0:00" }],
    [{ allowedUntilTime: "24:01" }],
    [{ allowedUntilTime: 1441 }],
    [{ allowedUntilTime: -1 }],
    [{ allowedFromTime: 8.5 }],
    [{ allowedFromDate: "2026-09-22T12:00:00" }],
    [{ allowedFromDate: "2026-09-22" }],
    [{ allowedFromDate: "2026-02-30T12:00:00Z" }],
  ])("%j is refused", (given) => {
    expect(window.safeParse(given).success).toBe(false);
  });

  it.each([
    [{ allowedWeekDays: [] }, /at least one day.*leave it out for all days.*enabled: false/],
    [{ allowedWeekDays: 0 }, /at least one day.*leave it out for all days.*enabled: false/],
    [{ allowedFromTime: "24:00" }, /must be before "24:00", the end of the day/],
    [{ allowedFromTime: 1440 }, /must be before "24:00", the end of the day/],
    [{ allowedUntilTime: "00:00" }, /"00:00" is the beginning of the day.*"24:00" for its end.*leave both/],
    [{ allowedUntilTime: 0 }, /"00:00" is the beginning of the day.*"24:00" for its end.*leave both/],
  ])("%j is refused with the reason", (given, reason) => {
    const issues = window.safeParse(given).error?.issues.map(({ message }) => message) ?? [];
    expect(issues).toEqual([expect.stringMatching(reason)]);
  });

  describe("of a day, with every pair of times at the edges", () => {
    const froms = [undefined, 0, "00:00", 1, "00:01", 720, "12:00", 1439, "23:59", 1440, "24:00"];
    const untils = [undefined, 0, "00:00", 1, "00:01", 721, "12:01", 1439, "23:59", 1440, "24:00"];
    const minutes = (time: string | number): number =>
      typeof time === "number" ? time : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    /** The window that the lock gets; undefined if the declaration is refused. */
    const expected = (from: string | number | undefined, until: string | number | undefined) => {
      const [begins, ends] = [minutes(from ?? 0), until === undefined ? undefined : minutes(until)];
      if (begins === 1440 || ends === 0) {
        return undefined;
      }
      if (begins === 0 && ends === undefined) {
        return "no daily window";
      }
      const end = ends ?? 1440;
      return begins < end ? `${begins} to ${end}` : undefined;
    };
    const pairs = froms.flatMap((from) =>
      untils.map((until) => [from, until, expected(from, until)] as const),
    );

    it.each(pairs)("%j to %j: %s", (from, until, told) => {
      const { inputs, problems } = checkInputs(registry.Authorization, {
        smartlockId: 1,
        name: "Guest",
        remoteAllowed: false,
        type: 13,
        code: 482913,
        allowedFromTime: from,
        allowedUntilTime: until,
      });
      const sent = sentAtUpdate(inputs as unknown as Grant);
      const [begins, ends] = [sent.allowedFromTime ?? 0, sent.allowedUntilTime ?? 0];
      const isLimited = begins !== 0 || ends !== 0;
      const meaning = isLimited ? `${begins} to ${ends}` : "no daily window";
      expect(problems.length === 0 ? meaning : undefined).toBe(told);
      if (told !== undefined) {
        // A limit without a start date has no effect.
        expect(sent.allowedFromDate).toBe(isLimited ? "2000-01-01T00:00:00.000Z" : null);
      }
    });

    it.each(pairs.filter(([, , told]) => told === undefined))("%j to %j is refused once", (from, until) => {
      const parsed = window.safeParse({ allowedFromTime: from, allowedUntilTime: until });
      expect(parsed.success ? windowProblems(parsed.data) : parsed.error.issues.slice(0, 1)).toHaveLength(1);
    });
  });

  it.each<[AccessWindow, number | null]>([
    [{ allowedFromTime: "08:00" }, 1440],
    [{ allowedFromTime: "08:00", allowedUntilTime: "16:00" }, 960],
    [{ allowedUntilTime: "16:00" }, 960],
    [{ allowedFromTime: "00:00" }, null],
    [{}, null],
  ])("%j is sent with the end %s, since a lock may take no end for another one", (given, end) => {
    expect(sentWindow(given).allowedUntilTime).toBe(end);
  });

  it.each<[AccessWindow, string | null]>([
    [{ allowedWeekDays: weekdays }, "2000-01-01T00:00:00.000Z"],
    [{ allowedWeekDays: [] }, "2000-01-01T00:00:00.000Z"],
    [{ allowedFromTime: "08:00", allowedUntilTime: "16:00" }, "2000-01-01T00:00:00.000Z"],
    [{ allowedFromTime: "08:00" }, "2000-01-01T00:00:00.000Z"],
    [{ allowedUntilTime: "16:00" }, "2000-01-01T00:00:00.000Z"],
    [{ allowedWeekDays: [...weekdays, "sat", "sun"] }, null],
    [{ allowedFromTime: "00:00", allowedUntilTime: "00:00" }, null],
    [{ allowedUntilDate: "2026-09-22T12:00:00Z" }, null],
    [{ allowedWeekDays: weekdays, allowedFromDate: "2026-01-01T00:00:00Z" }, "2026-01-01T00:00:00.000Z"],
    [{ allowedWeekDays: weekdays, allowedFromDate: "missing" }, null],
    [{ allowedFromDate: "never" }, "never"],
  ])("%j is sent with the beginning %s, or its limits would not hold", (given, start) => {
    expect(sentWindow(given).allowedFromDate).toBe(start);
  });

  it.each([
    { allowedFromDate: null, allowedUntilDate: null, allowedWeekDays: null },
    { allowedFromDate: null, allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 960 },
    { allowedFromDate: "2000-01-01T00:00:00.000Z", allowedWeekDays: 124 },
    { allowedFromDate: "2000-01-01T00:00:00.000Z", allowedUntilDate: "2000-01-02T00:00:00.000Z" },
    {
      allowedFromDate: "2026-01-01T00:00:00.001Z",
      allowedWeekDays: 0,
      allowedFromTime: 0,
      allowedUntilTime: 1440,
    },
    {
      allowedFromDate: "2026-01-01T00:00:00.000Z",
      allowedWeekDays: 127,
      allowedFromTime: 480,
      allowedUntilTime: 0,
    },
    { allowedFromDate: "sometime", allowedWeekDays: 128, allowedFromTime: 1441, allowedUntilTime: 2000 },
  ])("%j of the service survives being shown and sent back", (live) => {
    const nothing = {
      allowedFromDate: null,
      allowedUntilDate: null,
      allowedWeekDays: null,
      allowedFromTime: null,
      allowedUntilTime: null,
    };
    expect(sentWindow(shownWindow(live))).toEqual({ ...nothing, ...live });
  });

  it.each<[AccessWindow, string]>([
    [
      { allowedFromDate: "2026-02-01T00:00:00Z", allowedUntilDate: "2026-01-01T00:00:00Z" },
      "allowedUntilDate",
    ],
    [
      { allowedFromDate: "2026-02-01T00:00:00Z", allowedUntilDate: "2026-02-01T00:00:00Z" },
      "allowedUntilDate",
    ],
    [{ allowedFromTime: "22:00", allowedUntilTime: "06:00" }, "allowedUntilTime"],
    [{ allowedFromTime: "22:00", allowedUntilTime: "22:00" }, "allowedUntilTime"],
    [{ allowedFromTime: "22:00", allowedUntilTime: "00:00" }, "allowedUntilTime"],
    [{ allowedFromTime: "00:00", allowedUntilTime: "00:00" }, "allowedUntilTime"],
  ])("%j is out of order", (given, field) => {
    expect(windowProblems(given)).toMatchObject([{ field }]);
  });

  it.each<[AccessWindow]>([
    [{}],
    [{ allowedFromTime: "08:00", allowedUntilTime: "16:00" }],
    [{ allowedFromTime: "08:00" }],
    [{ allowedUntilTime: "16:00" }],
    [{ allowedFromTime: "00:00", allowedUntilTime: "24:00" }],
    [{ allowedFromDate: "2026-01-01T00:00:00Z", allowedUntilDate: "2026-02-01T00:00:00Z" }],
  ])("%j is in order", (given) => {
    expect(windowProblems(given)).toEqual([]);
  });

  it("is over after its end, and never without one", () => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    expect(isOver({ allowedUntilDate: "2026-01-01T00:00:00Z" }, now)).toBe(true);
    expect(isOver({ allowedUntilDate: "2026-01-03T00:00:00Z" }, now)).toBe(false);
    expect(isOver({}, now)).toBe(false);
    expect(isOver(closedWindow, now)).toBe(true);
  });
});

describe("a grant", () => {
  const app = { name: "Cleaner", remoteAllowed: true, type: "app", accountUserId: 4001 } as const;
  const code = { name: "Guest", remoteAllowed: false, type: "code", code: 482913 } as const;

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
    expect(sentAtCreation({ ...code, enabled: false, allowedFromTime: "08:00" })).toEqual({
      ...code,
      type: 13,
      allowedFromDate: "2000-01-01T00:00:00.000Z",
      allowedUntilDate: "2000-01-02T00:00:00.000Z",
    });
    expect(sentAtCreation({ ...code, enabled: true })).toEqual({ ...code, type: 13 });
  });

  it("is sent whole at an update, so that nothing is wiped by accident", () => {
    expect(sentAtUpdate({ ...code, enabled: true, allowedWeekDays: weekdays })).toEqual({
      name: "Guest",
      remoteAllowed: false,
      enabled: true,
      code: 482913,
      allowedFromDate: "2000-01-01T00:00:00.000Z",
      allowedUntilDate: null,
      allowedWeekDays: 124,
      allowedFromTime: null,
      allowedUntilTime: null,
    });
  });
});

describe("rights of a sub-account", () => {
  it.each([
    [3, ["manageLocks", "operate"], 3],
    [[], [], 0],
    [["logs", "operate"], ["operate", "logs"], 18],
    [127, accountRights.words, 127],
  ])("%j are %j, and sent as %i", (given, words, bits) => {
    const parsed = accountRights.schema.parse(given);
    expect(parsed).toEqual(words);
    expect(accountRights.numberOf(parsed)).toBe(bits);
  });

  it.each([[128], [-1], [["admin"]], ["operate"]])("%j are none", (given) => {
    expect(accountRights.schema.safeParse(given).success).toBe(false);
  });
});
