import type { Simulator } from "../../simulator";
import "../protocol/passing-time";
import { startService } from "../protocol/under-test";
import { type Declared, engineOf, type TestEngine } from "../protocol/test-engine";

/** Authorizations are listed lock by lock or all together, whichever costs less. */
describe("Lists of authorizations", () => {
  let simulator: Simulator;

  afterEach(() => simulator.stop());

  const start = async (seed: `fleet:${string}`): Promise<TestEngine> => {
    simulator = await startService({ seed });
    return engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  };
  const guests = (locks: number): Declared[] =>
    simulator
      .state()
      .smartlocks.slice(0, locks)
      .map(({ smartlockId }, n) => ({
        type: "Authorization",
        name: `guest ${n}`,
        inputs: { smartlockId, name: "Guest", type: 13, code: 482913, remoteAllowed: false },
      }));
  const lists = (): string[] =>
    simulator
      .requests()
      .filter(({ method, path }) => method === "GET" && path.endsWith("/auth"))
      .map(({ path }) => path);

  it("are those of the one lock that matters, of many in the account", async () => {
    const engine = await start("fleet:50x2x100");
    const [guest] = guests(1);
    const program = guest === undefined ? [] : [guest];
    expect((await engine.up(program)).errors).toEqual({});
    simulator.clearRequests();
    expect((await engine.preview(program)).steps).toEqual({ "guest 0": "same" });
    expect((await engine.destroy()).errors).toEqual({});
    const ofLock = `/smartlock/${simulator.state().smartlocks[0]?.smartlockId}/auth`;
    expect(new Set(lists())).toEqual(new Set([ofLock]));
    expect(simulator.state().authorizations).toHaveLength(100);
  });

  it("prove nothing about the one lock that matters where the service says that there is no list of it", async () => {
    const engine = await start("fleet:50x2x100");
    const program = guests(1);
    expect((await engine.up(program)).errors).toEqual({});
    simulator.clock.advance(3_600_000);
    simulator.setFaults([
      { kind: "error", status: 404, operation: "GET /smartlock/{smartlockId}/auth", count: "always" },
    ]);
    const failed = { "guest 0": expect.stringContaining("404") as string };
    expect((await engine.preview(program)).errors).toEqual(failed);
    expect((await engine.refresh()).errors).toEqual(failed);
    expect(engine.state.size).toBe(1);
  });

  it("are the whole one, once, where the program has more than a few locks", async () => {
    const engine = await start("fleet:50x2x100");
    const program = guests(30);
    expect((await engine.up(program)).errors).toEqual({});
    simulator.clearRequests();
    expect(new Set(Object.values((await engine.preview(program)).steps))).toEqual(new Set(["same"]));
    expect(lists()).toHaveLength(5);
    expect(lists().filter((path) => path === "/smartlock/auth")).toHaveLength(1);
  });

  it("are the whole one, once, in a small account", async () => {
    const engine = await start("fleet:10x2x20");
    const program = guests(3);
    expect((await engine.up(program)).errors).toEqual({});
    simulator.clearRequests();
    await engine.preview(program);
    expect(lists()).toEqual(["/smartlock/auth"]);
  });
});
