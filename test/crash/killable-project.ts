import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Project, type RunningCall } from "../pulumi/project";

/** Who is killed. If only the engine is, the provider stays alive and does not know it yet. */
export const victims = ["engine and provider", "engine", "provider"] as const;

export type Victim = (typeof victims)[number];

/** Every Node process of a run records itself and its parent: the CLI tells nobody the id of a provider. */
const NOTE_PROCESS = `"use strict";
const { writeFileSync, renameSync } = require("node:fs");
const { join } = require("node:path");
const note = { parent: process.ppid, script: process.argv[1] ?? "" };
const file = join(process.env.NOTED_PROCESSES, String(process.pid));
writeFileSync(file + ".part", JSON.stringify(note));
renameSync(file + ".part", file);
`;

export interface SavedResource {
  readonly type: string;
  readonly id?: string;
  readonly outputs?: { readonly authorizationIds?: Readonly<Record<string, string>> };
}

interface Saved {
  readonly checkpoint: { readonly latest?: { readonly resources?: readonly SavedResource[] } };
}

interface NotedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly script: string;
}

export interface KilledRun {
  readonly command: "up" | "destroy";
  readonly victim: Victim;
  /** Whether the engine saves its state after every step. */
  readonly checkpoints: boolean;
  readonly isTheMoment: () => boolean;
}

/** A project whose runs are killed at a given moment. */
export class KillableProject extends Project {
  /** Healing runs wait for what dead runs sent, and campaigns run beside other work. */
  protected override readonly startedWith = { timeout: 240_000, detached: true };
  readonly #notes: string;
  /** Processes of killed runs; some of them outlive their engine. */
  #left: number[] = [];

  constructor(environment: Readonly<Record<string, string>>) {
    super(environment);
    this.#notes = join(this.folder, "processes");
    mkdirSync(this.#notes);
    this.write("note-process.cjs", NOTE_PROCESS);
    this.setVariable("NOTED_PROCESSES", this.#notes);
    this.setVariable("NODE_OPTIONS", `--require ${JSON.stringify(join(this.folder, "note-process.cjs"))}`);
    this.loseNotes();
  }

  /** Dead runs leave notes there about what they sent. Later runs look elsewhere. */
  loseNotes(): void {
    this.setVariable("TMPDIR", mkdtempSync(join(this.folder, "tmp-")));
  }

  setCheckpoints(on: boolean): void {
    this.setVariable("PULUMI_SKIP_CHECKPOINTS", on ? undefined : "true");
  }

  /** Runs the command, kills it at the given moment, and unlocks the stack. False if it ended before that. */
  async runUntilKilled({ command, victim, checkpoints, isTheMoment }: KilledRun): Promise<boolean> {
    readdirSync(this.#notes).forEach((note) => rmSync(join(this.#notes, note)));
    this.setCheckpoints(checkpoints);
    const run = this.start(command, "--yes", "--skip-preview");
    const endings: unknown[] = [];
    void run.ended.then((result) => endings.push(result));
    while (!isTheMoment() || (victim === "provider" && this.#providers().length === 0)) {
      if (endings.length > 0) {
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (victim !== "provider") {
      run.kill();
    }
    if (victim !== "engine") {
      this.#providers().forEach(({ pid }) => kill(pid));
    }
    await run.ended;
    // The parent of a program is its language host, and the parent of a provider is a shell.
    this.#left.push(...this.#noted().flatMap(({ pid, parent }) => [pid, parent]));
    this.#removeHalfWritten();
    if (this.#isLocked()) {
      await this.pulumi("cancel", "--yes");
    }
    return true;
  }

  /** Ctrl-C as a terminal sends it: to the CLI and its whole process group. */
  interrupt({ pid }: RunningCall): void {
    if (pid !== undefined) {
      process.kill(-pid, "SIGINT");
    }
  }

  /** The resources of the saved state. */
  savedResources(): readonly SavedResource[] {
    const file = join(this.folder, "backend", ".pulumi", "stacks", "program", "test.json");
    const { checkpoint } = JSON.parse(readFileSync(file, "utf8")) as Saved;
    return (checkpoint.latest?.resources ?? []).filter(({ type }) => type.includes("smartlock:"));
  }

  /** Ends what killed runs left behind. */
  killWhatIsLeft(): void {
    this.#left
      .splice(0)
      .filter((pid) => this.#isOfThisProject(pid))
      .forEach(kill);
  }

  override remove(): void {
    this.killWhatIsLeft();
    super.remove();
  }

  #isLocked(): boolean {
    return this.#backend("locks").some((file) => file.endsWith(".json"));
  }

  /**
   * Pulumi's file backend writes a state to a temporary file and renames it, but not the small file with its
   * attributes. An engine that is killed at that point leaves an empty one. Then nothing can read the state ("failed to
   * load checkpoint: EOF") until a person deletes that file.
   */
  #removeHalfWritten(): void {
    this.#backend("")
      .filter((file) => file.endsWith(".attrs") && !isJson(readFileSync(file, "utf8")))
      .forEach((file) => rmSync(file));
  }

  /** The files in a folder of the backend. */
  #backend(folder: string): string[] {
    const path = join(this.folder, "backend", ".pulumi", folder);
    return existsSync(path)
      ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
      : [];
  }

  /** Process ids are reused: a process killed later must still be the one that was recorded. */
  #isOfThisProject(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(this.#notes);
    } catch {
      // The process is gone, or the system does not tell. Then nothing is killed, since it may belong to somebody else.
      return false;
    }
  }

  #providers(): NotedProcess[] {
    return this.#noted().filter(({ script }) => script.includes("dynamic-provider"));
  }

  #noted(): NotedProcess[] {
    return readdirSync(this.#notes)
      .filter((name) => !name.endsWith(".part"))
      .map((pid) => ({
        pid: Number(pid),
        ...(JSON.parse(readFileSync(join(this.#notes, pid), "utf8")) as Omit<NotedProcess, "pid">),
      }));
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
