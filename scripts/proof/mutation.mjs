// `npm run test:mutation`: changes four layers of the provider in thousands of small ways, one at a time, and looks whether a test
// notices. `-- --changed` asks again only about what changed since the last run, `-- --only <file>` about some files, `-- --tests <file>`
// lets only those tests judge, which is quick: for whoever writes one.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";
import { below, explanationOf, figuresByLayer, isAlive, survivors } from "./mutation/verdict.mjs";
import { SURVIVORS } from "./survivors.mjs";

/** @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number, column: number } } }} Mutant */

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
  const { files } = /** @type {{ files: Record<string, { source: string, mutants: Mutant[] }> }} */ (told);
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: found }]) => {
    const lines = source.split("\n");
    return found.map((mutant) => ({ ...mutant, file, line: lines[mutant.location.start.line - 1] ?? "" }));
  });
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
} catch (error) {
  reportFailure(error);
}
