import "../protocol/passing-time";
import { locks, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

const grant = { type: "code", name: "Cleaner", code: 593847, remoteAllowed: false };
const limits = { allowedFromTime: "08:00", allowedUntilTime: "16:00", allowedWeekDays: ["mon"] };

describe("Values that the program ignores", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  it("are not refused, whatever somebody else has set, also after a refresh", async () => {
    const program: Declared[] = [
      {
        type: "Authorization",
        name: "one",
        inputs: { ...grant, ...limits, smartlockId: locks.front },
        ignoreChanges: ["name", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
      },
      {
        type: "AuthorizationSet",
        name: "set",
        inputs: { ...grant, ...limits, smartlockIds: [locks.office] },
        ignoreChanges: ["name", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
      },
      {
        type: "SubAccount",
        name: "desk",
        inputs: {
          email: "desk@example.com",
          password: "an-invented-password-1",
          language: "en",
          name: "Desk",
          rights: ["operate"],
        },
        ignoreChanges: ["rights"],
      },
    ];
    expect((await world.engine.up(program)).errors).toEqual({});
    world.outside((state) => {
      for (const live of state.authorizations.filter(({ code }) => code === grant.code)) {
        Object.assign(live, { name: "C".repeat(40), allowedWeekDays: 0, allowedUntilTime: 1500 });
      }
      state.subAccounts.forEach((live) => Object.assign(live, { rights: 4098 }));
    });
    expect((await world.engine.refresh()).errors).toEqual({});
    const { errors, steps } = await world.engine.preview(program);
    expect({ errors, steps }).toEqual({ errors: {}, steps: { one: "same", set: "same", desk: "same" } });
    world.simulator.clearRequests();
    expect((await world.engine.up(program)).errors).toEqual({});
    expect(world.writes()).toEqual([]);
  });
});
