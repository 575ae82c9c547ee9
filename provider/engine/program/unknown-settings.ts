import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../messages/nearest";
import { settingNames } from "../run/settings/settings";
import { isGuard, type UnknownSettings, unknownVariables } from "../run/settings/unknown-variables";
import { programError } from "./program-error";

/** What was found for the programs of this process. A program makes many resources and lookups. */
const found = new WeakMap<object, pulumi.RunError | "nothing">();

/**
 * Fails for settings in the stack's configuration that do not exist, and for variables that look like guards: a misspelt
 * guard would be off without a word. To be called by everything that a program can make with these settings. A program
 * is told once: Pulumi shows the same error only once.
 */
export function refuseUnknownSettings(): void {
  const program = pulumi.runtime.getStackResource();
  const wrong = (program && found.get(program)) ?? wrongSetting();
  if (program !== undefined) {
    found.set(program, wrong);
  }
  if (wrong !== "nothing") {
    throw wrong;
  }
}

function wrongSetting(): pulumi.RunError | "nothing" {
  const all = [
    unknownKeys(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject()),
    unknownVariables(process.env),
  ];
  all.flatMap(({ warnings }) => warnings).forEach((warning) => void pulumi.log.warn(warning));
  const errors = all.flatMap((one) => one.errors);
  return errors.length === 0 ? "nothing" : programError(errors.join("\n"));
}

/** In a project that is itself called `smartlock`, keys that look like no setting are the user's own. */
export function unknownKeys(keys: readonly string[], project: string): UnknownSettings {
  const unknown = keys
    .filter((key) => key.startsWith("smartlock:"))
    .map((key) => key.slice("smartlock:".length))
    .filter((key) => !(settingNames as readonly string[]).includes(key))
    .map((key) => ({ key, meant: nearest(key, settingNames) }));
  if (project !== "smartlock") {
    return { errors: unknown.map(({ key, meant }) => mistake(key, meant)), warnings: [] };
  }
  const alike = unknown.flatMap(({ key, meant }) => (meant === undefined ? [] : [{ key, meant }]));
  return {
    errors: alike.filter(({ meant }) => isGuard(meant)).map(({ key, meant }) => mistake(key, meant)),
    warnings: alike
      .filter(({ meant }) => !isGuard(meant))
      .map(
        ({ key, meant }) =>
          `smartlock:${key} is not a setting of pulumi-smartlock. Did you mean smartlock:${meant}?`,
      ),
  };
}

function mistake(key: string, meant: string | undefined): string {
  const hint =
    meant === undefined ? `The settings are ${settingNames.join(", ")}.` : `Did you mean smartlock:${meant}?`;
  return (
    `The stack's configuration has smartlock:${key}, which is not a setting of pulumi-smartlock. ${hint} ` +
    `To remove it: pulumi config rm smartlock:${key}`
  );
}
