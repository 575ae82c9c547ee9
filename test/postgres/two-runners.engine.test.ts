import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Simulator, startSimulator } from "../../simulator";
import { type FleetResult, FleetRunner, type RunningFleet } from "../examples/fleet/runner";
import { describeWithPostgres, PASSWORD, PostgresServer } from "./server";

describeWithPostgres("two runners on one stack, with the state in PostgreSQL", () => {
  let server: PostgresServer;
  let simulator: Simulator;
  let first: FleetRunner;
  let second: FleetRunner;

  const writes = () =>
    simulator.requests().flatMap(({ method, operation }) => (method === "GET" ? [] : [operation]));
  /** Waits until a runner is in the middle of its stack: it has sent this many writes, and waits while the clock is held. */
  const inTheMiddle = async (running: RunningFleet, count: number): Promise<void> => {
    let result: FleetResult | undefined;
    void running.ended.then((ended) => (result = ended));
    while (writes().length < count) {
      if (result !== undefined) {
        throw new Error(`It ended too early:\n${result.output}`);
      }
      await pause(20);
    }
  };

  /** Compiling is slow and would give the same result. */
  const copyProgram = (from: FleetRunner, to: FleetRunner): void =>
    cpSync(join(from.folder, ".fleet/program"), join(to.folder, ".fleet/program"), { recursive: true });

  beforeAll(async () => {
    server = new PostgresServer();
    simulator = await startSimulator({ seed: "fleet:8x0x0", settleMs: 50 });
    first = new FleetRunner(simulator, server.backendUrl("fleet"));
    second = new FleetRunner(simulator, server.backendUrl("fleet"));
    await first.npm("--help");
    copyProgram(first, second);
  });

  afterEach(() => {
    simulator.clock.resume();
    simulator.clearFaults();
  });

  afterAll(async () => {
    server.stop();
    await simulator.stop();
    first.remove();
    second.remove();
  });

  it("refuses the second cleanly, and the first loses nothing", async () => {
    simulator.setFaults([{ operation: "PUT /account/user", kind: "slow", ms: 1, count: "always" }]);
    simulator.clock.hold();
    const running = first.start("up", "--sites", "people");
    await inTheMiddle(running, 2);

    const refused = await second.run("up", "--sites", "people");
    expect(refused.output).toMatch(
      /people failed:\n +Another run holds this stack \(its lock was created by .+\)/,
    );
    expect(refused.code).toBe(1);
    expect(writes()).toHaveLength(2);

    simulator.clock.resume();
    const { code, output } = await running.ended;
    expect(output).toContain("1 of 1 stacks succeeded, 0 failed; 2 created");
    expect(code).toBe(0);

    // The objects that the first one created are in the state that the second one now uses.
    const after = await second.run("up", "--sites", "people");
    expect(after.output).toContain("1 of 1 stacks succeeded, 0 failed; no change");
    expect(writes()).toHaveLength(2);
    expect(simulator.state().users).toHaveLength(2);
  });

  it("keeps the stack of a runner that died locked, until it is freed as the message says; then it heals", async () => {
    simulator.clearRequests();
    simulator.clock.hold();
    const dying = first.start("up", "--sites", "mill-lane");
    await inTheMiddle(dying, 2);
    dying.die();
    await dying.ended;
    simulator.clock.resume();

    const refused = await second.run("up", "--sites", "mill-lane");
    expect(refused.output).toContain(
      "`pulumi cancel --stack mill-lane` in .fleet/stacks/mill-lane frees the stack",
    );
    await second.pulumi("mill-lane", "cancel", "--stack", "mill-lane", "--yes");
    const { code, output } = await second.run("up", "--sites", "mill-lane");
    expect(output).toContain("1 of 1 stacks succeeded, 0 failed");
    expect(code).toBe(0);
    const { addresses, authorizations } = simulator.state();
    expect(addresses.map(({ name }) => name)).toEqual(["Mill Lane 12"]);
    expect(authorizations).toHaveLength(2);
    expect(writes().sort()).toEqual(["PUT /address", "PUT /smartlock/auth"]);
  });

  it("shows no password when the server cannot be reached", async () => {
    const lost = new FleetRunner(simulator, server.backendUrl("fleet").replace("@/", "@127.0.0.1:1/"));
    copyProgram(first, lost);
    const { code, output } = await lost.run("preview");
    lost.remove();
    expect(output).toContain("error: unable to open state database");
    expect(output).not.toContain(PASSWORD);
    expect(code).toBe(1);
  });
});
