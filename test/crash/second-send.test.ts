import { type Simulator, startSimulator } from "../../simulator";
import { Machine, ProviderInProcess } from "../protocol/provider-in-process";
import { type Declared, TestEngine } from "../protocol/test-engine";
import { VirtualTime } from "../protocol/virtual-time";

const FRONT = 17_698_070_561;

describe("a create that was lost, was sent a second time, and whose run died then", () => {
  let simulator: Simulator;
  let time: VirtualTime;
  let engine: TestEngine<ProviderInProcess>;

  beforeEach(async () => {
    // The lock is slow, but finishes a sync and the create within the settle time of 120 s.
    simulator = await startSimulator({ seed: "demo", clock: "held", settleMs: 50_000 });
    time = new VirtualTime(simulator);
    const environment = { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url };
    const machine = new Machine(time, environment);
    engine = new TestEngine(() => Promise.resolve(new ProviderInProcess(machine)));
  });

  afterEach(() => simulator.stop());

  const program: Declared[] = [
    {
      type: "Authorization",
      name: "Guest",
      inputs: { smartlockId: FRONT, accountUserId: 4003, name: "Guest", remoteAllowed: false },
    },
  ];

  const creates = () =>
    simulator.requests().filter(({ method, path }) => method === "PUT" && /\/auth$/.test(path));

  it("is waited for from the second time on, and not sent a third time", async () => {
    simulator.setFaults([{ kind: "drop", operation: "PUT /smartlock/{smartlockId}/auth" }]);
    const state = simulator.state();
    state.behaviour.listedAfter = 1;
    simulator.setState(state);
    await time.pass(
      engine.up(program, async (provider) => {
        while (!creates().some(({ status }) => status === 204)) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        provider.kill();
      }),
    );
    expect(creates()).toHaveLength(2);
    engine.state.clear();

    const { errors } = await time.pass(engine.up(program));
    expect(errors).toEqual({});
    expect(creates()).toHaveLength(2);
    const guests = simulator.state().authorizations.filter(({ name }) => name === "Guest");
    expect(guests).toHaveLength(1);
  });
});
