// Finds the newest plan of this commit among the artifacts on GitHub, and says which run holds it.
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";

/**
 * @typedef {object} Artifact
 * @property {string} created_at
 * @property {boolean} expired
 * @property {{ id: number, repository_id: number, head_repository_id: number }} workflow_run
 */

const tree = execFileSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8" }).trim();
const name = `plan-${tree}`;
const artifacts = await list();
// A run of a fork's pull request may upload what it likes under any name.
const own = artifacts.filter(
  ({ expired, workflow_run: run }) => !expired && run.head_repository_id === run.repository_id,
);
const newest = own.sort((one, other) => other.created_at.localeCompare(one.created_at))[0];
if (newest === undefined) {
  process.stderr.write(
    `Refused: no plan was made for this commit (artifact ${name}). Either main had moved when the pull request was ` +
      "merged, or it was not previewed, or its plan is too old. Run the preview on main, read it, and apply again.\n",
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${name} is in run ${newest.workflow_run.id}, made at ${newest.created_at}.\n`);
  appendFileSync(required("GITHUB_OUTPUT"), `artifact=${name}\nrun=${newest.workflow_run.id}\n`);
}

/** @returns {Promise<Artifact[]>} */
async function list() {
  const url = `${required("GITHUB_API_URL")}/repos/${required("GITHUB_REPOSITORY")}/actions/artifacts?name=${name}&per_page=100`;
  const answer = await globalThis.fetch(url, {
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${required("GITHUB_TOKEN")}` },
    signal: globalThis.AbortSignal.timeout(30_000),
  });
  if (!answer.ok) {
    throw new Error(
      `GitHub answered ${answer.status} to ${url}. The job needs the permission "actions: read".`,
    );
  }
  /** @type {unknown} */
  const body = await answer.json();
  return /** @type {{ artifacts: Artifact[] }} */ (body).artifacts;
}

/** @param {string} variable */
function required(variable) {
  const value = process.env[variable];
  if (value === undefined || value === "") {
    throw new Error(`${variable} is not set: this step runs in GitHub Actions.`);
  }
  return value;
}
