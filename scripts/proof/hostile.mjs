// `npm run test:hostile -- --runs 2000 --seed 6`: hostile declarations, states, answers and services, each property so often.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
    options: { runs: { type: "string", default: "2000" }, seed: { type: "string" } },
  });
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  say(`Each property is tried ${values.runs} times, with the seed ${seed}.`);
  await build(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "smartlock-hostile-"));
  const tried = join(folder, "tried");
  try {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    // The time of a long campaign is not that of a hang: each single call has a limit of its own.
    const code = await runVisibly(
      process.execPath,
      [jest, "--verbose", "--testTimeout=36000000", "test/hostile"],
      {
        cwd: ROOT,
        env: {
          ...withoutOwnSettings(process.env),
          SMARTLOCK_HOSTILE_RUNS: values.runs,
          SMARTLOCK_HOSTILE_SEED: seed,
          SMARTLOCK_HOSTILE_FIGURES: tried,
        },
      },
    );
    const figures = { ...countOf(tried), seed: Number(seed) };
    const counted = JSON.stringify(figures);
    tellFigures(counted);
    if (code !== 0) {
      throw new PlainError("Something hostile got through; see above for the seed and the smallest example.");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} catch (error) {
  reportFailure(error);
}

/**
 * How much was tried, in all and of what.
 * @param {string} file one JSON object per line
 * @returns {Record<string, number>}
 */
function countOf(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  /** @type {Record<string, number>} */
  const sums = { "hostile inputs": 0 };
  for (const line of lines) {
    /** @type {unknown} */
    const parsed = JSON.parse(line);
    const { what, tried: times } = /** @type {{ what: string, tried: number }} */ (parsed);
    sums[what] = (sums[what] ?? 0) + times;
    sums["hostile inputs"] = (sums["hostile inputs"] ?? 0) + times;
  }
  return sums;
}
