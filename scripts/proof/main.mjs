// `npm run proof`: runs the long campaigns one after the other and writes docs/reliability.md. `-- --only kill,model` runs
// some of them; the figures of the others stay. `-- --page` only writes the page anew.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { heading, PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { capture, runVisibly } from "../run.mjs";
import { CAMPAIGNS } from "./campaigns.mjs";
import { pageOf } from "./page.mjs";

/** @typedef {import("./page.mjs").Result} Result */

const PAGE = join(ROOT, "docs", "reliability.md");
const RESULTS = join(ROOT, "docs", "reliability.json");
/** For git. */
const OWN = [PAGE, RESULTS].map((file) => `:(exclude)${file}`);

try {
  const names = CAMPAIGNS.map(({ name }) => name);
  const { values } = parseArgs({
    options: { only: { type: "string" }, page: { type: "boolean", default: false } },
  });
  const wanted = values.page ? [] : (values.only?.split(",") ?? names);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new PlainError(`There is no campaign ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  }
  /** @type {unknown} */
  const kept = JSON.parse(existsSync(RESULTS) ? readFileSync(RESULTS, "utf8") : "{}");
  const results = /** @type {Record<string, Result>} */ (kept);
  const failed = [];
  for (const campaign of CAMPAIGNS.filter(({ name }) => wanted.includes(name))) {
    heading(campaign.name);
    const result = await run(campaign);
    results[campaign.name] = result;
    // Kept after each, so that what ended is there if the next one is cut off.
    write(results);
    if (!result.passed) {
      failed.push(campaign.name);
    }
  }
  write(results);
  if (failed.length > 0) {
    throw new PlainError(`Not held: ${failed.join(", ")}. The output of each is above, the page is written.`);
  }
} catch (error) {
  reportFailure(error);
}

/** @param {import("./campaigns.mjs").Campaign} campaign @returns {Promise<Result>} */
async function run({ name, arguments_ }) {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-proof-"));
  const figures = join(folder, "figures.json");
  const began = Date.now();
  try {
    const code = await runVisibly(
      process.execPath,
      [join(ROOT, "scripts", "proof", `${name}.mjs`), ...arguments_],
      { cwd: ROOT, env: { ...process.env, SMARTLOCK_PROOF_RESULTS: figures } },
    );
    return {
      commit: await commitOf(),
      date: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
      minutes: Math.max(1, Math.round((Date.now() - began) / 60_000)),
      passed: code === 0,
      figures: existsSync(figures)
        ? /** @type {Record<string, unknown>} */ (JSON.parse(readFileSync(figures, "utf8")))
        : {},
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The short name of the commit, with a plus where files differ from it other than by the figures of the campaigns before. */
async function commitOf() {
  const options = { cwd: ROOT, env: process.env, limit: 60_000 };
  const commit = await capture("git", ["rev-parse", "--short", "HEAD"], options);
  const changed = await capture(
    "git",
    ["status", "--porcelain", "--untracked-files=no", "--", ".", ...OWN],
    options,
  );
  return commit.trim() + (changed.trim() === "" ? "" : "+");
}

/** @param {Readonly<Record<string, Result>>} results */
function write(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(results));
  say("docs/reliability.md is written.");
}
