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
  const declare = (lock: string, options = "{}"): void =>
    project.program(`
      new smartlock.Address("house", { name: "House of " + ${JSON.stringify(lock)}, smartlockIds: [] });
      new smartlock.Authorization("guest", {
        smartlockId: ${lockId(lock)}, type: "code", name: "Guest", code: 784693, remoteAllowed: false,
      }, ${options});
    `);
  const up = ["up", "--yes", "--skip-preview"] as const;
  /** The resources in the state that wait to be deleted. */
  const condemned = async (): Promise<unknown[]> => {
    const { stdout } = await project.pulumi("stack", "export");
    const { deployment } = JSON.parse(stdout) as { deployment: { resources: { delete?: boolean }[] } };
    return deployment.resources.filter((resource) => resource.delete === true);
  };

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

  it("with deleteBeforeReplace: false, has the new door first, and a later run takes the old one away", async () => {
    simulator.lock(lockId("Front door")).goOffline("pending");
    declare("Office", "{ deleteBeforeReplace: false }");
    const { code, output } = await project.attempt(...up, "--continue-on-error");
    expect(code).not.toBe(0);
    expect(output).toContain("Front door is offline: the door still honours it until the lock is back.");
    expect(doors()).toContain("Office");
    expect(await condemned()).toHaveLength(1);

    simulator.lock(lockId("Front door")).goOnline();
    await project.pulumi(...up);
    expect(doors()).toEqual(["Office"]);
    expect(await condemned()).toEqual([]);
  });

  it("with deleteBeforeReplace: false, takes the old door away after a run that died before it could", async () => {
    declare("Office", "{ deleteBeforeReplace: false }");
    simulator.setFaults([
      { kind: "slow", operation: "DELETE *", count: "always", when: "before", clock: "real", ms: 60_000 },
    ]);
    simulator.clearRequests();
    const isKilled = await project.runUntilKilled({
      command: "up",
      victim: "engine and provider",
      checkpoints: true,
      isTheMoment: () =>
        doors().length === 2 && simulator.requests().some(({ method }) => method === "DELETE"),
    });
    expect(isKilled).toBe(true);
    expect(doors()).toEqual(["Front door", "Office"]);
    simulator.setFaults([]);
    await project.pulumi(...up);
    expect(doors()).toEqual(["Office"]);
    expect(await condemned()).toEqual([]);
  });
});
