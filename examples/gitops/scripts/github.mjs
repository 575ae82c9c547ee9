// Asks GitHub about this repository.

/**
 * @param {string} path below `actions/`
 * @returns {Promise<unknown>}
 */
export async function askActions(path) {
  const url = `${required("GITHUB_API_URL")}/repos/${required("GITHUB_REPOSITORY")}/actions/${path}`;
  const answer = await globalThis.fetch(url, {
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${required("GITHUB_TOKEN")}` },
    signal: globalThis.AbortSignal.timeout(30_000),
  });
  if (!answer.ok) {
    throw new Error(
      `GitHub answered ${answer.status} to ${url}. The job needs the permission "actions: read".`,
    );
  }
  return answer.json();
}

/** @param {string} variable */
export function required(variable) {
  const value = process.env[variable];
  if (value === undefined || value === "") {
    throw new Error(`${variable} is not set: this step runs in GitHub Actions.`);
  }
  return value;
}
