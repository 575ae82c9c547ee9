import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { PlainError } from "../report.mjs";
import { checkedVersion, DYNAMIC_PROVIDER, LANGUAGE_HOST, PULUMI } from "./programs.mjs";

/**
 * The `pulumi` that the user installed, if it is new enough and complete. Only the first one on PATH counts: it
 * is the one that the user's own commands run.
 * @param {string} path the value of PATH
 */
export async function findOnPath(path) {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, PULUMI)).find(isProgram);
  if (!found) {
    throw new PlainError("there is no `pulumi` on PATH");
  }
  const version = await checkedVersion(found);
  // The CLI looks for its companions beside the real file (package managers put a link on PATH) and on PATH.
  const real = dirname(realpathSync(found));
  for (const companion of [LANGUAGE_HOST, DYNAMIC_PROVIDER]) {
    if (![real, ...folders].some((folder) => isProgram(join(folder, companion)))) {
      throw new PlainError(`${found} (${version}) has no ${companion} beside it or on PATH`);
    }
  }
  return { pulumi: found, version };
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
