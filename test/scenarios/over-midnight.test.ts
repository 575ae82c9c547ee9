import "../protocol/passing-time";
import type { Simulator } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import { type Declared, engineOf, type TestEngine } from "../protocol/test-engine";
import { startService } from "../protocol/under-test";

const evening = { allowedFromTime: "22:00", allowedUntilTime: "24:00" };
const morning = { allowedFromTime: "00:00", allowedUntilTime: "06:00" };
const overMidnight = { allowedFromTime: "22:00", allowedUntilTime: "06:00" };

/** The advice in the refusal can be followed, for each type. */
describe("a night from 22:00 to 06:00", () => {
  let simulator: Simulator;
  let engine: TestEngine;
  const accountUserId = 4001;

  const grant = (name: string, fields: Bag): Declared => ({
    type: "Authorization",
    name,
    inputs: { smartlockId: 17698070561, remoteAllowed: false, name, ...fields },
  });

  beforeEach(async () => {
    simulator = await startService({ seed: "demo" });
    simulator.setState({ ...simulator.state(), authorizations: [] });
    engine = engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  });
  afterEach(() => simulator.stop());

  it.each<[string, Bag, string, [Bag, Bag]]>([
    [
      "a code",
      { type: "code", code: 593824 },
      "declare two different keypad codes",
      [
        { type: "code", code: 593824 },
        { type: "code", code: 593825 },
      ],
    ],
    [
      "a fob",
      { type: "fob", accountUserId },
      "declare two fobs with different names",
      [
        { type: "fob", accountUserId },
        { type: "fob", accountUserId },
      ],
    ],
    [
      "the app",
      { accountUserId },
      'declare a keypad code (type "code") for the hours after that',
      [{ accountUserId }, { type: "code", code: 593824 }],
    ],
  ])("by %s", async (_words, wanted, advice, [first, second]) => {
    const refused = await engine.preview([grant("Night", { ...wanted, ...overMidnight })]);
    expect(refused.errors["Night"]).toContain(advice);
    const night = [grant("Evening", { ...first, ...evening }), grant("Morning", { ...second, ...morning })];
    expect((await engine.up(night)).errors).toEqual({});
    const held = simulator
      .state()
      .authorizations.toSorted((left, right) => left.name.localeCompare(right.name));
    expect(held.map(({ allowedFromTime, allowedUntilTime }) => [allowedFromTime, allowedUntilTime])).toEqual([
      [22 * 60, 24 * 60],
      [0, 6 * 60],
    ]);
    expect(Object.values((await engine.preview(night)).steps)).toEqual(["same", "same"]);
  });
});
