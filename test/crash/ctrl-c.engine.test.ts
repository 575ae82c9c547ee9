import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  oneOfEveryKind,
  writesTo,
} from "../scenarios/one-of-every-kind";
import { KillableProject } from "./killable-project";
import { until } from "./until";
import { unmanaged } from "./unmanaged";

describe("Ctrl-C", () => {
  let simulator: Simulator;
  let project: KillableProject;
  let before: AccountState;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", latencyMs: 10, settleMs: 50 });
    before = simulator.state();
    project = new KillableProject({
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      SMARTLOCK_SETTLE_TIMEOUT: "20",
    });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    await simulator.stop();
    project.remove();
  });

  const made = () => madeSince(before, simulator.state());

  const given = () => Object.values(idsOf(made())).flat().map(String).sort();
  const recorded = () =>
    project
      .savedResources()
      .map(({ id = "" }) => id.split("/").at(-1) ?? "")
      .sort();

  /** Interrupts a run while the service or the locks are still working for it. */
  async function interrupted(program: string, times: 1 | 2, isTheMoment: () => boolean): Promise<number> {
    project.program(program);
    simulator.clearRequests();
    const run = project.start("up", "--yes", "--skip-preview");
    await until(isTheMoment);
    simulator.clock.hold();
    project.interrupt(run);
    await until(() => run.said().includes("^C received"));
    if (times === 2) {
      project.interrupt(run);
      await run.ended;
    }
    simulator.clock.resume();
    return (await run.ended).code;
  }

  async function expectHealed(): Promise<void> {
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(eachOnce());
    expect(recorded()).toEqual(given());
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));
    await project.pulumi("preview", "--expect-no-changes");
  }

  const program = (name: string): string =>
    oneOfEveryKind({
      args: {
        desk: { adopt: "always", name },
        cleaner: { name },
        app: { name },
        hook: { webhookUrl: `https://hooks.example.com/${name}` },
        attic: { name },
      },
    });

  it("twice: the run ends at once; the next up finds what was under way, and does nothing twice", async () => {
    const aGrantIsAskedFor = () => writesTo(simulator).some((write) => write.endsWith("/auth"));
    expect(await interrupted(program("May"), 2, aGrantIsAskedFor)).not.toBe(0);
    await expectHealed();
  });

  it("once: what is under way ends and is recorded; the next up does the rest", async () => {
    expect(await interrupted(program("June"), 1, () => writesTo(simulator).length >= 2)).not.toBe(0);
    expect(recorded()).toEqual(given());
    await expectHealed();
  });
});
