// Decides whose plan may be applied. Anyone who can push a branch can run a workflow that uploads anything under any name.

/**
 * What GitHub says about a run.
 * @typedef {object} Run
 * @property {number} workflow_id
 * @property {string} path of the workflow file
 * @property {string} event
 * @property {string | null} conclusion
 * @property {string | null} head_branch
 * @property {{ tree_id: string } | null} head_commit
 * @property {{ id: number }} repository
 * @property {{ id: number } | null} head_repository
 * @property {{ base: { ref: string } }[] | null} pull_requests only those that are still open
 */

/**
 * Why the plan of a run cannot be trusted; undefined if it can.
 * @param {Run} run
 * @param {object} wanted
 * @param {number} wanted.workflow id of the preview workflow. Its path is not enough: GitHub may add "@" and a branch to a path, and a
 *   file may have such a name
 * @param {string} wanted.tree the content to apply
 * @returns {string | undefined}
 */
export function whyNotTrusted(run, { workflow, tree }) {
  if (run.workflow_id !== workflow) {
    return `it is a run of ${run.path}, not of the preview workflow`;
  }
  if (run.head_repository?.id !== run.repository.id) {
    return "it ran the code of a fork";
  }
  if (run.conclusion !== "success") {
    return run.conclusion === null ? "it has not ended" : `it ended with ${run.conclusion}, not with success`;
  }
  const intoMain = (run.pull_requests ?? []).every(({ base }) => base.ref === "main");
  const isOfPullRequest = run.event === "pull_request" && intoMain;
  const isOfMain = run.event === "workflow_dispatch" && run.head_branch === "main";
  if (!isOfPullRequest && !isOfMain) {
    return `it was started by ${run.event} on ${run.head_branch ?? "no branch"}, neither by a pull request into main nor on main`;
  }
  // A branch may change the workflow and its scripts, so what ran must be what was reviewed and merged.
  if (run.head_commit?.tree_id !== tree) {
    return "its branch did not have the content that main has now; was it not up to date with main?";
  }
  return undefined;
}
