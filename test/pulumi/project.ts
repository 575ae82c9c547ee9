import { spawn, type SpawnOptions } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { packageFolder, pulumiCli } from "./from-setup";

export interface CliResult {
  readonly code: number;
  /** What a person at the terminal sees. */
  readonly output: string;
  readonly stdout: string;
}

export interface RunningCall {
  readonly pid: number | undefined;
  /** Like kill -9. */
  kill(): void;
  /** The output so far. */
  said(): string;
  readonly ended: Promise<CliResult>;
}

/** Longer than any call takes on a busy machine: a longer one hangs. It is ended, and its output is shown. */
const CALL_TIMEOUT_MS = 150_000;

/** A Pulumi project in its own folder, with the packed package installed and a file backend. */
export class Project {
  readonly folder: string;
  /** For projects with special needs for their calls. */
  protected readonly startedWith: Pick<SpawnOptions, "timeout" | "detached"> = {};
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: Readonly<Record<string, string>>) {
    const cli = pulumiCli();
    this.folder = mkdtempSync(join(tmpdir(), "smartlock-project-"));
    const backend = join(this.folder, "backend");
    mkdirSync(backend);
    symlinkSync(join(packageFolder(), "node_modules"), join(this.folder, "node_modules"));
    this.#environment = {
      ...process.env,
      PATH: `${dirname(cli)}${delimiter}${process.env["PATH"] ?? ""}`,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_BACKEND_URL: `file://${backend}`,
      PULUMI_CONFIG_PASSPHRASE: "an invented passphrase",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      ...environment,
    };
    writeFileSync(join(this.folder, "package.json"), JSON.stringify({ name: "program", private: true }));
    this.write("Pulumi.yaml", "name: program\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
  }

  /** Sets a variable for later calls, or removes it. */
  setVariable(name: string, value: string | undefined): void {
    this.#environment[name] = value;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** The program, in JavaScript: it starts faster than TypeScript. `smartlock` and `pulumi` are in scope. */
  program(body: string): void {
    this.write(
      "index.js",
      `"use strict";\nconst pulumi = require("@pulumi/pulumi");\nconst smartlock = require("pulumi-smartlock");\n${body}\n`,
    );
  }

  /** Runs the CLI and fails the test if it does not end as expected. */
  async pulumi(...args: string[]): Promise<CliResult> {
    const result = await this.attempt(...args);
    if (result.code !== 0) {
      throw new Error(`pulumi ${args.join(" ")} ended with ${result.code}:\n${result.output}`);
    }
    return result;
  }

  attempt(...args: string[]): Promise<CliResult> {
    return this.start(...args).ended;
  }

  /** Starts the CLI, for tests that act on it while it runs. */
  start(...args: string[]): RunningCall {
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: CALL_TIMEOUT_MS,
      killSignal: "SIGKILL",
      ...this.startedWith,
    });
    let output = "";
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = new Promise<CliResult>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => {
        if (signal !== null) {
          output += `\n(ended by ${signal})\n`;
        }
        resolve({ code: code ?? -1, output, stdout });
      });
    });
    return { pid: child.pid, kill: () => child.kill("SIGKILL"), said: () => output, ended };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
