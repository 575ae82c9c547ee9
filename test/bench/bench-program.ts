import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Size } from "../../bench/programs/size";
import type { Project } from "../pulumi/project";

const programs = join(__dirname, "..", "..", "bench", "programs");

/** Puts a program of the benchmark into a project. */
export function installProgram(project: Project, program: "users" | "sets" | "singles"): void {
  for (const name of ["size", "grants", program]) {
    const source = readFileSync(join(programs, `${name}.ts`), "utf8");
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    project.write(`${name}.js`, ts.transpileModule(source, { compilerOptions }).outputText);
  }
  project.program(`require("./${program}");`);
}

export function declareSize(project: Project, size: Size): void {
  project.write("size.json", JSON.stringify(size));
}
