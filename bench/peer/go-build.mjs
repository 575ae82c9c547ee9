import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { elapsed, PlainError, reasonOf, say } from "../../scripts/report.mjs";
import { capture } from "../../scripts/run.mjs";

const BUILD_LIMIT = 45 * 60_000;

/**
 * A program with a Go module in this folder, whose go.mod and go.sum pin everything it is made of.
 * @typedef {object} GoProgram
 * @property {string} file
 * @property {string} version
 * @property {string} module
 * @property {string} package
 * @property {string} linkerFlags
 */

/** @type {GoProgram} */
export const OPENTOFU = {
  file: "tofu",
  version: "v1.11.0",
  module: moduleFolder("opentofu"),
  package: "github.com/opentofu/opentofu/cmd/tofu",
  // Else it calls itself a development version.
  linkerFlags: "-s -w -X github.com/opentofu/opentofu/version.dev=no",
};

/** @type {GoProgram} */
export const RESTAPI = {
  // By this name Terraform recognises a provider.
  file: "terraform-provider-restapi",
  version: "v1.20.0",
  module: moduleFolder("restapi"),
  package: "github.com/Mastercard/terraform-provider-restapi",
  linkerFlags: "-s -w",
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
  let steps = 0;
  try {
    await capture(
      "go",
      [
        "build",
        "-v",
        "-mod=readonly",
        "-trimpath",
        "-ldflags",
        program.linkerFlags,
        "-o",
        output,
        program.package,
      ],
      {
        cwd: program.module,
        // Without cgo no C compiler is needed; without a workspace file above the checkout the modules stay pinned.
        env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
        limit: BUILD_LIMIT,
        onErrorLine: () => (steps += 1),
        onTick: () => say(`… ${program.file}: ${elapsed(start)}, ${steps} modules and packages done`),
      },
    );
  } catch (error) {
    throw new PlainError(
      `${program.file} ${program.version} could not be built: ${reasonOf(error)}. It needs a Go toolchain and a Go module proxy.`,
    );
  }
  say(`Built in ${elapsed(start)}.`);
}
