// `npm run test:mutation`: changes four layers of the provider in thousands of small ways, one at a time, and checks whether a test
// notices. `-- --changed` checks only what changed since the last run, `-- --only <file>` only some files. `-- --tests <file>` runs only
// those tests, which is quick: use it while writing a test.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";
import {
  afterAnotherLook,
  below,
  explanationOf,
  figuresByLayer,
  isAlive,
  rangeOf,
  survivors,
} from "./mutation/verdict.mjs";
import { SURVIVORS } from "./survivors.mjs";

/**
 * @typedef {import("./mutation/verdict.mjs").Located} Located
 * @typedef {Omit<Located, "file" | "line">} Mutant
 */

const report = join(ROOT, "reports", "mutation", "mutation.json");
/** For mutants that no test noticed and nothing explains: more tests run, and for those that are left then, all of them. */
const MORE_LOOKS_CPU_MS = [20_000, 200_000];

try {
  const { values } = parseArgs({
    options: {
      changed: { type: "boolean", default: false },
      only: { type: "string" },
      tests: { type: "string" },
    },
  });
  const began = Date.now();
  const env = { ...process.env, SMARTLOCK_MUTATION_TESTS: values.tests ?? "" };
  let mutants = await judge(
    [
      ...(values.changed ? ["--incremental"] : []),
      ...(values.only === undefined ? [] : ["--mutate", values.only]),
    ],
    env,
  );
  // With --tests, the user wants to know quickly what those tests notice.
  for (const cpuMs of values.tests === undefined ? MORE_LOOKS_CPU_MS : []) {
    const doubtful = mutants.filter(isUnexplained);
    if (doubtful.length > 0) {
      mutants = afterAnotherLook(mutants, await lookAgain(doubtful, env, cpuMs));
    }
  }
  for (const mutant of mutants.filter(isAlive)) {
    const { file, status, mutatorName, replacement = "", location } = mutant;
    const { line, column } = location.start;
    const why = explanationOf(mutant, SURVIVORS)?.why ?? "WITHOUT AN EXPLANATION";
    const made = replacement.replace(/\s+/g, " ").slice(0, 100);
    say(`${file}:${line}:${column} ${mutatorName}, ${status}: ${made} (${why})`);
  }
  const layers = figuresByLayer(mutants);
  tellFigures({
    mutation: { ...layers, seconds: Math.round((Date.now() - began) / 1000) },
    survivors: survivors(mutants, SURVIVORS),
  });
  const low = below(layers);
  if (low.length > 0) {
    throw new PlainError(`Too many mutants survived: ${low.join("; ")}.`);
  }
  const unexplained = mutants.filter(isUnexplained).length;
  if (unexplained > 0) {
    throw new PlainError(
      `${unexplained} mutants survived, and nothing says why they may. Write a test that notices them, or say in scripts/proof/survivors.mjs ` +
        "why none can.",
    );
  }
} catch (error) {
  reportFailure(error);
}

/**
 * Lets Stryker judge the mutants.
 * @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Located[]>}
 */
async function judge(args, env) {
  rmSync(report, { force: true });
  const stryker = join(ROOT, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const code = await runVisibly(process.execPath, [stryker, "run", ...args], { cwd: ROOT, env });
  if (code !== 0 || !existsSync(report)) {
    throw new PlainError("The mutants could not be judged; see above.");
  }
  /** @type {unknown} */
  const told = JSON.parse(readFileSync(report, "utf8"));
  const { files } = /** @type {{ files: Record<string, { source: string, mutants: Mutant[] }> }} */ (told);
  return Object.entries(files).flatMap(([file, { source, mutants: found }]) => {
    const lines = source.split("\n");
    return found.map((mutant) => ({ ...mutant, file, line: lines[mutant.location.start.line - 1] ?? "" }));
  });
}

/** @param {readonly Located[]} doubtful @param {NodeJS.ProcessEnv} env @param {number} cpuMs */
function lookAgain(doubtful, env, cpuMs) {
  say(`${doubtful.length} are neither noticed nor explained: looking at them again.`);
  const ranges = doubtful.map(rangeOf).join(",");
  return judge(["--mutate", ranges], { ...env, SMARTLOCK_MUTANT_CPU_MS: String(cpuMs) });
}

/** Alive, without an explanation. @param {Located} mutant */
function isUnexplained(mutant) {
  return isAlive(mutant) && explanationOf(mutant, SURVIVORS) === undefined;
}
