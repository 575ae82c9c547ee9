import { createRequire } from "node:module";
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

const [root, version] = process.argv.slice(2);
if (!root || !version) {
  throw new Error("usage: node official-install.mjs FOLDER VERSION");
}
// The version class must be the one that the Automation API itself uses.
const pulumiRequire = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
/** @type {unknown} */
const loaded = pulumiRequire("semver");
const { SemVer } = /** @type {typeof import("semver")} */ (loaded);
await PulumiCommand.install({ root, version: new SemVer(version) });
