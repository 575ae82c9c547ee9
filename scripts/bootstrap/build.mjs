import { chmodSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "../report.mjs";
import { runVisibly } from "../run.mjs";

/**
 * Compiles into dist/ and writes the types and the schemas of the package there. The compiler keeps its state in dist/.tsbuildinfo, so an
 * unchanged tree takes only a moment.
 * @param {string} root
 */
export async function build(root) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const code = await runVisibly(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: root });
  if (code !== 0) {
    throw new PlainError("The TypeScript compiler found the errors above; dist/ is not up to date.");
  }
  const types = join(root, "scripts", "published-types", "main.mjs");
  if ((await runVisibly(process.execPath, [types], { cwd: root })) !== 0) {
    throw new PlainError("The types of the package could not be written; see above.");
  }
  for (const file of ["page.css", "page.html", "page.js"]) {
    cpSync(join(root, "cli", "report", "page", file), join(root, "dist", "cli", "report", "page", file));
  }
  const schemas = join(root, "scripts", "bootstrap", "schemas.mjs");
  if ((await runVisibly(process.execPath, [schemas, root])) !== 0) {
    throw new PlainError("The schemas of policies and reports could not be written; see above.");
  }
  // npm makes a command executable when it installs a package, but here dist/ does not exist at that time.
  const command = join(root, "dist", "cli", "main.js");
  if (existsSync(command)) {
    chmodSync(command, 0o755);
  }
}
