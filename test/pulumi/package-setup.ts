import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");

/**
 * Creates a node_modules folder like a user's: the package as `npm pack` makes it, with its dependencies beside it.
 * Programs under test run there, so that the tests cover what is published.
 */
export default function setUp(): void {
  if (!existsSync(join(root, "dist"))) {
    // Not built: tests of single folders still run, and those that need the package say so.
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "smartlock-package-"));
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) {
    throw new Error("npm pack made no package.");
  }
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "pulumi-smartlock"), { recursive: true });
  execFileSync("tar", [
    "-xzf",
    join(folder, tarball),
    "-C",
    join(modules, "pulumi-smartlock"),
    "--strip-components=1",
  ]);
  for (const name of ["@pulumi", "@types", "@hono", "hono", "commander", "typescript", "undici", "zod"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  process.env["SMARTLOCK_TEST_PACKAGE"] = folder;
}
