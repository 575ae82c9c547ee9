import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ROOT } from "../../scripts/root.mjs";

/** What the built package and the engine's SDK also need. */
const DEPENDENCIES = ["@pulumi", "undici", "zod"];

/**
 * A node_modules folder with this package in it. It is a copy of the build, so that changes in the checkout during the run
 * do not affect what is measured.
 * @param {string} folder
 */
export function modulesWithThis(folder) {
  const target = emptyModules(folder);
  cpSync(join(ROOT, "dist"), join(target, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(target, "package.json"));
}

/**
 * A node_modules folder in which the provider that does nothing has this package's name.
 * @param {string} folder
 */
export function modulesWithFloor(folder) {
  const target = emptyModules(folder);
  compile("../floor/index.ts", join(target, "index.js"));
  compile("../floor/runtime.ts", join(target, "runtime.js"));
  writeFileSync(join(target, "package.json"), JSON.stringify({ name: "pulumi-smartlock", version: "0.0.0" }));
}

/** @param {string} folder */
function emptyModules(folder) {
  const target = join(folder, "pulumi-smartlock");
  mkdirSync(target, { recursive: true });
  for (const name of DEPENDENCIES) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, name));
  }
  return target;
}

/**
 * JavaScript starts faster than TypeScript, and `npm test` checks the types in a separate step.
 * @param {string} source relative to this file
 * @param {string} target
 */
export function compile(source, target) {
  const text = readFileSync(fileURLToPath(new URL(source, import.meta.url)), "utf8");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
}
