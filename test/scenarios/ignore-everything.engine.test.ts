import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { writesTo } from "./one-of-every-kind";

/** Pulumi then puts the old inputs in the place of the new ones. */
describe("a resource that ignores all changes, on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  const declare = (allowedUntilTime: string, options: string): void =>
    project.program(`
      const lock = smartlock.getSmartlock({ name: "Front door" });
      new smartlock.Authorization("guest", {
        smartlockId: lock, name: "Guest", type: "code", code: 593824, remoteAllowed: false,
        allowedUntilTime: "${allowedUntilTime}", waitFor: "accepted",
      }, ${options});
    `);

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 20 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    declare("16:00", "{}");
    await project.pulumi("up", "--yes", "--skip-preview");
    simulator.clearRequests();
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it.each(["*", "[*]"])("stays as it is: %s", async (path) => {
    declare("17:00", `{ ignoreChanges: ["${path}"] }`);
    await project.pulumi("preview", "--expect-no-changes");
    await project.pulumi("up", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    expect(writesTo(simulator)).toEqual([]);
  });

  it("cannot be told from an import if a transform does it, and says what to do", async () => {
    declare(
      "17:00",
      `{ transforms: [({ props, opts }) => ({ props, opts: { ...opts, ignoreChanges: ["*"] } })] }`,
    );
    const { code, output } = await project.attempt("preview");
    expect(code).not.toBe(0);
    expect(output).toContain(
      'If you are not importing, a transform in your program sets ignoreChanges to "*": let it list the fields.',
    );
  });
});
