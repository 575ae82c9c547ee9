import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import prettier from "prettier";
import { heading, say } from "../../scripts/report.mjs";
import { Figures } from "../figures.mjs";
import { judge } from "../targets.mjs";
import { readme } from "./readme.mjs";
import { scenarioTables } from "./scenario-tables.mjs";
import { asText } from "./table.mjs";
import { targetTable } from "./target-table.mjs";

/**
 * @typedef {object} BenchRun
 * @property {Record<string, string>} circumstances
 * @property {readonly import("../plan.mjs").Round[]} rounds
 * @property {readonly import("../round.mjs").Measurement[]} measurements
 * @property {number} scale
 * @property {boolean} isWhole whether every part was run at full scale
 */

const FOLDER = fileURLToPath(new URL("../results", import.meta.url));

/**
 * The tables, for the person who started the run.
 * @param {BenchRun} run
 */
export function print({ circumstances, rounds, measurements, scale, isWhole }) {
  const figures = new Figures(measurements);
  for (const { title, times, kinds } of scenarioTables(rounds, figures)) {
    heading(title);
    say(`${asText(times)}\n\n${asText(kinds)}`);
  }
  heading("Targets");
  const outcomes = judge(figures, scale).filter(({ verdict }) => isWhole || verdict !== "not measured");
  say(asText(targetTable(outcomes)));
  heading("Circumstances");
  say(figures.bottleneck());
  Object.entries(circumstances).forEach(([name, value]) => say(`${name}: ${value}`));
}

/**
 * The same as files, for everybody else.
 * @param {BenchRun} run
 */
export async function record(run) {
  const figures = new Figures(run.measurements);
  const outcomes = judge(figures, run.scale);
  const madeAt = new Date().toISOString();
  const json = { madeAt, circumstances: run.circumstances, targets: outcomes, figures: figures.all() };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, "latest.json"), await formatted(JSON.stringify(json), "json"));
  await writeFile(
    join(FOLDER, "README.md"),
    await formatted(readme(run, figures, outcomes, madeAt), "markdown"),
  );
  say(`Recorded in ${FOLDER}.`);
}

/**
 * Formats a file as `npm test` requires it for every file of the project.
 * @param {string} text
 * @param {"json" | "markdown"} parser
 */
async function formatted(text, parser) {
  const config = await prettier.resolveConfig(join(FOLDER, "latest.json"));
  return prettier.format(text, { ...config, parser });
}
