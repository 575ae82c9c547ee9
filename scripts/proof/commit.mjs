import { ROOT } from "../root.mjs";
import { capture } from "../run.mjs";

/** What campaigns write themselves. */
const OWN = ["reliability.md", "reliability.json", "mutants.json"].map((file) => `:(exclude)docs/${file}`);

/** The short hash of the commit, with a plus if files differ from it. The page and the results of the campaigns do not count. */
export async function commitOf() {
  const options = { cwd: ROOT, env: process.env, limit: 60_000 };
  const commit = await capture("git", ["rev-parse", "--short", "HEAD"], options);
  const changed = await capture(
    "git",
    ["status", "--porcelain", "--untracked-files=no", "--", ".", ...OWN],
    options,
  );
  return commit.trim() + (changed.trim() === "" ? "" : "+");
}
