// `npm run test:matrix`: every fault of the simulator meets every operation of every kind, and prints what becomes of it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { figuresOf, tableOf } from "./matrix-table.mjs";
import { tellFigures } from "./figures.mjs";

/** @typedef {import("./matrix-table.mjs").Decided} Decided */

try {
  parseArgs({ options: {} });
  await build(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "smartlock-matrix-"));
  try {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const workers = `--maxWorkers=${availableParallelism()}`;
    // The time of a long campaign is not that of a hang: each wait has a limit of its own.
    const code = await runVisibly(
      process.execPath,
      [jest, workers, "--testTimeout=36000000", "test/matrix"],
      {
        cwd: ROOT,
        env: { ...withoutOwnSettings(process.env), SMARTLOCK_MATRIX_FOLDER: folder },
      },
    );
    const cells = readdirSync(folder).flatMap((file) => readCells(join(folder, file)));
    console.log(tableOf(cells));
    const figures = JSON.stringify(figuresOf(cells));
    tellFigures(figures);
    if (code !== 0) {
      throw new PlainError("A cell did not end as it should; see above.");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} catch (error) {
  reportFailure(error);
}

/** @param {string} file @returns {Decided[]} */
function readCells(file) {
  /** @type {unknown} */
  const cells = JSON.parse(readFileSync(file, "utf8"));
  return /** @type {Decided[]} */ (cells);
}
