import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";
import { say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";

/**
 * Runs tests as a campaign, for as long as the variables say. A test that takes long is not a hang: each wait in it has
 * its own limit.
 * @param {readonly string[]} args for jest
 * @param {Readonly<Record<string, string>>} variables
 * @returns {Promise<number>} the exit code
 */
export function runTests(args, variables) {
  const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
  return runVisibly(process.execPath, [jest, "--testTimeout=36000000", ...args], {
    cwd: ROOT,
    env: { ...withoutOwnSettings(process.env), ...variables },
  });
}

/**
 * Gives `work` a place where tests can write what they did, and removes it afterwards.
 * @template T
 * @param {(place: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPlace(work) {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-campaign-"));
  try {
    return await work(join(folder, "told"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file one JSON object per line
 * @returns {Record<string, unknown>[]} none if no test got that far
 */
export function told(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((line) => {
    /** @type {unknown} */
    const parsed = JSON.parse(line);
    return /** @type {Record<string, unknown>} */ (parsed);
  });
}

/**
 * Runs the same tests once for each processor, each time with its own seed and its own share of the runs.
 * @param {readonly string[]} args for jest
 * @param {number} runs
 * @param {number} firstSeed
 * @param {(seed: string, share: string, place: string) => Readonly<Record<string, string>>} variablesOf
 * @returns {Promise<{ passed: boolean, seeds: number[], minutes: number, counts: Record<string, number> }>} `counts` is the sum over all of them
 */
export async function runOnEachProcessor(args, runs, firstSeed, variablesOf) {
  const workers = Math.min(availableParallelism(), runs);
  const seeds = Array.from({ length: workers }, (_, worker) => firstSeed + worker);
  say(`${runs} runs, with the seeds ${seeds.join(", ")}.`);
  const share = String(Math.ceil(runs / workers));
  return withPlace(async (place) => {
    const started = Date.now();
    const codes = await Promise.all(
      seeds.map((seed) => runTests(args, variablesOf(String(seed), share, place))),
    );
    return {
      passed: codes.every((code) => code === 0),
      seeds,
      minutes: Math.round((Date.now() - started) / 6_000) / 10,
      counts: sumOf(told(place).flatMap((of) => Object.entries(/** @type {Record<string, number>} */ (of)))),
    };
  });
}

/**
 * Adds up the counts by name.
 * @param {readonly (readonly [what: string, count: number])[]} counts
 * @returns {Record<string, number>}
 */
export function sumOf(counts) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const [what, count] of counts) {
    sums[what] = (sums[what] ?? 0) + count;
  }
  return sums;
}
