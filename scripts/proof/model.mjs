// `npm run test:model -- --runs 10000 --seed 6`: random histories of an account, each healed and compared with what was declared.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";

try {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "10000" }, seed: { type: "string" } },
  });
  const runs = Number(values.runs);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30));
  // A process for each processor, each with a seed of its own.
  const workers = Math.min(availableParallelism(), runs);
  const seeds = Array.from({ length: workers }, (_, worker) => seed + worker);
  say(`${runs} histories, with the seeds ${seeds.join(", ")}.`);
  await build(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "smartlock-model-"));
  const told = join(folder, "told");
  try {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const started = Date.now();
    const codes = await Promise.all(
      seeds.map((own) =>
        // The time of a long campaign is not that of a hang: each run of a history has a limit of its own.
        runVisibly(process.execPath, [jest, "--testTimeout=36000000", "test/model/model"], {
          cwd: ROOT,
          env: {
            ...withoutOwnSettings(process.env),
            SMARTLOCK_MODEL_RUNS: String(Math.ceil(runs / workers)),
            SMARTLOCK_MODEL_SEED: String(own),
            SMARTLOCK_MODEL_FIGURES: told,
          },
        }),
      ),
    );
    const minutes = Math.round((Date.now() - started) / 6_000) / 10;
    const counted = JSON.stringify({ ...sumOf(told), seeds, minutes });
    tellFigures(counted);
    if (codes.some((code) => code !== 0)) {
      throw new PlainError("A promise was broken; see above for a test that shows it.");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} catch (error) {
  reportFailure(error);
}

/**
 * What all workers did.
 * @param {string} file one JSON object of numbers per line
 * @returns {Record<string, number>}
 */
function sumOf(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  /** @type {Record<string, number>} */
  const sums = {};
  for (const line of lines) {
    /** @type {unknown} */
    const parsed = JSON.parse(line);
    for (const [what, count] of Object.entries(/** @type {Record<string, number>} */ (parsed))) {
      sums[what] = (sums[what] ?? 0) + count;
    }
  }
  return sums;
}
