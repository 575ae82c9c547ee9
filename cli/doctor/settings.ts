import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type UnknownSettings, unknownVariables } from "../../provider/engine/run/settings/unknown-variables";
import type { Settings } from "../../provider/engine/run/settings/settings";
import type { StackConfiguration } from "../connection/stack-configuration";
import { type Finding, hint, ok, problem } from "./finding";

/**
 * Settings that are misspelt: a guard with a wrong name is off.
 *
 * @param settings undefined if they cannot be used
 */
export async function settingFindings(
  settings: Settings | undefined,
  configuration: StackConfiguration | undefined,
  folder: string,
): Promise<Finding[]> {
  const unknown = [unknownVariables(process.env), await unknownInStack(configuration, folder)];
  const remedy = "Correct the name or remove it.";
  const found = [
    ...unknown.flatMap(({ errors }) => errors.map((what) => problem(what, remedy))),
    ...unknown.flatMap(({ warnings }) => warnings.map((what) => hint(what, remedy))),
  ];
  return [
    ...(settings === undefined
      ? []
      : [
          ok(`Base URL ${settings.baseUrl} (${settings.baseUrlSource}).`),
          ok(`Token from ${settings.token.source}.`),
        ]),
    ...(found.length === 0 ? [ok("All settings have names that are known.")] : found),
  ];
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
