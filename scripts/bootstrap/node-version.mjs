import { MINIMUM_NODE } from "../manifest.mjs";
import { PlainError } from "../report.mjs";
import { isAtLeast } from "../version.mjs";

/** Fails when this Node.js is older than `engines` in package.json allows. */
export function checkNodeVersion() {
  if (!isAtLeast(process.versions.node, MINIMUM_NODE)) {
    throw new PlainError(
      `Node.js ${MINIMUM_NODE} or later is needed, this is ${process.versions.node} (${process.execPath}). ` +
        "Install a newer Node.js, or select one with your version manager, and try again.",
    );
  }
}
