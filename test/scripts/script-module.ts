import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const scripts = join(__dirname, "..", "..", "scripts");

export interface Outcome {
  /** The result of the body. */
  readonly value: unknown;
  /** The message of its error. */
  readonly error: string | undefined;
  /** Its output. */
  readonly printed: string;
}

/**
 * Runs the body of an async function in a separate Node.js process, with the exports of a script as `script`. The
 * scripts are ES modules, which jest cannot load, and a separate process has its own environment.
 */
export async function evaluate(
  script: string,
  body: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const mark = "outcome:";
  const source = `
    const script = await import(${JSON.stringify(pathToFileURL(join(scripts, script)).href)});
    const outcome = await (async () => { ${body} })().then((value) => ({ value }), (error) => ({ error: error.message }));
    console.log("\\n${mark}" + JSON.stringify(outcome));`;
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ["--input-type=module", "--eval", source], { env }, (error, out, err) => {
      if (error) {
        reject(new Error(`${error.message}\n${err}`));
      } else {
        resolve(out);
      }
    });
  });
  const at = printed.lastIndexOf(mark);
  const outcome = JSON.parse(printed.slice(at + mark.length)) as { value?: unknown; error?: string };
  return { value: outcome.value, error: outcome.error, printed: printed.slice(0, at) };
}

/** Gives a test temporary folders, which are removed after it. */
export function temporaryFolders(): () => string {
  const made: string[] = [];
  afterEach(() => {
    made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "smartlock-test-"));
    made.push(folder);
    return folder;
  };
}

/** A shell script. It may use only shell builtins: PATH holds nothing but the test's programs. */
export function writeProgram(folder: string, name: string, lines: readonly string[]): void {
  const file = join(folder, name);
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
}
