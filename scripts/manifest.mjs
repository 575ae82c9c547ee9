import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

/** @typedef {{ engines: { node: string }, peerDependencies: { "@pulumi/pulumi": string } }} Manifest */

/** @type {unknown} */
const parsed = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const manifest = /** @type {Manifest} */ (parsed);

/** The lower end of a range such as `>=20.18.1` or `^3.216.0`. */
export const MINIMUM_NODE = lowerEnd(manifest.engines.node);
export const MINIMUM_PULUMI = lowerEnd(manifest.peerDependencies["@pulumi/pulumi"]);

/** @param {string} range */
function lowerEnd(range) {
  return range.replace(/^\D+/, "");
}
