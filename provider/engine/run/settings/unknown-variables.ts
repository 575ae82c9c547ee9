import { LinesError } from "../../messages/lines";
import { nearest } from "../../messages/nearest";
import { guardKeys } from "./guards";
import { settingNames } from "./settings";
import { variableOf } from "./sources";

export interface UnknownSettings {
  readonly errors: string[];
  readonly warnings: string[];
}

export function isGuard(key: string | undefined): boolean {
  return key !== undefined && Object.hasOwn(guardKeys, key);
}

/** Read by other parts of the package, or by its own tests and scripts. A test finds what is missing here. */
const OTHERS = /^SMARTLOCK_(LOG$|RECORD$|(CLI|TEST|MODEL|MUTATION|MUTANT|MATRIX|HOSTILE|KILL|LOAD|PROOF)_)/;

/** The words of a guard in another order or form, such as a limit of deletions. */
const MEANS_MAX_DELETES = /^SMARTLOCK_((MAX|LIMIT)_?DELET[A-Z]{0,4}|DELET[A-Z]{0,4}_?(MAX|LIMIT))$/i;

/**
 * Variables that look like settings but are not. Most may belong to something else on the machine. One that looks like a
 * guard is an error, unless it has no value: a guard without a value is off as well.
 */
export function unknownVariables(environment: NodeJS.ProcessEnv): UnknownSettings {
  const known = settingNames.map(variableOf);
  // Windows ignores the case of variable names.
  const isRead = (name: string): boolean =>
    known.includes(process.platform === "win32" ? name.toUpperCase() : name);
  const unknown = Object.keys(environment)
    .filter((name) => !isRead(name) && !OTHERS.test(name))
    .map((name) => {
      const meant = MEANS_MAX_DELETES.test(name) ? variableOf("maxDeletes") : nearest(name, known);
      const guard = settingNames.find((key) => isGuard(key) && variableOf(key) === meant);
      // A longer name may be one that the program reads itself, such as the guard of one account.
      const isLonger = name.startsWith(`${String(meant)}_`) && /[^_]$/.test(name);
      return { name, meant, isMisspeltGuard: guard !== undefined && !isLonger && environment[name] !== "" };
    });
  return {
    errors: unknown
      .filter(({ isMisspeltGuard }) => isMisspeltGuard)
      .map(
        ({ name, meant }) =>
          `The environment variable ${name} is set, but pulumi-smartlock does not read it: the guard is called ${meant}. ` +
          `The run stops, because the guard would be off. Rename the variable to ${meant}, or unset it.`,
      ),
    warnings: unknown
      .filter(({ name, isMisspeltGuard }) => name.startsWith("SMARTLOCK_") && !isMisspeltGuard)
      .map(
        ({ name, meant }) =>
          `The environment variable ${name} is set, but it is not a setting of pulumi-smartlock.` +
          (meant === undefined ? "" : ` Did you mean ${meant}?`),
      ),
  };
}

/** `pulumi destroy` and `pulumi refresh` run no program, so the provider's own process looks as well. */
export function refuseMisspeltGuards(environment: NodeJS.ProcessEnv): void {
  const { errors } = unknownVariables(environment);
  if (errors.length > 0) {
    throw new LinesError(errors);
  }
}
