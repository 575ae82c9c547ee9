import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { Doors, grants, keypadCode, set } from "./doors";

const otherCode = 739_164;

describe.each(["of one door", "of a set"])("A change %s that an offline lock has not confirmed", (where) => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
  });

  afterEach(() => doors.stop());

  const declared = (inputs: Bag): Declared[] =>
    where === "of a set"
      ? [set("cleaners", { ...inputs, smartlockIds: [doors.id(0)] })]
      : [{ type: "Authorization", name: "cleaners", inputs: { ...inputs, smartlockId: doors.id(0) } }];

  it.each([
    ["its hours", { allowedUntilTime: 1380 }, {}],
    ["its code", { code: otherCode }, {}],
    ["its hours, where the user waits for nothing", { allowedUntilTime: 1380 }, { waitFor: "accepted" }],
    ["its hours, after a refresh", { allowedUntilTime: 1380 }, { refresh: true }],
  ] as const)("is not called done where the program takes it back: %s", async (_what, change, how) => {
    const { refresh, ...steering } = { refresh: false, ...how };
    const before = declared({ ...grants.code, ...steering });
    await doors.engine.up(before);
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    await doors.engine.up(declared({ ...grants.code, ...change, ...steering }));
    if (refresh) {
      await doors.engine.refresh();
    }
    const { steps, errors, output } = await doors.engine.up(before);
    expect(steps).toEqual({ cleaners: "failed" });
    expect(errors["cleaners"]).toContain("offline");
    expect(output).toContain("a change that was sent before has not reached the lock, which is offline");
    lock.goOnline();
    await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
    expect((await doors.engine.up(before)).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toMatchObject([{ code: keypadCode, allowedUntilTime: 960 }]);
    expect((await doors.engine.preview(before)).steps).toEqual({ cleaners: "same" });
  });
});
