import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type UnknownSettings, unknownVariables } from "../../provider/engine/run/settings/unknown-variables";
import { CommandError } from "../command-error";
import type { Connection } from "./connect";
import type { StackConfiguration } from "./stack-configuration";

/**
 * A guard with a wrong name is off. So nothing is done until it is corrected, as in a run of Pulumi.
 *
 * @param undone what was not done, in words
 */
export async function refuseMisspeltGuards(
  { configuration }: Connection,
  folder: string,
  undone: string,
): Promise<void> {
  const inStack = await unknownInStack(configuration, folder);
  const errors = [...unknownVariables(process.env).errors, ...inStack.errors];
  if (errors.length > 0) {
    throw new CommandError(`${undone} ${errors.join(" ")}`);
  }
}

export async function unknownInStack(
  configuration: StackConfiguration | undefined,
  folder: string,
): Promise<UnknownSettings> {
  if (configuration === undefined) {
    return { errors: [], warnings: [] };
  }
  // Loads the SDK of Pulumi, which takes a second.
  const { unknownKeys } = await import("../../provider/engine/program/unknown-settings.js");
  return unknownKeys([...configuration.keys()], await projectIn(folder));
}

/** The name of the Pulumi project in a folder, or an empty text. */
async function projectIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, "Pulumi.yaml"), "utf8").catch(() => "");
  return /^name:\s*["']?([^\s"']+)/m.exec(text)?.[1] ?? "";
}
