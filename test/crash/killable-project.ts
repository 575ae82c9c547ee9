import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Project } from "../pulumi/project";

/** Who is killed. What is left of the engine alone is a provider that does not know it yet. */
export const victims = ["engine and provider", "engine", "provider"] as const;

export type Victim = (typeof victims)[number];

/** Every Node process of a run notes itself and its parent: the CLI tells nobody the id of a provider. */
const NOTE_PROCESS = `"use strict";
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const note = { parent: process.ppid, script: process.argv[1] ?? "" };
writeFileSync(join(process.env.NOTED_PROCESSES, String(process.pid)), JSON.stringify(note));
`;

/** A project in the fast mode, without checkpoints, whose runs are killed when the service has seen enough. */
export class KillableProject extends Project {
  readonly #notes: string;
  /** Processes of the last run that was killed; some of them outlive their engine. */
  #left: number[] = [];

  constructor(environment: Readonly<Record<string, string>>) {
    super({ ...environment, PULUMI_SKIP_CHECKPOINTS: "true" });
    this.#notes = join(this.folder, "processes");
    // Runs that die leave notes there about what they sent.
    const temporary = join(this.folder, "tmp");
    mkdirSync(temporary);
    mkdirSync(this.#notes);
    this.write("note-process.cjs", NOTE_PROCESS);
    this.setVariable("NOTED_PROCESSES", this.#notes);
    this.setVariable("NODE_OPTIONS", `--require ${JSON.stringify(join(this.folder, "note-process.cjs"))}`);
    this.setVariable("TMPDIR", temporary);
  }

  /** Runs `up`, kills it as soon as the moment has come, and frees the stack. */
  async upUntilKilled(victim: Victim, isTheMoment: () => boolean): Promise<void> {
    this.killWhatIsLeft();
    readdirSync(this.#notes).forEach((note) => rmSync(join(this.#notes, note)));
    const run = this.start("up", "--yes", "--skip-preview");
    let end: string | undefined;
    void run.ended.then(({ output }) => (end = output));
    while (!isTheMoment()) {
      if (end !== undefined) {
        throw new Error(`The run ended before the moment at which it was to be killed:\n${end}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const processes = this.#noted();
    // The parent of a program is its language host, the parent of a provider a shell.
    this.#left = processes.flatMap(({ pid, parent }) => [pid, parent]);
    if (victim !== "provider") {
      run.kill();
    }
    if (victim !== "engine") {
      processes.filter(({ script }) => script.includes("dynamic-provider")).forEach(({ pid }) => kill(pid));
    }
    await run.ended;
    if (victim !== "provider") {
      // A killed engine leaves the stack locked.
      await this.pulumi("cancel", "--yes");
    }
  }

  /** Ends what the last killed run left behind. */
  killWhatIsLeft(): void {
    this.#left.splice(0).forEach(kill);
  }

  override remove(): void {
    this.killWhatIsLeft();
    super.remove();
  }

  #noted(): { pid: number; parent: number; script: string }[] {
    return readdirSync(this.#notes).map((pid) => ({
      pid: Number(pid),
      ...(JSON.parse(readFileSync(join(this.#notes, pid), "utf8")) as { parent: number; script: string }),
    }));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
