import type { Authorization } from "../../../provider/api";
import type { LocalTime } from "../../../cli/access/local-time";
import { openingAt } from "../../../cli/access/opening";

// A Thursday.
const AT = Date.parse("2026-12-24T17:00:00Z");
const SINCE = "2026-01-01T00:00:00.000Z";

function local(day: LocalTime["day"], minute: number): LocalTime {
  return { day, minute, words: "" };
}

function opening(grant: Partial<Authorization>, now: LocalTime = local("thu", 18 * 60)) {
  return openingAt({ type: 0, name: "Cleaner", enabled: true, ...grant } as Authorization, AT, now);
}

describe("A grant", () => {
  it("without limits opens at any time", () => {
    expect(opening({})).toEqual({ opens: "yes", why: "always" });
    expect(opening({ allowedFromTime: 0, allowedUntilTime: 0, allowedWeekDays: null })).toMatchObject({
      opens: "yes",
    });
  });

  it.each<[string, Partial<Authorization>, string]>([
    ["is disabled", { enabled: false }, "it is disabled"],
    [
      "has not begun",
      { allowedFromDate: "2026-12-24T17:00:01.000Z" },
      "it has not begun yet (from 2026-12-24T17:00:01Z)",
    ],
    [
      "ends at that moment",
      { allowedUntilDate: "2026-12-24T17:00:00.000Z" },
      "it is over (until 2026-12-24 17:00 UTC)",
    ],
  ])("does not open if it %s", (_title, grant, why) => {
    expect(opening(grant)).toEqual({ opens: "no", why });
  });

  it("opens from the moment at which it begins, and until just before the one at which it ends", () => {
    expect(opening({ allowedFromDate: "2026-12-24T17:00:00.000Z" })).toMatchObject({ opens: "yes" });
    expect(opening({ allowedUntilDate: "2026-12-24T17:00:00.001Z" })).toMatchObject({ opens: "yes" });
  });

  it.each([
    ["mon", 64],
    ["tue", 32],
    ["wed", 16],
    ["thu", 8],
    ["fri", 4],
    ["sat", 2],
    ["sun", 1],
  ] as const)("for %s opens on that day and on no other", (day, bit) => {
    const on = (one: LocalTime["day"]) =>
      opening({ allowedFromDate: SINCE, allowedWeekDays: bit }, local(one, 720)).opens;
    const days = (["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const).filter(
      (one) => on(one) === "yes",
    );
    expect(days).toEqual([day]);
  });

  it.each([
    [479, "no"],
    [480, "yes"],
    [959, "yes"],
    [960, "no"],
  ] as const)("from 08:00 until 16:00, at minute %i of the day: %s", (minute, opens) => {
    const grant = { allowedFromDate: SINCE, allowedFromTime: 480, allowedUntilTime: 960 };
    expect(opening(grant, local("thu", minute))).toMatchObject({ opens });
  });

  it("until the end of the day opens in its last minute", () => {
    const grant = { allowedFromDate: SINCE, allowedFromTime: 1200, allowedUntilTime: 1440 };
    expect(opening(grant, local("thu", 1439))).toMatchObject({ opens: "yes" });
  });

  it("whose limits have no start date opens at any time, because the lock ignores them", () => {
    const grant = { allowedWeekDays: 64, allowedFromTime: 480, allowedUntilTime: 960 };
    expect(opening(grant, local("sun", 0))).toEqual({
      opens: "yes",
      why: "mon 08:00–16:00 without a start date, so always",
    });
  });

  it("says the day in full if it does not open on it", () => {
    expect(opening({ allowedFromDate: SINCE, allowedWeekDays: 64 })).toEqual({
      opens: "no",
      why: "not on a Thursday (mon from 2026-01-01 00:00 UTC)",
    });
  });

  it.each<[string, Partial<Authorization>, string]>([
    [
      "begins on a date that cannot be read",
      { allowedFromDate: "soon" },
      "the date on which it begins cannot be read (from soon)",
    ],
    [
      "ends on a date that cannot be read",
      { allowedUntilDate: "" },
      "the date on which it ends cannot be read (until )",
    ],
    [
      "has days that are not known",
      { allowedFromDate: SINCE, allowedWeekDays: 200 },
      "its days cannot be read (200 from 2026-01-01 00:00 UTC)",
    ],
  ])("that %s may open or not", (_title, grant, why) => {
    expect(opening(grant)).toEqual({ opens: "unclear", why });
  });

  it.each<[string, Partial<Authorization>, string]>([
    ["is over", { allowedFromDate: "soon", allowedUntilDate: "2026-12-24T17:00:00.000Z" }, "it is over"],
    [
      "has not begun",
      { allowedFromDate: "2026-12-24T17:00:01.000Z", allowedUntilDate: "later" },
      "it has not begun yet",
    ],
    ["is disabled", { allowedFromDate: "soon", enabled: false }, "it is disabled"],
    [
      "is not for that day",
      { allowedFromDate: SINCE, allowedUntilDate: "later", allowedWeekDays: 64 },
      "not on a Thursday",
    ],
    [
      "names no day, and is not for that time of day",
      { allowedFromDate: SINCE, allowedWeekDays: 0, allowedFromTime: 480, allowedUntilTime: 960 },
      "not at this time of day",
    ],
  ])("whose other limit cannot be told does not open if it %s", (_title, grant, why) => {
    const found = opening(grant);
    expect(found.opens).toBe("no");
    expect(found.why).toContain(why);
  });

  it.each<[string, Partial<Authorization>, string]>([
    ["names no day", { allowedWeekDays: 0 }, "it names no day, which a lock might read as every day"],
    [
      "names no day, at a time within its window",
      { allowedWeekDays: 0, allowedFromTime: 480, allowedUntilTime: 1200 },
      "it names no day",
    ],
    [
      "names no day and goes over midnight",
      { allowedWeekDays: 0, allowedFromTime: 1320, allowedUntilTime: 360 },
      "it names no day",
    ],
    [
      "goes over midnight",
      { allowedFromTime: 1320, allowedUntilTime: 360 },
      "what a lock does with 22:00 to 06:00 is not documented",
    ],
  ])("that %s may open or not", (_title, grant, why) => {
    const found = opening({ allowedFromDate: SINCE, ...grant });
    expect(found.opens).toBe("unclear");
    expect(found.why).toContain(why);
  });

  it("over midnight may open on its day and on the one after it, and on no other", () => {
    const grant = {
      allowedFromDate: SINCE,
      allowedWeekDays: 1,
      allowedFromTime: 1320,
      allowedUntilTime: 360,
    };
    const on = (day: LocalTime["day"]) => opening(grant, local(day, 120)).opens;
    expect({ sat: on("sat"), sun: on("sun"), mon: on("mon"), tue: on("tue") }).toEqual({
      sat: "no",
      sun: "unclear",
      mon: "unclear",
      tue: "no",
    });
  });
});
