import * as pulumi from "@pulumi/pulumi";
import { guardKeys } from "./guards";
import { settingNames, variableOf } from "./settings";

/** What the programs of this process have been warned about. A program makes many resources. */
const seen = new WeakSet<object>();

/**
 * Fails for settings in the stack's configuration that do not exist: a misspelt guard would be off without a word. In a
 * project that is itself called `smartlock`, other keys are the user's own.
 */
export function refuseUnknownSettings(): void {
  const program = pulumi.runtime.getStackResource();
  if (program !== undefined && seen.has(program)) {
    return;
  }
  if (program !== undefined) {
    seen.add(program);
  }
  const isOwn = pulumi.getProject() === "smartlock";
  for (const key of unknownKeys(Object.keys(pulumi.runtime.allConfig()))) {
    const nearest = nearestOf(key);
    if (!isOwn || (nearest !== undefined && Object.hasOwn(guardKeys, nearest))) {
      const hint =
        nearest === undefined ? `there are ${settingNames.join(", ")}` : `did you mean smartlock:${nearest}?`;
      throw new pulumi.RunError(
        `The stack's configuration has smartlock:${key}, which is not a setting of pulumi-smartlock: ${hint} ` +
          `Correct it, or remove it with: pulumi config rm smartlock:${key}`,
      );
    }
    if (nearest !== undefined) {
      void pulumi.log.warn(
        `smartlock:${key} is not a setting of pulumi-smartlock. Did you mean smartlock:${nearest}?`,
      );
    }
  }
  for (const variable of unknownVariables(process.env)) {
    void pulumi.log.warn(`${variable} is set, but pulumi-smartlock has no such variable. It is ignored.`);
  }
}

export function unknownKeys(keys: readonly string[]): string[] {
  return keys
    .filter((key) => key.startsWith("smartlock:"))
    .map((key) => key.slice("smartlock:".length))
    .filter((key) => !(settingNames as readonly string[]).includes(key));
}

/** Variables of the log are read by the http layer. */
const OTHERS = ["SMARTLOCK_LOG", "SMARTLOCK_CLI_SHA256"];

export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = [...settingNames.map(variableOf), ...OTHERS];
  return Object.keys(environment).filter(
    (name) => name.startsWith("SMARTLOCK_") && !name.startsWith("SMARTLOCK_TEST_") && !known.includes(name),
  );
}

/** More changes than this are another word. */
const MOST_CHANGES = 2;

/** The setting that a key was probably meant to be. */
export function nearestOf(key: string): string | undefined {
  const [nearest] = settingNames
    .map((name) => ({ name, changes: changesBetween(key.toLowerCase(), name.toLowerCase()) }))
    .filter(({ changes }) => changes <= MOST_CHANGES)
    .sort((left, right) => left.changes - right.changes);
  return nearest?.name;
}

/** How many letters must be added, dropped or replaced to make one word of the other. */
export function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of Array.from(other).entries()) {
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
