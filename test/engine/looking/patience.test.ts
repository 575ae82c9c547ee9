import { Patience } from "../../../provider/engine/looking/patience";
import { type Simulator, startSimulator } from "../../../simulator";
import { keypadCode } from "../../contract/world";
import { Machine, ProviderInProcess } from "../../protocol/provider-in-process";
import { type Declared, TestEngine } from "../../protocol/test-engine";
import { VirtualTime } from "../../protocol/virtual-time";
import { failures, Shelf } from "../shelf";

const CODES = 3;

/** Grants that are written at the same time, and so are sent in one request. */
describe("Patience with writes that travel together", () => {
  let simulator: Simulator;
  let time: VirtualTime;

  beforeEach(async () => {
    simulator = await startSimulator({ seed: "fleet:3x1x0", clock: "held", settleMs: 100 });
    time = new VirtualTime(simulator);
  });
  afterEach(() => simulator.stop());

  function engine(environment: Readonly<Record<string, string>>): TestEngine<ProviderInProcess> {
    const machine = new Machine(time, {
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      ...environment,
    });
    return new TestEngine(() => Promise.resolve(new ProviderInProcess(machine)));
  }

  function program(fields: object = {}): Declared[] {
    return simulator.state().smartlocks.map(({ smartlockId }, n) => ({
      type: "Authorization",
      name: `code-${n}`,
      inputs: {
        smartlockId,
        type: 13,
        name: "Code",
        code: keypadCode(n),
        remoteAllowed: false,
        ...fields,
      },
    }));
  }

  it("gives a lock its whole settle time from when the service accepted, however long the writes gathered", async () => {
    const stack = engine({ SMARTLOCK_SETTLE_TIMEOUT: "0.3" });
    expect((await time.pass(stack.up(program()))).errors).toEqual({});
    expect((await time.pass(stack.up(program({ allowedFromTime: 480 })))).errors).toEqual({});
    expect(stack.state.size).toBe(CODES);
    expect((await time.pass(stack.destroy())).errors).toEqual({});
    expect(simulator.state().authorizations).toEqual([]);
  });

  it.each([
    ["deletes", "DELETE *", (stack: TestEngine<ProviderInProcess>) => stack.destroy()],
    [
      "updates",
      "POST *",
      (stack: TestEngine<ProviderInProcess>) => stack.up(program({ allowedFromTime: 480 })),
    ],
  ] as const)(
    "tries %s again no longer than one operation may take, and ever more slowly",
    async (_words, operation, change) => {
      const stack = engine({ SMARTLOCK_TIMEOUT: "20" });
      expect((await time.pass(stack.up(program()))).errors).toEqual({});
      simulator.clearRequests();
      simulator.setFaults([{ kind: "error", status: 500, operation, count: "always" }]);
      const began = time.now();
      const { errors } = await time.pass(change(stack));
      expect(Object.keys(errors)).toHaveLength(CODES);
      // Shared requests collect their writes before each attempt; the last attempt begins before the time is over.
      expect(time.now() - began).toBeLessThan(2 * 20_000);
      const writes = simulator.requests().filter(({ method }) => method !== "GET");
      expect(writes.length).toBeGreaterThan(1);
      expect(writes.length).toBeLessThan(15);
      simulator.clearFaults();
      expect((await time.pass(change(stack))).errors).toEqual({});
    },
  );
});

describe("Patience", () => {
  const patient = (): { shelf: Shelf; patience: Patience } => {
    const shelf = new Shelf({}, { SMARTLOCK_TIMEOUT: "3" });
    return { shelf, patience: new Patience(shelf.session, { settleTimeout: 2 }) };
  };

  it.each([
    ["a busy device", 1_999, true, failures.busy],
    ["a busy device", 2_000, false, failures.busy],
    ["a lost answer", 2_999, true, failures.lost],
    ["a lost answer", 3_000, false, failures.lost],
    ["an answer lost more than once", 0, false, failures.lostTwice],
    ["anything else", 0, false, failures.invalid],
  ])("with %s after %s ms: %s", async (_words, passedMs, expected, error) => {
    const { shelf, patience } = patient();
    await shelf.clock.sleep(passedMs);
    expect(patience.allows(error)).toBe(expected);
  });

  it.each([
    [0, 2_000],
    [500, 1_500],
    [2_000, 0],
    [9_000, 0],
  ])("has, after %s ms, %s ms left for a busy device", async (passedMs, restMs) => {
    const { shelf, patience } = patient();
    await shelf.clock.sleep(passedMs);
    expect(patience.restMs).toBe(restMs);
  });

  it("pauses ever longer, and at the most five seconds", async () => {
    const { shelf, patience } = patient();
    const pauses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const began = shelf.clock.now();
      await patience.pause();
      pauses.push(Math.round(shelf.clock.now() - began));
    }
    expect(pauses).toEqual([200, 300, 450, 675, 1013, 1519, 2278, 3417, 5000, 5000, 5000]);
  });
});
