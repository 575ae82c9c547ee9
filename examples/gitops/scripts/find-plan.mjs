// Finds the newest plan for this commit among the artifacts of preview runs on GitHub, and says which run has it.
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { askActions, required } from "./github.mjs";
import { whyNotTrusted } from "./preview-run.mjs";

/**
 * @typedef {object} Artifact
 * @property {string} created_at
 * @property {boolean} expired
 * @property {{ id: number }} workflow_run
 */

const tree = execFileSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8" }).trim();
const name = `plan-${tree}`;
const found = await newestTrusted();
if (found === undefined) {
  process.stderr.write(
    `Refused: no plan was made for this commit (artifact ${name}). Either main had moved when the pull request was ` +
      "merged, or it was not previewed, or its plan is too old. Run the preview on main, read it, and apply again.\n",
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${name} is in run ${found.workflow_run.id}, made at ${found.created_at}.\n`);
  appendFileSync(required("GITHUB_OUTPUT"), `artifact=${name}\nrun=${found.workflow_run.id}\n`);
}

/** @returns {Promise<Artifact | undefined>} */
async function newestTrusted() {
  const answer = await askActions(`artifacts?name=${name}&per_page=100`);
  const { artifacts } = /** @type {{ artifacts: Artifact[] }} */ (answer);
  const { id: workflow } = /** @type {{ id: number }} */ (await askActions("workflows/preview.yml"));
  const kept = artifacts.filter(({ expired }) => !expired);
  for (const artifact of kept.sort((one, other) => other.created_at.localeCompare(one.created_at))) {
    const run = await askActions(`runs/${artifact.workflow_run.id}`);
    const why = whyNotTrusted(/** @type {import("./preview-run.mjs").Run} */ (run), { workflow, tree });
    if (why === undefined) {
      return artifact;
    }
    process.stderr.write(`The ${name} of run ${artifact.workflow_run.id} is not taken: ${why}.\n`);
  }
  return undefined;
}
