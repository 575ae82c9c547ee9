import * as pulumi from "@pulumi/pulumi";
import { guardKeys } from "./guards";
import { nearest } from "./nearest";
import { programError } from "./program-error";
import { settingNames, variableOf } from "./settings";

/** What was found for the programs of this process. A program makes many resources and lookups. */
const found = new WeakMap<object, pulumi.RunError | "nothing">();

/**
 * Fails for settings in the stack's configuration that do not exist: a misspelt guard would be off without a word. To
 * be called by everything that a program can make with these settings. A program is told once: Pulumi shows the same
 * error only once.
 */
export function refuseUnknownSettings(): void {
  const program = pulumi.runtime.getStackResource();
  const known = program && found.get(program);
  const wrong = known ?? wrongSetting(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject());
  if (known === undefined) {
    unknownVariables(process.env).forEach(({ text }) => void pulumi.log.warn(text));
  }
  if (program !== undefined) {
    found.set(program, wrong);
  }
  if (wrong !== "nothing") {
    throw wrong;
  }
}

function wrongSetting(keys: readonly string[], project: string): pulumi.RunError | "nothing" {
  const { errors, warnings } = unknownKeys(keys, project);
  warnings.forEach((warning) => void pulumi.log.warn(warning));
  return errors.length === 0 ? "nothing" : programError(errors.join("\n"));
}

export interface UnknownKeys {
  readonly errors: string[];
  readonly warnings: string[];
}

/** In a project that is itself called `smartlock`, keys that look like no setting are the user's own. */
export function unknownKeys(keys: readonly string[], project: string): UnknownKeys {
  const unknown = keys
    .filter((key) => key.startsWith("smartlock:"))
    .map((key) => key.slice("smartlock:".length))
    .filter((key) => !(settingNames as readonly string[]).includes(key))
    .map((key) => ({ key, meant: nearest(key, settingNames) }));
  if (project !== "smartlock") {
    return { errors: unknown.map(({ key, meant }) => mistake(key, meant)), warnings: [] };
  }
  const alike = unknown.flatMap(({ key, meant }) => (meant === undefined ? [] : [{ key, meant }]));
  const isGuard = ({ meant }: { readonly meant: string }): boolean => Object.hasOwn(guardKeys, meant);
  return {
    errors: alike.filter(isGuard).map(({ key, meant }) => mistake(key, meant)),
    warnings: alike
      .filter((one) => !isGuard(one))
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

/** Read by other parts of the package, or by its own tests and scripts. A test finds what is missing here. */
const OTHERS = /^SMARTLOCK_(LOG$|RECORD$|(CLI|TEST|MODEL|MUTATION|MUTANT|MATRIX|HOSTILE|KILL|LOAD|PROOF)_)/;

/** Variables that look like settings but are not, with a message about each. */
export function unknownVariables(environment: NodeJS.ProcessEnv): { name: string; text: string }[] {
  const known = settingNames.map(variableOf);
  return Object.keys(environment)
    .filter((name) => name.startsWith("SMARTLOCK_") && !OTHERS.test(name) && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      return {
        name,
        text: `The environment variable ${name} is set, but pulumi-smartlock reads no variable of that name by itself.${hint}`,
      };
    });
}
