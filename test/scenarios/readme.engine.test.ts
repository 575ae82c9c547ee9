import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

type Lock = ReturnType<Simulator["state"]>["smartlocks"][number];

function hasKeypad({ config }: Lock): boolean {
  return config.keypadPaired === true || config.keypad2Paired === true;
}

const readme = readFileSync(join(resolve(__dirname, "../.."), "README.md"), "utf8");

/** The programs of the README that use the resources, in their order. */
const programs = [...readme.matchAll(/```ts\n(.*?)```/gs)]
  .map(([, code = ""]) => code)
  .filter((code) => code.includes('from "pulumi-smartlock"'));

/** Pulumi's older template: no modern module resolution, and every declaration of every package is checked. */
const OLD_TEMPLATE = {
  compilerOptions: {
    strict: true,
    outDir: "bin",
    target: "es2016",
    module: "commonjs",
    moduleResolution: "node",
    sourceMap: true,
    experimentalDecorators: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
  files: ["index.ts"],
};

describe("The programs of the README, in a project of Pulumi's older template,", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    project.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
    project.write("tsconfig.json", JSON.stringify(OLD_TEMPLATE));
    await project.pulumi("stack", "init", "test");
    await project.pulumi("config", "set", "--secret", "cleanersCode", "593174");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  /** Applies a program, and takes it away again after the test has looked. */
  async function applied(program: string | undefined, look: (output: string) => void): Promise<void> {
    project.write("index.ts", program ?? "");
    const { output } = await project.pulumi("up", "--yes", "--skip-preview");
    look(output);
    await project.pulumi("destroy", "--yes", "--skip-preview");
  }

  it("are three", () => {
    expect(programs).toHaveLength(3);
  });

  it("give the cleaner the front door in working hours", async () => {
    await applied(programs[0], () => {
      const [grant] = simulator.state().authorizations.filter(({ name }) => name === "Cleaner");
      expect(grant).toMatchObject({ allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 960 });
    });
  });

  it("give a code to every door with a keypad", async () => {
    await applied(programs[1], () => {
      const { authorizations, smartlocks } = simulator.state();
      const withKeypad = smartlocks.filter(hasKeypad).map(({ smartlockId }) => smartlockId);
      const doors = authorizations
        .filter(({ name }) => name === "Cleaners")
        .map(({ smartlockId }) => smartlockId);
      expect(withKeypad.length).toBeGreaterThan(0);
      expect(doors.sort()).toEqual(withKeypad.sort());
    });
  });

  it("make an address for each lock with a keypad", async () => {
    await applied(programs[2], (output) => {
      const { addresses, smartlocks } = simulator.state();
      const names = addresses.map(({ name }) => name);
      const made = smartlocks.filter(({ name }) => names.includes(name)).map(({ name }) => name);
      const withKeypad = smartlocks.filter(hasKeypad);
      expect(withKeypad.length).toBeGreaterThan(0);
      expect(made).toEqual(withKeypad.map(({ name }) => name));
      expect(output).toContain("doors");
    });
  });
});
