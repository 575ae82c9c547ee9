// `npm run test:matrix`: tries every fault of the simulator on every operation of every kind, and prints the outcome.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { figuresOf, tableOf } from "./matrix-table.mjs";
import { runTests, withPlace } from "./tests.mjs";

/** @typedef {import("./matrix-table.mjs").Decided} Decided */

try {
  parseArgs({ options: {} });
  await build(ROOT);
  await withPlace(async (folder) => {
    const workers = `--maxWorkers=${availableParallelism()}`;
    const code = await runTests([workers, "test/matrix"], { SMARTLOCK_MATRIX_FOLDER: folder });
    const cells = readdirSync(folder).flatMap((file) => readCells(join(folder, file)));
    console.log(tableOf(cells));
    tellFigures(figuresOf(cells));
    if (code !== 0) {
      throw new PlainError("A cell did not end as it should; see above.");
    }
  });
} catch (error) {
  reportFailure(error);
}

/** @param {string} file @returns {Decided[]} */
function readCells(file) {
  /** @type {unknown} */
  const cells = JSON.parse(readFileSync(file, "utf8"));
  return /** @type {Decided[]} */ (cells);
}
