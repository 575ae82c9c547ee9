import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { declareSize, installProgram } from "./bench-program";
import { type Counts, countsOf, GRANTS, PREFLIGHT, sum, without } from "./counts";

/**
 * A small version of the benchmark on the real engine, which decides what can be sent together. List counts are exact.
 * Other counts depend on how fast the engine hands out work (looks while a lock confirms; grants collected for one
 * request). They have a bound, far below one request for each object.
 */
const commands = {
  apply: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

describe("S: 100 authorizations, 10 grants on 10 locks, one resource each", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "fleet:10x10x0", latencyMs: 50, settleMs: 300 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    installProgram(project, "singles");
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    await simulator.stop();
    project.remove();
  });

  /** Runs a phase and returns its requests, by kind. */
  const through = async (phase: keyof typeof commands): Promise<Counts> => {
    const { smartlocks, users } = simulator.state();
    declareSize(project, {
      users: 0,
      smartlockIds: smartlocks.map(({ smartlockId }) => smartlockId),
      accountUserIds: users.map(({ accountUserId }) => accountUserId),
      isChanged: phase === "change" || phase === "destroy",
    });
    simulator.clearRequests();
    await project.pulumi(...commands[phase], "--parallel", "128");
    return countsOf(simulator);
  };

  const creates = ["PUT /smartlock/auth", "PUT /smartlock/{smartlockId}/auth"];
  const updates = ["POST /smartlock/auth", "POST /smartlock/{smartlockId}/auth/{id}"];
  const deletes = ["DELETE /smartlock/auth", "DELETE /smartlock/{smartlockId}/auth/{id}"];

  it("first apply: grants in flight together travel together, and a few looks serve all of them", async () => {
    const counts = await through("apply");
    expect(without(counts, GRANTS, ...creates)).toEqual({ ...PREFLIGHT, "GET /account": 1 });
    expect(sum(counts, ...creates)).toBeGreaterThanOrEqual(10);
    expect(sum(counts, ...creates)).toBeLessThanOrEqual(40);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(25);
  });

  it("unchanged preview: one list of each kind", async () => {
    expect(await through("preview")).toEqual({ ...PREFLIGHT, [GRANTS]: 1 });
  });

  it("refresh: one list of each kind", async () => {
    expect(await through("refresh")).toEqual({ "GET /smartlock": 1, [GRANTS]: 1 });
  });

  it("one window changed on 10 locks: updates in flight together travel together", async () => {
    const counts = await through("change");
    expect(without(counts, GRANTS, ...updates)).toEqual(PREFLIGHT);
    expect(sum(counts, ...updates)).toBeLessThanOrEqual(6);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(12);
  });

  it("destroy: deletes in flight together travel together", async () => {
    const counts = await through("destroy");
    expect(without(counts, GRANTS, ...deletes)).toEqual({ "GET /smartlock": 1 });
    expect(sum(counts, ...deletes)).toBeLessThanOrEqual(20);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(25);
  });
});
