import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pulumiEnvironment } from "../../scripts/pulumi-cli/environment.mjs";
import { capture } from "../../scripts/run.mjs";
import { compile } from "./modules.mjs";

/** @typedef {import("./subject.mjs").Phase} Phase */
/** @typedef {import("./subject.mjs").Place} Place */
/** @typedef {import("./subject.mjs").Stack} Stack */

const PARALLEL = 128;
const INIT_LIMIT = 60_000;

/** @type {Record<Phase, readonly string[]>} */
const commands = {
  apply: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
  look: ["preview"],
  heal: ["up", "--yes", "--skip-preview"],
};

/**
 * A program on Pulumi's engine, as a separate stack.
 * @param {import("../../scripts/pulumi-cli/get.mjs").PulumiCli} cli
 * @param {{ modules: string, checkpoints: boolean }} how `modules`: which `pulumi-smartlock` the program gets
 * @param {Place} place
 * @returns {Promise<Stack>}
 */
export async function pulumiStack(cli, { modules, checkpoints }, { folder, account, scenario }) {
  const [home, backend] = [join(folder, "home"), join(folder, "state")];
  mkdirSync(home, { recursive: true });
  mkdirSync(backend);
  symlinkSync(modules, join(folder, "node_modules"));
  for (const name of ["size", "grants", scenario.program]) {
    compile(`../programs/${name}.ts`, join(folder, `${name}.js`));
  }
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, main: `${scenario.program}.js` }),
  );
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  const env = {
    ...pulumiEnvironment({ cliFolder: dirname(cli.pulumi), home, backend }),
    ...(checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" }),
    SMARTLOCK_TOKEN: account.token,
    SMARTLOCK_BASE_URL: account.url,
  };
  const always = ["--stack", "bench", "--non-interactive", "--color", "never"];
  await capture(cli.pulumi, ["stack", "init", ...always], { cwd: folder, env, limit: INIT_LIMIT });
  return {
    declare: (size) => writeFileSync(join(folder, "size.json"), JSON.stringify(size)),
    command: (phase) => ({
      file: cli.pulumi,
      args: [
        ...commands[phase],
        "--parallel",
        String(PARALLEL),
        "--suppress-progress",
        "--suppress-outputs",
        ...always,
      ],
      cwd: folder,
      env,
      provider: "dynamic-provider",
    }),
  };
}
