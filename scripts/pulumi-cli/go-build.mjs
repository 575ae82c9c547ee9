import { chmod, copyFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { compile, goEnvironment } from "../go-compile.mjs";
import { elapsed, PlainError, reasonOf, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { capture } from "../run.mjs";
import { isAtLeast } from "../version.mjs";
import { DYNAMIC_PROVIDER, LANGUAGE_HOST, PINNED_VERSION, PULUMI } from "./programs.mjs";

/**
 * The two programs. Each has a Go module in this checkout whose go.mod and go.sum pin everything it is built from.
 * The language host is no longer in the tagged modules after 3.68.0; that version works with today's CLI and SDK (tested).
 */
const programs = [
  {
    file: LANGUAGE_HOST,
    module: moduleFolder("language-host"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    flags: ["-ldflags", "-s -w"],
  },
  {
    file: PULUMI,
    module: moduleFolder("pulumi"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    flags: [
      ...["-tags", "osusergo,grpcnotrace"],
      ...["-ldflags", `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${PINNED_VERSION}`],
    ],
  },
];

/** @param {string} name */
function moduleFolder(name) {
  return fileURLToPath(new URL(`go/${name}`, import.meta.url));
}

/**
 * Builds the CLI from source. It needs a Go toolchain and a Go module proxy (or a filled module cache).
 * @param {string} folder where the programs go
 */
export async function buildWithGo(folder) {
  await checkToolchain();
  say(
    `Building the Pulumi CLI ${PINNED_VERSION} from source with Go: several minutes, once on this machine.`,
  );
  const start = performance.now();
  for (const program of programs) {
    await compile(program, join(folder, program.file));
  }
  const launcher = join(folder, DYNAMIC_PROVIDER);
  await copyFile(join(ROOT, "node_modules", "@pulumi", "pulumi", DYNAMIC_PROVIDER), launcher);
  await chmod(launcher, 0o755);
  say(`Built in ${elapsed(start)}.`);
}

/** Reports which version of Go is needed, before anything is downloaded for the build. */
async function checkToolchain() {
  const limit = 5 * 60_000;
  /** @type {string} */
  let found;
  try {
    const local = { ...process.env, GOTOOLCHAIN: "local" };
    found = (await capture("go", ["env", "GOVERSION"], { cwd: tmpdir(), env: local, limit })).trim();
  } catch (error) {
    throw new PlainError(`there is no Go toolchain: ${reasonOf(error)}`);
  }
  for (const { module } of programs) {
    const needed = /^go (\S+)$/m.exec(await readFile(join(module, "go.mod"), "utf8"))?.[1] ?? "0.0";
    if (isAtLeast(found, needed)) {
      continue;
    }
    try {
      // Run inside the module, `go` fetches the toolchain that the module needs, if GOTOOLCHAIN allows it.
      await capture("go", ["env", "GOVERSION"], { cwd: module, env: goEnvironment(), limit });
    } catch (error) {
      throw new PlainError(
        `Go ${needed} or later is needed, this is ${found}, and no newer one could be fetched: ${reasonOf(error)}`,
      );
    }
  }
}
