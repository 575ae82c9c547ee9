import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const example = resolve(__dirname, "../../../examples/gitops");

/** A repository on a server (a bare one on disk), with the actions of people and runners. */
export class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), "smartlock-gitops-"));
  readonly #server = join(this.folder, "server.git");
  readonly #desk = join(this.folder, "desk");
  #jobs = 0;

  constructor() {
    git(this.folder, "init", "--quiet", "--bare", "--initial-branch=main", this.#server);
    git(this.folder, "clone", "--quiet", this.#server, this.#desk);
    git(this.#desk, "switch", "--quiet", "--orphan", "main");
    cpSync(example, this.#desk, { recursive: true, filter: (file) => !file.endsWith("node_modules") });
  }

  /** Commits files to a branch that starts at the current main, and pushes it. */
  push(branch: string, files: Readonly<Record<string, string>>): void {
    if (branch !== "main") {
      git(this.#desk, "switch", "--quiet", "--create", branch, "main");
    }
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(this.#desk, file), text);
    }
    git(this.#desk, "add", "--all");
    git(this.#desk, "commit", "--quiet", "--message", `Change ${Object.keys(files).join(", ")}`);
    git(this.#desk, "push", "--quiet", "origin", branch);
    git(this.#desk, "switch", "--quiet", "main");
  }

  /** Merges a pull request like the server, in one of the ways it offers. */
  merge(branch: string, how: "--no-ff" | "--squash"): void {
    git(this.#desk, "merge", "--quiet", how, ...(how === "--no-ff" ? ["--no-edit"] : []), branch);
    if (how === "--squash") {
      git(this.#desk, "commit", "--quiet", "--message", `Merge ${branch}`);
    }
    git(this.#desk, "push", "--quiet", "origin", "main");
  }

  /** The checkout of a runner for a pull request: its merge with the current main. */
  checkOutPullRequest(branch: string): string {
    const folder = this.checkOutMain();
    git(folder, "merge", "--quiet", "--no-ff", "--no-edit", `origin/${branch}`);
    return folder;
  }

  /** The checkout of a runner for a run on main, with the packages installed. */
  checkOutMain(): string {
    this.#jobs += 1;
    const folder = join(this.folder, `job-${this.#jobs}`);
    git(this.folder, "clone", "--quiet", this.#server, folder);
    const packages = process.env["SMARTLOCK_TEST_PACKAGE"];
    if (packages !== undefined) {
      symlinkSync(join(packages, "node_modules"), join(folder, "node_modules"));
    }
    return folder;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=pipeline", "-c", "user.email=pipeline@example.com"];
  // A developer's own settings (signing, hooks) must not apply.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...identity, ...args], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
}
