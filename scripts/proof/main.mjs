// `npm run proof`: runs the long campaigns one after the other and writes docs/reliability.md. `-- --only kill,model` runs
// some of them, `-- --stale` those that have not passed on the current sources; the figures of the others stay. `-- --only model
// --seed 6` repeats a seed (of model, hostile or kill), such as one that made a history fail. `-- --page` only rewrites the page.
// `-- --check` only says which campaigns are stale, and fails if any are: before a release there must be none.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { heading, PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { hashOf, staleOf } from "./attacked.mjs";
import { CAMPAIGNS } from "./campaigns.mjs";
import { commitOf } from "./commit.mjs";
import { pageOf } from "./page.mjs";

/** @typedef {import("./page.mjs").Result} Result */

const PAGE = join(ROOT, "docs", "reliability.md");
const RESULTS = join(ROOT, "docs", "reliability.json");

try {
  const names = CAMPAIGNS.map(({ name }) => name);
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      seed: { type: "string" },
      stale: { type: "boolean", default: false },
      page: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    },
  });
  /** @type {unknown} */
  const kept = JSON.parse(existsSync(RESULTS) ? readFileSync(RESULTS, "utf8") : "{}");
  const results = /** @type {Record<string, Result>} */ (kept);
  const changed = staleOf(CAMPAIGNS, results, ROOT);
  const stale = names.filter((name) => changed.includes(name) || results[name]?.passed !== true);
  const wanted = wantedOf(values, names, stale);
  const failed = [];
  for (const campaign of CAMPAIGNS.filter(({ name }) => wanted.includes(name))) {
    heading(campaign.name);
    const result = await run(campaign, values.seed === undefined ? [] : ["--seed", values.seed]);
    results[campaign.name] = result;
    // Written after each campaign, so that its result is kept if the next one is interrupted.
    write(results);
    if (!result.passed) {
      failed.push(campaign.name);
    }
  }
  if (values.check) {
    tell(names, stale);
  } else {
    write(results);
  }
  if (failed.length > 0) {
    throw new PlainError(`Not held: ${failed.join(", ")}. The output of each is above, the page is written.`);
  }
} catch (error) {
  reportFailure(error);
}

/**
 * The campaigns to run now.
 * @param {{ only?: string, seed?: string, stale: boolean, page: boolean, check: boolean }} asked
 * @param {readonly string[]} names @param {readonly string[]} stale
 */
function wantedOf({ only, seed, stale: onlyStale, page, check }, names, stale) {
  if (page || check) {
    return [];
  }
  if (seed !== undefined && only === undefined) {
    throw new PlainError(
      "A seed is for the campaigns that draw: name them with --only, such as --only model.",
    );
  }
  const wanted = only?.split(",") ?? (onlyStale ? stale : names);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new PlainError(`There is no campaign ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  }
  return wanted;
}

/** @param {readonly string[]} names @param {readonly string[]} stale */
function tell(names, stale) {
  names.forEach((name) => say(`${name}: ${stale.includes(name) ? "not held on these sources" : "held"}`));
  if (stale.length > 0) {
    throw new PlainError(
      `Not held on the sources as they are now: ${stale.join(", ")}. Hold them with npm run proof -- --stale.`,
    );
  }
}

/** @param {import("./campaigns.mjs").Campaign} campaign @param {readonly string[]} more arguments @returns {Promise<Result>} */
async function run(campaign, more) {
  const { name, arguments_ } = campaign;
  const folder = mkdtempSync(join(tmpdir(), "smartlock-proof-"));
  const figures = join(folder, "figures.json");
  const began = Date.now();
  // Taken before the run: changes made while it runs have not been attacked.
  const sources = hashOf(campaign, ROOT);
  try {
    const code = await runVisibly(
      process.execPath,
      [join(ROOT, "scripts", "proof", `${name}.mjs`), ...arguments_, ...more],
      { cwd: ROOT, env: { ...process.env, SMARTLOCK_PROOF_RESULTS: figures } },
    );
    return {
      commit: await commitOf(),
      date: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
      minutes: Math.max(1, Math.round((Date.now() - began) / 60_000)),
      passed: code === 0,
      sources,
      figures: existsSync(figures)
        ? /** @type {Record<string, unknown>} */ (JSON.parse(readFileSync(figures, "utf8")))
        : {},
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Readonly<Record<string, Result>>} results */
function write(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(results, staleOf(CAMPAIGNS, results, ROOT)));
  say("docs/reliability.md is written.");
}
