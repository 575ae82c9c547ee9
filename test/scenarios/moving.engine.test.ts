import { type Simulator, startSimulator } from "../../simulator";
import { KillableProject } from "../crash/killable-project";

/** A grant that moves to another lock, with Pulumi's own order of deletes and creates. */
describe("moving a grant on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: KillableProject;

  const lockId = (name: string): number =>
    simulator.state().smartlocks.find((lock) => lock.name === name)?.smartlockId ?? 0;
  const doors = (): (string | undefined)[] =>
    simulator
      .state()
      .authorizations.filter(({ name }) => name === "Guest")
      .map(({ smartlockId }) => simulator.state().smartlocks.find((lock) => lock.smartlockId === smartlockId))
      .map((lock) => lock?.name);
  const declare = (lock: string): void =>
    project.program(`
      new smartlock.Address("house", { name: "House of " + ${JSON.stringify(lock)}, smartlockIds: [] });
      new smartlock.Authorization("guest", {
        smartlockId: ${lockId(lock)}, type: "code", name: "Guest", code: 784693, remoteAllowed: false,
      });
    `);
  const up = ["up", "--yes", "--skip-preview"] as const;
  beforeEach(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 20 });
    project = new KillableProject({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    declare("Front door");
    await project.pulumi(...up);
  });

  afterEach(async () => {
    project.remove();
    await simulator.stop();
  });

  it.each([
    ["Office", "Office is offline and could not confirm the new one"],
    ["Front door", "Front door is offline and could not confirm that the old one is gone"],
  ])("waits while %s is offline, also with --continue-on-error, and then moves", async (offline, why) => {
    simulator.lock(lockId(offline)).goOffline("pending");
    declare("Office");
    const { code, output } = await project.attempt(...up, "--continue-on-error");
    expect(code).toBe(1);
    expect(output).toContain(`error: Authorization "Guest" on Front door was not moved to Office: ${why}.`);
    expect(doors()).toEqual(["Front door"]);
    // The rest of the run is done.
    expect(simulator.state().addresses.map(({ name }) => name)).toContain("House of Office");

    simulator.lock(lockId(offline)).goOnline();
    await project.pulumi(...up);
    expect(doors()).toEqual(["Office"]);
    await project.pulumi("preview", "--expect-no-changes");
  });
});
