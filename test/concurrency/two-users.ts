import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import ts from "typescript";

const journal = resolve(__dirname, "../../provider/engine/journal");
const SOURCES = ["notes", "note-file", "own-folder"];

/** Two users who need not exist on the system: only their numbers matter. */
export const alice = 64_001;
export const mallory = 64_002;

function asUser(uid: number, command: readonly string[]): readonly string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", ...command];
}

/** Why no process can run as another user here; undefined if it can. */
function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) {
    return "only root can run processes as other users";
  }
  const { status, error, stderr } = spawnSync("setpriv", asUser(alice, [process.execPath, "--version"]), {
    encoding: "utf8",
  });
  return status === 0 ? undefined : `setpriv cannot run Node.js as another user: ${error?.message ?? stderr}`;
}

/** `describe` if processes can run as two users. Otherwise the suite is skipped with a message. */
export function describeWithTwoUsers(name: string, suite: () => void): void {
  const why = obstacle();
  if (why === undefined) {
    describe(name, suite);
    return;
  }
  process.stderr.write(`Skipped: "${name}", because ${why}.\n`);
  describe.skip(name, suite);
}

/** A machine with a folder for temporary files that all users share. */
export class SharedMachine {
  readonly temporary: string;
  readonly #folder: string;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), "smartlock-users-"));
    chmodSync(this.#folder, 0o755);
    // Other users may not be able to read the checkout or its build.
    for (const name of SOURCES) {
      const { outputText } = ts.transpileModule(readFileSync(join(journal, `${name}.ts`), "utf8"), {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      writeFileSync(join(this.#folder, `${name}.js`), outputText, { mode: 0o644 });
    }
    this.temporary = join(this.#folder, "tmp");
    mkdirSync(this.temporary);
    chmodSync(this.temporary, 0o1777);
  }

  /** Runs a program as a user, with `openNotes` and `fs` in scope. Returns its result, or the message of its error. */
  run(uid: number, program: string): unknown {
    const script = `
      const { openNotes } = require(${JSON.stringify(join(this.#folder, "notes.js"))});
      const fs = require("node:fs");
      (async () => { ${program} })().then(
        (value) => process.stdout.write(JSON.stringify(value ?? null)),
        (error) => process.stdout.write(JSON.stringify("Error: " + error.message)),
      );`;
    const { stdout, stderr, status } = spawnSync("setpriv", asUser(uid, [process.execPath, "-e", script]), {
      encoding: "utf8",
      cwd: "/",
      env: { TMPDIR: this.temporary },
    });
    if (status !== 0) {
      throw new Error(`The program of user ${uid} in ${basename(this.#folder)} failed: ${stderr}`);
    }
    return JSON.parse(stdout);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
