// `npm run test:mutation`: changes provider/engine and provider/http in thousands of small ways, one at a time, and looks whether
// a test notices. `-- --changed` asks again only about what changed since the last run, `-- --only <file>` about some files, `-- --tests <file>`
// lets only those tests judge, which is quick: for whoever writes one.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";

/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number, column: number } } }} Mutant
 * @typedef {{ killed: number, timeout: number, survived: number, noCoverage: number, score: number }} Figures
 */

const LOWEST_SCORE = 85;
const FOLDERS = ["provider/engine", "provider/http"];
const report = join(ROOT, "reports", "mutation", "mutation.json");

try {
  const { values } = parseArgs({
    options: {
      changed: { type: "boolean", default: false },
      only: { type: "string" },
      tests: { type: "string" },
    },
  });
  const began = Date.now();
  rmSync(report, { force: true });
  const stryker = join(ROOT, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const code = await runVisibly(
    process.execPath,
    [
      stryker,
      "run",
      ...(values.changed ? ["--incremental"] : []),
      ...(values.only === undefined ? [] : ["--mutate", values.only]),
    ],
    { cwd: ROOT, env: { ...process.env, SMARTLOCK_MUTATION_TESTS: values.tests ?? "" } },
  );
  if (code !== 0 || !existsSync(report)) {
    throw new PlainError("The mutants could not be judged; see above.");
  }
  /** @type {unknown} */
  const told = JSON.parse(readFileSync(report, "utf8"));
  const { files } = /** @type {{ files: Record<string, { mutants: Mutant[] }> }} */ (told);
  const mutants = Object.entries(files).flatMap(([file, { mutants: found }]) =>
    found.map((mutant) => ({ ...mutant, file })),
  );
  for (const { file, status, mutatorName, replacement = "", location } of mutants) {
    if (status === "Survived" || status === "NoCoverage") {
      const { line, column } = location.start;
      say(
        `${file}:${line}:${column} ${mutatorName}, ${status}: ${replacement.replace(/\s+/g, " ").slice(0, 100)}`,
      );
    }
  }
  const counted = {
    ...Object.fromEntries(
      FOLDERS.map((folder) => [folder, count(mutants.filter(({ file }) => file.startsWith(`${folder}/`)))]),
    ),
    all: count(mutants),
    seconds: Math.round((Date.now() - began) / 1000),
  };
  tellFigures({ mutation: counted });
  const low = Object.entries(counted).filter(
    ([, figure]) => typeof figure === "object" && figure.score < LOWEST_SCORE,
  );
  if (low.length > 0) {
    throw new PlainError(`Below ${LOWEST_SCORE} %: ${low.map(([name]) => name).join(", ")}.`);
  }
} catch (error) {
  reportFailure(error);
}

/** The score is Stryker's: of all mutants that compile, those that a test noticed. @param {readonly Mutant[]} mutants */
function count(mutants) {
  const of = (/** @type {string} */ status) => mutants.filter((mutant) => mutant.status === status).length;
  const figures = {
    killed: of("Killed"),
    timeout: of("Timeout"),
    survived: of("Survived"),
    noCoverage: of("NoCoverage"),
  };
  const noticed = figures.killed + figures.timeout;
  const all = noticed + figures.survived + figures.noCoverage;
  return { ...figures, score: all === 0 ? 100 : Math.round((noticed / all) * 10_000) / 100 };
}
