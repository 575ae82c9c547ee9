// `npm test`: from a bare clone to every check and every test. Arguments go to jest: `npm test -- test/http`.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { build } from "./bootstrap/build.mjs";
import { installPackages } from "./bootstrap/install.mjs";
import { checkNodeVersion } from "./bootstrap/node-version.mjs";
import { withoutOwnSettings } from "./pulumi-cli/environment.mjs";
import { getPulumiCli } from "./pulumi-cli/get.mjs";
import { elapsed, heading, PlainError, reportFailure, say } from "./report.mjs";
import { ROOT } from "./root.mjs";
import { runVisibly } from "./run.mjs";

const start = performance.now();
/** @type {{ name: string, outcome: "passed" | "failed" | "not run", time: string }[]} */
const results = [];

try {
  checkNodeVersion();
  // Without packages nothing can run. Every later step runs even after a failure, so that one run shows everything
  // that is wrong; only the tests need the build and the CLI.
  if (await step("packages", () => installPackages(ROOT))) {
    const built = await step("build", () => build(ROOT));
    await step("format", () => check("prettier", "bin/prettier.cjs", ["--check", "."]));
    await step("lint", () => check("eslint", "bin/eslint.js", ["--max-warnings", "0", "."]));
    await step("types", async () => {
      await check("typescript", "bin/tsc", ["-p", "tsconfig.json"]);
      // It runs in a browser, which knows other things than Node.
      await check("typescript", "bin/tsc", ["-p", "cli/report/page"]);
    });
    /** @type {import("./pulumi-cli/get.mjs").PulumiCli | undefined} */
    let cli;
    await step("pulumi cli", async () => {
      cli = await getPulumiCli(process.env);
    });
    if (built && cli) {
      const { pulumi } = cli;
      await step("tests", () => tests(pulumi));
    } else {
      results.push({ name: "tests", outcome: "not run", time: "needs the build and the Pulumi CLI" });
    }
  }
  summarise();
} catch (error) {
  reportFailure(error);
}

/**
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function step(name, work) {
  heading(name);
  const from = performance.now();
  try {
    await work();
    results.push({ name, outcome: "passed", time: elapsed(from) });
    say(`passed in ${elapsed(from)}`);
    return true;
  } catch (error) {
    results.push({ name, outcome: "failed", time: elapsed(from) });
    say(
      `FAILED after ${elapsed(from)}: ${error instanceof PlainError ? error.message : String(error instanceof Error ? error.stack : error)}`,
    );
    return false;
  }
}

/**
 * Runs a command of an installed package.
 * @param {string} name
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function check(name, file, args, env = process.env) {
  const code = await runVisibly(process.execPath, [join(ROOT, "node_modules", name, file), ...args], {
    cwd: ROOT,
    env,
  });
  if (code !== 0) {
    throw new PlainError(`${name} ended with code ${code}; see its output above.`);
  }
}

/** @param {string} pulumi */
function tests(pulumi) {
  const args = process.argv.slice(2);
  const choosesWorkers = args.some((arg) => /^(-i|-w|--runInBand|--maxWorkers)/.test(arg));
  // Jest leaves one core free by default, which on two cores means one test file at a time.
  const workers = choosesWorkers ? [] : [`--maxWorkers=${availableParallelism()}`];
  // No test may see the user's own token or stack. The settings that a test needs are passed by name.
  const env = { ...withoutOwnSettings(process.env), SMARTLOCK_TEST_PULUMI: pulumi };
  return check("jest", "bin/jest.js", [...workers, ...args], env);
}

function summarise() {
  heading("summary");
  for (const { name, outcome, time } of results) {
    say(`${name.padEnd(12)}${outcome.padEnd(9)}${time}`);
  }
  const bad = results.filter(({ outcome }) => outcome !== "passed").map(({ name }) => name);
  if (bad.length === 0) {
    console.log(`\nAll ${results.length} steps passed in ${elapsed(start)}.`);
  } else {
    console.log(`\nFailed after ${elapsed(start)}: ${bad.join(", ")}. The output of each step is above.`);
    process.exitCode = 1;
  }
}
