import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startSimulator } from "../../simulator";
import { blocksOf } from "../markdown";
import { packageFolder } from "../pulumi/from-setup";

const readme = readFileSync(resolve(__dirname, "../../README.md"), "utf8");

it("the program of the README for the client prints the locks of the simulator, and ends", async () => {
  const programs = blocksOf(readme, "ts").filter((text) => text.includes('from "pulumi-smartlock/client"'));
  expect(programs).toHaveLength(1);
  const file = join(packageFolder(), "readme-client.mjs");
  writeFileSync(file, programs.join());
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  const simulator = await startSimulator({ seed: "demo" });
  const names = simulator.state().smartlocks.map(({ name }) => name);
  await simulator.stop();
  expect(stderr).toBe("");
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(stdout).toContain(`'${name}'`);
  }
});
