// `npm run test:mutation`: changes four layers of the provider in thousands of small ways, one at a time, and checks whether a test
// notices. Files whose code has not changed since they were judged keep their result (docs/mutants.json); `-- --all` judges every file
// again. `-- --only <file>` judges only some files. `-- --tests <file>` runs only those tests, which is quick: use it while writing a test.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { commitOf } from "./commit.mjs";
import { tellFigures } from "./figures.mjs";
import {
  areInPlace,
  hashOfFile,
  judgementOf,
  mutantsOf,
  readJudged,
  writeJudged,
} from "./mutation/judged.mjs";
import {
  afterAnotherLook,
  below,
  BOUNDS,
  explanationOf,
  figuresByLayer,
  isAlive,
  rangeOf,
  survivors,
} from "./mutation/verdict.mjs";
import { SURVIVORS } from "./survivors.mjs";

/**
 * @typedef {import("./mutation/verdict.mjs").Located} Located
 * @typedef {import("./mutation/judged.mjs").Judgement} Judgement
 * @typedef {Omit<Located, "file" | "line">} Mutant
 */

const report = join(ROOT, "reports", "mutation", "mutation.json");
/** For mutants that no test noticed and nothing explains: more tests run, and for those that are left then, all of them. */
const MORE_LOOKS_CPU_MS = [20_000, 200_000];

try {
  const { values } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      only: { type: "string" },
      tests: { type: "string" },
    },
  });
  const began = Date.now();
  const env = { ...process.env, SMARTLOCK_MUTATION_TESTS: values.tests ?? "" };
  // With --tests or --only, the user wants to know quickly what those tests notice, or how those files are.
  const isWhole = values.tests === undefined && values.only === undefined;
  const files = sourceFiles();
  const earlier = isWhole && !values.all ? readJudged(ROOT) : {};
  const known = files.flatMap(({ file, hash, text }) => {
    const judgement = earlier[hash];
    return judgement !== undefined && areInPlace(judgement, text) ? [{ file, judgement }] : [];
  });
  const open = files.map(({ file }) => file).filter((file) => known.every((one) => one.file !== file));
  if (isWhole) {
    say(`${known.length} of ${files.length} files are as they were when they were judged.`);
  }
  const only = values.only ?? open.join(",");
  let mutants = [
    ...known.flatMap(({ file, judgement }) => mutantsOf(file, judgement)),
    ...(only === "" ? [] : await judge(["--mutate", only], env)),
  ];
  const keep = () => (isWhole ? keepJudged(files, mutants, known) : Promise.resolve());
  await keep();
  for (const cpuMs of values.tests === undefined ? MORE_LOOKS_CPU_MS : []) {
    const doubtful = mutants.filter(isUnexplained);
    if (doubtful.length > 0) {
      mutants = afterAnotherLook(mutants, await lookAgain(doubtful, env, cpuMs));
      await keep();
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
    files: filesByCommit(),
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

/** How many files were judged at which commit. @returns {Record<string, number>} */
function filesByCommit() {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { commit } of Object.values(readJudged(ROOT))) {
    counts[`judged at ${commit}`] = (counts[`judged at ${commit}`] ?? 0) + 1;
  }
  return counts;
}

/** The files that are mutated. @returns {{ file: string, text: string, hash: string }[]} */
function sourceFiles() {
  return Object.keys(BOUNDS)
    .flatMap((layer) =>
      readdirSync(join(ROOT, layer), { recursive: true, encoding: "utf8" }).map((name) => `${layer}/${name}`),
    )
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      return { file, text, hash: hashOfFile(file, text) };
    });
}

/**
 * Keeps what was found out, also if the run is interrupted later.
 * @param {readonly { file: string, hash: string }[]} files @param {readonly Located[]} mutants
 * @param {readonly { file: string, judgement: Judgement }[]} known
 */
async function keepJudged(files, mutants, known) {
  const now = await commitOf();
  const judged = files.map(({ file, hash }) => {
    const own = mutants.filter((mutant) => mutant.file === file);
    const commit = known.find((one) => one.file === file)?.judgement.commit ?? now;
    return /** @type {const} */ ([hash, judgementOf(file, commit, own)]);
  });
  writeJudged(ROOT, Object.fromEntries(judged));
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
