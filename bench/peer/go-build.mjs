import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { compile } from "../../scripts/go-compile.mjs";
import { elapsed, PlainError, reasonOf, say } from "../../scripts/report.mjs";

/** @typedef {import("../../scripts/go-compile.mjs").GoProgram & { version: string }} GoProgram */

/** @type {GoProgram} */
export const OPENTOFU = {
  file: "tofu",
  version: "v1.11.0",
  module: moduleFolder("opentofu"),
  package: "github.com/opentofu/opentofu/cmd/tofu",
  // Otherwise it calls itself a development version.
  flags: ["-ldflags", "-s -w -X github.com/opentofu/opentofu/version.dev=no"],
};

/** @type {GoProgram} */
export const RESTAPI = {
  // Terraform recognises a provider by this name.
  file: "terraform-provider-restapi",
  version: "v1.20.0",
  module: moduleFolder("restapi"),
  package: "github.com/Mastercard/terraform-provider-restapi",
  flags: ["-ldflags", "-s -w"],
};

/** @param {string} name */
function moduleFolder(name) {
  return fileURLToPath(new URL(`go/${name}`, import.meta.url));
}

/**
 * @param {GoProgram} program
 * @param {string} output
 */
export async function goBuild(program, output) {
  say(`Building ${program.file} ${program.version} from source with Go, once on this machine …`);
  const start = performance.now();
  try {
    await compile(program, output);
  } catch (error) {
    throw new PlainError(
      `${program.file} ${program.version} could not be built: ${reasonOf(error)}. It needs a Go toolchain and a Go module proxy.`,
    );
  }
  say(`Built in ${elapsed(start)}.`);
}
