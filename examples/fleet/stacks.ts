import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ConcurrentUpdateError,
  LocalWorkspace,
  type OutputMap,
  type PulumiCommand,
  type PulumiFn,
  type Stack,
  StackNotFoundError,
} from "@pulumi/pulumi/automation";
import { type Change, EventLog } from "./events";
import { heldBy, reasonOf } from "./failures";

const PROJECT = "smartlock-fleet";

export type Command = "preview" | "up" | "drift" | "destroy";

/** What happened to one stack. */
export interface Outcome {
  readonly stack: string;
  readonly changes: readonly Change[];
  readonly words: readonly string[];
  /** Why it failed; absent if it did not. */
  readonly failure?: string;
}

/** The stacks of the fleet, wherever the backend keeps them. */
export class Stacks {
  readonly #folder: string;
  readonly #cli: PulumiCommand;
  readonly #environment: Readonly<Record<string, string>>;

  /** @param folder where the CLI may keep its own files */
  constructor(folder: string, cli: PulumiCommand, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#cli = cli;
    this.#environment = environment;
  }

  /** The names of all stacks that hold something. */
  async deployed(): Promise<string[]> {
    const workspace = await LocalWorkspace.create(this.#options("", {}));
    const stacks = await workspace.listStacks();
    return stacks.filter(({ resourceCount = 0 }) => resourceCount > 0).map(({ name }) => name);
  }

  /** The outputs of a stack as the last `up` left them; none if there was no `up`. */
  async outputs(name: string): Promise<OutputMap> {
    try {
      const program = (): Promise<void> => Promise.resolve();
      const stack = await LocalWorkspace.selectStack(
        { stackName: name, projectName: PROJECT, program },
        this.#options(name, {}),
      );
      return await stack.outputs();
    } catch (error) {
      if (error instanceof StackNotFoundError) {
        return {};
      }
      throw error;
    }
  }

  /** Runs a command on a stack, and creates the stack if it does not exist. Never throws: one stack's failure must not stop the others. */
  async run(
    command: Command,
    name: string,
    { program, environment }: { program: () => PulumiFn; environment: Record<string, string> },
  ): Promise<Outcome> {
    const log = new EventLog();
    try {
      const stack = await LocalWorkspace.createOrSelectStack(
        { stackName: name, projectName: PROJECT, program: program() },
        this.#options(name, environment),
      );
      await carryOut(command, stack, log);
      return { stack: name, changes: log.changes, words: log.words };
    } catch (error) {
      const reason = error instanceof ConcurrentUpdateError ? heldBy(error, name) : reasonOf(error);
      const failure = log.errors.length > 0 ? log.errors.join("\n") : reason;
      return { stack: name, changes: log.changes, words: log.words, failure };
    }
  }

  /**
   * A folder for each stack: the CLI records for each folder which stack is selected, and stacks that run at the same time
   * must not write the same file. It is below the example's own folder, so that the engine finds node_modules from there.
   */
  #options(name: string, environment: Record<string, string>) {
    const workDir = join(this.#folder, "stacks", name);
    mkdirSync(workDir, { recursive: true });
    const projectFile = join(workDir, "Pulumi.yaml");
    if (!existsSync(projectFile)) {
      writeFileSync(projectFile, `name: ${PROJECT}\nruntime: nodejs\n`);
    }
    return { workDir, pulumiCommand: this.#cli, envVars: { ...this.#environment, ...environment } };
  }
}

async function carryOut(command: Command, stack: Stack, log: EventLog): Promise<void> {
  const options = { onEvent: log.add.bind(log), color: "never" as const };
  switch (command) {
    case "up":
      await stack.up({ ...options, showSecrets: false });
      break;
    case "destroy":
      await stack.destroy({ ...options, showSecrets: false });
      await stack.workspace.removeStack(stack.name);
      break;
    // The provider compares the declaration with what the service holds now: drift is what a preview finds.
    case "preview":
    case "drift":
      await stack.preview(options);
  }
}
