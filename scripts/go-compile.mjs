import { performance } from "node:perf_hooks";
import { elapsed, say } from "./report.mjs";
import { capture } from "./run.mjs";

const BUILD_LIMIT = 45 * 60_000;

/**
 * A program with a Go module in this checkout. The module's go.mod and go.sum pin everything the program is built from.
 * @typedef {object} GoProgram
 * @property {string} file
 * @property {string} module the folder of the module
 * @property {string} package
 * @property {readonly string[]} flags
 */

/**
 * Builds a program from source and shows the progress.
 * @param {GoProgram} program
 * @param {string} output
 */
export async function compile(program, output) {
  const start = performance.now();
  let modules = 0;
  let packages = 0;
  await capture(
    "go",
    ["build", "-v", "-mod=readonly", "-trimpath", ...program.flags, "-o", output, program.package],
    {
      cwd: program.module,
      env: goEnvironment(),
      limit: BUILD_LIMIT,
      onErrorLine: (line) => {
        if (line.startsWith("go: downloading")) {
          modules += 1;
        } else {
          packages += 1;
        }
      },
      onTick: () => {
        const fetched = modules > 0 ? `${modules} modules fetched, ` : "";
        say(`… ${program.file}: ${elapsed(start)}, ${fetched}${packages} packages compiled`);
      },
    },
  );
}

/** Without cgo, no C compiler is needed. Ignoring a workspace file above the checkout keeps the pinned modules pinned. */
export function goEnvironment() {
  return { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };
}
