import { type Simulator, startSimulator } from "../../simulator";
import { keypadCode } from "../contract/world";
import { Machine, ProviderInProcess } from "../protocol/provider-in-process";
import { type Declared, TestEngine } from "../protocol/test-engine";
import { VirtualTime } from "../protocol/virtual-time";

const CODES = 3;

/** Grants that are written at the same time, and so travel in one request. */
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
      // Those that travel together gather before each attempt; the last one begins before the time is over.
      expect(time.now() - began).toBeLessThan(2 * 20_000);
      const writes = simulator.requests().filter(({ method }) => method !== "GET");
      expect(writes.length).toBeGreaterThan(1);
      expect(writes.length).toBeLessThan(15);
      simulator.clearFaults();
      expect((await time.pass(change(stack))).errors).toEqual({});
    },
  );
});
