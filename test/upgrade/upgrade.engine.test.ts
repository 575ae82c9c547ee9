import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { version } from "../../package.json";
import { registry } from "../../provider/resources";
import { Project } from "../pulumi/project";

/**
 * For each released version a folder with a program of every kind, the stack's state as that version wrote it, and the
 * account it belongs to. The code of today must go on from there without a word. `SMARTLOCK_RECORD=1` records the
 * version at hand from the newest program.
 */
const versions = readdirSync(__dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

interface Exported {
  readonly deployment: { readonly resources: readonly { readonly type: string }[] };
}

const file = (folder: string, name: string) => join(__dirname, folder, name);
const read = (folder: string, name: string) => readFileSync(file(folder, name), "utf8");

/** Where in the program a resource stands is a path of the machine that recorded it. */
function withoutPositions(exported: string): string {
  const dropped = ["sourcePosition", "stackTrace"];
  const kept: unknown = JSON.parse(exported, (key, value: unknown) =>
    dropped.includes(key) ? undefined : value,
  );
  return `${JSON.stringify(kept, null, 2)}\n`;
}

function projectOn(simulator: Simulator, folder: string): Project {
  const project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  project.write("index.js", read(folder, "program.js"));
  return project;
}

if (process.env["SMARTLOCK_RECORD"] === "1") {
  describe("recording", () => {
    it(`records version ${version}`, async () => {
      const simulator = await startSimulator({ seed: "demo", settleMs: 50 });
      const latest = versions.at(-1) ?? version;
      const project = projectOn(simulator, latest);
      await project.pulumi("stack", "init", "test");
      await project.pulumi("up", "--yes", "--skip-preview");
      mkdirSync(join(__dirname, version), { recursive: true });
      writeFileSync(file(version, "program.js"), read(latest, "program.js"));
      writeFileSync(
        file(version, "stack.json"),
        withoutPositions((await project.pulumi("stack", "export")).stdout),
      );
      writeFileSync(file(version, "account.json"), `${JSON.stringify(simulator.state(), null, 2)}\n`);
      project.remove();
      await simulator.stop();
    });
  });
}

describe("old state", () => {
  it(`is kept for version ${version}, of every kind`, () => {
    expect(existsSync(file(version, "stack.json"))).toBe(true);
    const { resources } = (JSON.parse(read(version, "stack.json")) as Exported).deployment;
    for (const type of Object.keys(registry)) {
      expect(resources.map((resource) => resource.type)).toContain(`pulumi-nodejs:dynamic/smartlock:${type}`);
    }
  });

  it.each(versions)(
    "of version %s is previewed silently, refreshed and destroyed",
    async (recorded) => {
      const state = JSON.parse(read(recorded, "account.json")) as AccountState;
      const simulator = await startSimulator({ state, now: new Date(state.savedAt ?? 0), settleMs: 50 });
      const project = projectOn(simulator, recorded);
      try {
        await project.pulumi("stack", "init", "test");
        await project.pulumi("stack", "import", "--file", file(recorded, "stack.json"));
        await project.pulumi("preview", "--expect-no-changes");
        await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
        await project.pulumi("preview", "--expect-no-changes");
        simulator.clearRequests();
        await project.pulumi("destroy", "--yes", "--skip-preview");
        const { resources } = (JSON.parse(read(recorded, "stack.json")) as Exported).deployment;
        const managed = resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/smartlock:"));
        const deletes = simulator.requests().filter(({ method }) => method === "DELETE");
        expect(deletes).toHaveLength(managed.length);
      } finally {
        project.remove();
        await simulator.stop();
      }
    },
    180_000,
  );
});
