import "../protocol/passing-time";
import { locks, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

const grant = { type: "code", name: "Cleaner", code: 593847, remoteAllowed: false };
const limits = { allowedFromTime: "08:00", allowedWeekDays: ["mon"] };

describe("A window of which the program ignores a part", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  it.each([
    [["allowedFromTime"]],
    [["allowedUntilTime"]],
    [["allowedWeekDays"]],
    [["allowedFromDate"]],
    [["allowedFromDate", "allowedWeekDays", "allowedFromTime"]],
  ])("is unchanged where nobody changes anything: %j", async (ignoreChanges) => {
    const program: Declared[] = [
      {
        type: "Authorization",
        name: "one",
        inputs: { ...grant, ...limits, smartlockId: locks.front },
        ignoreChanges,
      },
      {
        type: "AuthorizationSet",
        name: "set",
        inputs: { ...grant, ...limits, smartlockIds: [locks.office] },
        ignoreChanges,
      },
    ];
    expect((await world.engine.up(program)).errors).toEqual({});
    const { errors, steps, output } = await world.engine.preview(program);
    expect({ errors, steps, output }).toEqual({
      errors: {},
      steps: { one: "same", set: "same" },
      output: "",
    });
  });

  it("is told with the part that stays", async () => {
    const one = (allowedUntilTime: string): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { ...grant, ...limits, allowedUntilTime, smartlockId: locks.front },
      ignoreChanges: ["allowedWeekDays"],
    });
    await world.engine.up([one("16:00")]);
    expect((await world.engine.preview([one("17:00")])).output).toBe(
      "Cleaner: Front door, mon 08:00–17:00 (was 08:00–16:00).\n",
    );
  });
});
