import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { fault } from "../../simulator/faults";
import { startSimulator } from "../../simulator";
import { blocksOf } from "../markdown";
import { packageFolder } from "../pulumi/from-setup";
import { Project } from "../pulumi/project";

const guide = readFileSync(resolve(__dirname, "../../docs/guides/simulator.md"), "utf8");
const [command = "", use = ""] = blocksOf(guide, "sh");
const run = promisify(execFile);

/** Everything in the guide is run as it is written there, with the installed package. */
describe("the guide about the simulator", () => {
  const program = (text: string, environment: NodeJS.ProcessEnv = {}) => {
    const file = join(packageFolder(), "guide.mjs");
    writeFileSync(file, text);
    return run(process.execPath, [file], { env: { ...process.env, ...environment }, timeout: 60_000 });
  };

  it("has a test that passes", async () => {
    const [test = ""] = blocksOf(guide, "ts");
    expect(await program(test)).toEqual({ stdout: "", stderr: "" });
  });

  it("controls it over HTTP", async () => {
    const simulator = await startSimulator({ seed: "demo" });
    const before = simulator.clock.now();
    const [text = ""] = blocksOf(guide, "js");
    const { stdout } = await program(text, { SMARTLOCK_BASE_URL: simulator.url });
    await simulator.stop();
    const [now = "", held] = stdout.trim().split(" ");
    expect(held).toBe("true");
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(24 * 60 * 60 * 1000);
  });

  it("starts it from a shell, and lets a stack use it", async () => {
    expect(command).toMatch(/^npx smartlock simulator /);
    const args = command.replace("--port 8080", "--port 0").split(" ").slice(2);
    const main = join(packageFolder(), "node_modules/pulumi-smartlock/dist/cli/main.js");
    const child: ChildProcess = spawn(process.execPath, [main, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const lines = use.replace("http://127.0.0.1:8080", url).split("\n");
    const variables = lines.flatMap((one) => {
      const [, name = "", value = ""] = /^export (\w+)=(.*)$/.exec(one) ?? [];
      return name === "" ? [] : [[name, value] as const];
    });
    const project = new Project(Object.fromEntries(variables));
    project.program(
      'smartlock.getSmartlock({ name: "Front door" }).then(({ name }) => console.log(`found ${name}`));',
    );
    await project.pulumi("stack", "init", "test");
    const result = await project.attempt(...(lines.at(-1) ?? "").split(" ").slice(1));
    project.remove();
    child.kill("SIGINT");
    await once(child, "exit");
    expect(result.output).toContain("found Front door");
  });

  it("names every fault and every path of the control interface", () => {
    const kinds = fault.options.map(({ shape }) => shape.kind.value);
    expect([...guide.matchAll(/^\| `([a-z ]+)`/gm)].map(([, kind]) => kind)).toEqual(
      expect.arrayContaining(["kind", ...kinds]),
    );
    const control = readFileSync(resolve(__dirname, "../../simulator/control.ts"), "utf8");
    const served = [...control.matchAll(/app\.(get|put|post|delete)\("(\/_simulator\/[\w/]+)"/g)];
    for (const [, method = "", path = ""] of served) {
      const row = guide.split("\n").find((line) => line.startsWith("| `") && line.includes(`${path}\``));
      expect(`${path}: ${row ?? ""}`).toContain(`\`${method.toUpperCase()}`);
    }
    expect(served).toHaveLength(10);
  });
});
