import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

const example = resolve(__dirname, "../../examples/rental-property");

/** The example as a user runs it: in TypeScript, with its secrets in the stack's configuration. */
describe("examples/rental-property", () => {
  let simulator: Simulator;
  let project: Project;

  const codes = () =>
    simulator
      .state()
      .authorizations.filter(({ type, name }) => type === 13 && name.startsWith("Guest"))
      .map(({ name, code, allowedUntilDate }) => ({ name, code, allowedUntilDate }));

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    project = new Project({
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      // Its types are checked with those of the project.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    });
    for (const file of ["Pulumi.yaml", "package.json", "tsconfig.json", "index.ts", "guests.json"]) {
      copyFileSync(join(example, file), join(project.folder, file));
    }
    await project.pulumi("stack", "init", "test");
    await project.pulumi("config", "set", "--secret", "cleanerCode", "731946");
    const guestCodes = JSON.stringify({ "Guest A": 468375, "Guest B": 593847 });
    await project.pulumi("config", "set", "--secret", "guestCodes", guestCodes);
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("is applied", async () => {
    const before = simulator.state();
    const up = await project.pulumi("up", "--yes", "--skip-preview");
    expect(up.output).toContain("11 created");
    expect(up.output).not.toMatch(/731946|468375|593847/);
    const after = simulator.state();
    expect(after.addresses).toHaveLength(before.addresses.length + 1);
    expect(after.addressUnits).toHaveLength(before.addressUnits.length + 2);
    expect(after.webhooks).toHaveLength(before.webhooks.length + 1);
    expect(after.notifications).toHaveLength(before.notifications.length + 1);
    expect(codes()).toEqual(
      expect.arrayContaining([
        { name: "Guest A", code: 468375, allowedUntilDate: "2030-06-08T08:00:00.000Z" },
        { name: "Guest B", code: 593847, allowedUntilDate: "2030-06-15T08:00:00.000Z" },
      ]),
    );
  });

  it("is silent when nothing changed", async () => {
    await project.pulumi("preview", "--expect-no-changes");
  });

  it("lets a guest stay longer", async () => {
    const file = join(project.folder, "guests.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("2030-06-08T10:00:00", "2030-06-08T14:00:00"));
    const up = await project.pulumi("up", "--yes", "--skip-preview");
    expect(up.output).toContain("1 updated");
    expect(codes()).toContainEqual({
      name: "Guest A",
      code: 468375,
      allowedUntilDate: "2030-06-08T12:00:00.000Z",
    });
  });

  it("goes without a trace", async () => {
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(codes()).toEqual([]);
    expect(simulator.state().addresses.map(({ name }) => name)).not.toContain("Lake house");
  });
});
