import type { Authorization } from "../../provider/api";
import { isOver, windowProblems } from "../../provider/resources/authorization/access-window";
import { authorizationBulk } from "../../provider/resources/authorization/authorization-bulk";
import { shownGrant } from "../../provider/resources/authorization/grant";
import "../protocol/passing-time";
import { keypadCode, locks, World } from "../contract/world";

const live: Authorization = {
  id: "5f1a2b3c4d5e6f7081920a0b",
  smartlockId: locks.front,
  type: 13,
  name: "Guest",
  enabled: true,
  remoteAllowed: false,
};

/** Other ways to write 2096-01-10T08:00:00.000Z. */
const sameMoment = [
  "2096-01-10T08:00:00Z",
  "2096-01-10T08:00:00.000000Z",
  "2096-01-10T08:00:00+00:00",
  "2096-01-10T10:00:00+02:00",
  "2096-01-09T22:00:00.000-10:00",
];

describe("a date of the service", () => {
  it.each(sameMoment)("%s is a moment, not a text", (text) => {
    const shown = shownGrant({ ...live, allowedFromDate: text, allowedUntilDate: text });
    expect(shown.allowedFromDate).toBe("2096-01-10T08:00:00Z");
    expect(shown.allowedUntilDate).toBe("2096-01-10T08:00:00Z");
  });

  it.each([
    [null, undefined],
    [undefined, undefined],
    ["", ""],
    ["never", "never"],
  ])("%j is shown as %j", (text, shown) => {
    expect(shownGrant({ ...live, allowedUntilDate: text }).allowedUntilDate).toBe(shown);
  });

  it.each(sameMoment)("%s is over when its moment has come, whatever its text", (text) => {
    const moment = Date.parse("2096-01-10T08:00:00Z");
    expect(isOver({ allowedUntilDate: text }, moment - 1)).toBe(false);
    expect(isOver({ allowedUntilDate: text }, moment)).toBe(false);
    expect(isOver({ allowedUntilDate: text }, moment + 1)).toBe(true);
  });

  it.each(sameMoment)("%s is before what comes later, and not before itself", (text) => {
    const problems = (allowedUntilDate: string) =>
      windowProblems({ allowedFromDate: text, allowedUntilDate });
    expect(problems("2096-01-10T08:00:00.001Z")).toEqual([]);
    expect(problems("2096-01-10T08:00:00.000Z")).toEqual([
      { field: "allowedUntilDate", reason: "must be after allowedFromDate" },
    ]);
  });

  it.each(sameMoment)(
    "%s in an account makes no difference to a program that says it otherwise",
    async (text) => {
      const world = await World.start();
      try {
        const program = [
          {
            type: "Authorization",
            name: "guest",
            inputs: {
              smartlockId: locks.front,
              type: 13,
              name: "Guest",
              code: keypadCode(1),
              remoteAllowed: false,
              allowedUntilDate: "2096-01-10T08:00:00.000Z",
            },
          },
        ];
        expect((await world.engine.up(program)).errors).toEqual({});
        world.outside(({ authorizations }) =>
          authorizations
            .filter(({ code }) => code === keypadCode(1))
            .forEach((record) => (record.allowedUntilDate = text)),
        );
        expect(await world.engine.preview(program)).toMatchObject({ steps: { guest: "same" }, output: "" });
      } finally {
        await world.stop();
      }
    },
  );
});

describe("creates that travel in one request", () => {
  const grant = {
    smartlockId: locks.front,
    name: "Guest",
    remoteAllowed: false,
    type: "code" as const,
    accountUserId: 4001,
    code: keypadCode(5),
    smartActionsEnabled: false,
    allowedFromDate: "2026-01-10T08:00:00.000Z",
    allowedUntilDate: "2096-01-10T08:00:00.000Z",
    allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] as ("mon" | "tue" | "wed" | "thu" | "fri")[],
    allowedFromTime: "08:00",
    allowedUntilTime: "16:00",
  };

  it.each<[string, Partial<typeof grant> | object]>([
    ["name", { name: "Other" }],
    ["remoteAllowed", { remoteAllowed: true }],
    ["type", { type: "app" }],
    ["accountUserId", { accountUserId: 4002 }],
    ["code", { code: keypadCode(6) }],
    ["smartActionsEnabled", { smartActionsEnabled: true }],
    ["allowedFromDate", { allowedFromDate: "2026-01-10T08:00:00.001Z" }],
    ["allowedUntilDate", { allowedUntilDate: "2096-01-10T08:00:00.001Z" }],
    ["no allowedUntilDate", { allowedUntilDate: undefined }],
    ["allowedWeekDays", { allowedWeekDays: ["mon"] }],
    ["allowedFromTime", { allowedFromTime: "08:01" }],
    ["allowedUntilTime", { allowedUntilTime: "16:01" }],
    ["enabled", { enabled: false }],
  ])("do not differ in %s", (_field, other) => {
    expect(authorizationBulk.sameCreate({ ...grant, ...other })).not.toBe(
      authorizationBulk.sameCreate(grant),
    );
  });

  it("differ in their lock alone", () => {
    const elsewhere = authorizationBulk.sameCreate({ ...grant, smartlockId: locks.office });
    expect(elsewhere).toBe(authorizationBulk.sameCreate(grant));
  });

  it("leave two guests with two ends what each was given", async () => {
    const world = await World.start();
    try {
      const ends = { [locks.front]: "2096-01-10T08:00:00.000Z", [locks.office]: "2097-01-10T08:00:00.000Z" };
      const program = Object.entries(ends).map(([lock, allowedUntilDate]) => ({
        type: "Authorization",
        name: `guest ${lock}`,
        inputs: { ...grant, accountUserId: undefined, smartlockId: Number(lock), allowedUntilDate },
      }));
      expect((await world.engine.up(program)).errors).toEqual({});
      // sent together they would first have the same end, and be corrected afterwards
      expect(world.writes().sort()).toEqual(
        [locks.front, locks.office].map((lock) => `PUT /smartlock/${lock}/auth`).sort(),
      );
      const made = world.simulator.state().authorizations.filter(({ code }) => code === grant.code);
      expect(
        Object.fromEntries(made.map(({ smartlockId, allowedUntilDate }) => [smartlockId, allowedUntilDate])),
      ).toEqual(ends);
    } finally {
      await world.stop();
    }
  });
});
