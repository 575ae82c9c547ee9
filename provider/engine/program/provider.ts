import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../messages/nearest";
import { guardKeys } from "../run/settings/guards";
import { inheritable, settingNames, type SettingsArgs } from "../run/settings/settings";
import { EXPLICIT, INHERITED, variableOf } from "../run/settings/sources";
import { isPlain } from "./arguments";
import { programError } from "./program-error";
import { refuseUnknownSettings } from "./unknown-settings";

/**
 * The settings of an explicit provider. Settings that are not given come from the environment or, except for the token
 * and the base URL, from the stack's configuration.
 */
export type ProviderArgs = { readonly [K in keyof SettingsArgs]?: pulumi.Input<SettingsArgs[K] | undefined> };

/**
 * A separate account, in addition to the one in the stack's configuration. Pass it as `{ provider }` in the last
 * argument of resources and lookups. It takes guards and tuning from the stack's configuration, but never the token.
 * For guards (`readOnly`, `maxDeletes`), the strictest value applies, so a provider cannot loosen those of the
 * environment and the stack.
 */
export class Provider extends pulumi.ProviderResource {
  /** For lookups in the program, not for the state. */
  readonly #settings: pulumi.Output<Record<string, string>>;
  readonly #envVarMappings: Readonly<Record<string, string>>;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseUnknownSettings();
    refuseUnknownArguments(name, args);
    refuseGuards(name, opts?.envVarMappings ?? {});
    requireMapped(name, opts?.envVarMappings ?? {});
    const settings = toSettings(args);
    const inputs = Object.entries(settings).map(([key, value]) => [`smartlock:${key}`, value] as const);
    super("pulumi-nodejs", name, Object.fromEntries(inputs), opts);
    this.#settings = pulumi.output(settings).apply(present);
    this.#envVarMappings = opts?.envVarMappings ?? {};
  }

  /** @internal */
  static settingsOf(provider: Provider): pulumi.Output<Record<string, string>> {
    return provider.#settings;
  }

  /**
   * The environment as the engine passes it to the provider's own process. With `envVarMappings`, each account has its
   * token in a variable of its own.
   * @internal
   */
  static environmentOf(provider: Provider): NodeJS.ProcessEnv {
    const mapped = Object.entries(provider.#envVarMappings).flatMap(([from, to]) =>
      process.env[from] === undefined ? [] : [[to, process.env[from]] as const],
    );
    return { ...process.env, ...Object.fromEntries(mapped) };
  }
}

/** In JavaScript nothing checks the names of arguments, and a misspelt guard would silently be off. */
function refuseUnknownArguments(name: string, args: ProviderArgs): void {
  if (!isPlain(args)) {
    throw programError(
      `Provider "${name}": the second argument must be an object with settings, or left out.`,
    );
  }
  for (const key of Object.keys(args)) {
    if (!(settingNames as readonly string[]).includes(key)) {
      const meant = nearest(key, settingNames);
      const hint =
        meant === undefined ? `The arguments are ${settingNames.join(", ")}.` : `Did you mean ${meant}?`;
      const option = "It is an option: pass it in the third argument.";
      throw programError(
        `Provider "${name}" has no argument ${key}. ${key === "envVarMappings" ? option : hint}`,
      );
    }
  }
}

/** The provider's process would not see what the environment really says, so it could not apply the strictest value. */
function refuseGuards(name: string, envVarMappings: Readonly<Record<string, string>>): void {
  for (const [from, to] of Object.entries(envVarMappings)) {
    // Windows ignores the case of variable names.
    const guard = Object.keys(guardKeys).find((key) => variableOf(key) === to.toUpperCase());
    if (guard !== undefined) {
      throw programError(
        `Provider "${name}": envVarMappings maps ${from} to ${to}, and could loosen what the environment sets. ` +
          `Leave it out. To make this provider stricter, pass the argument ${guard}.`,
      );
    }
  }
}

/** Without the variable that is mapped, the process would see the one of another account, and work there. */
function requireMapped(name: string, envVarMappings: Readonly<Record<string, string>>): void {
  const read = settingNames.map(variableOf);
  for (const [from, to] of Object.entries(envVarMappings)) {
    if (read.includes(to.toUpperCase()) && (process.env[from] ?? "") === "") {
      throw programError(
        `Provider "${name}": envVarMappings maps ${from} to ${to}, but ${from} is not set. Nothing was done, because the ` +
          `${to} of another account could be used. Set ${from}.`,
      );
    }
  }
}

/** Only the token is a secret. What is looked up with it is not. */
function toSettings(args: ProviderArgs): Record<string, pulumi.Output<string | undefined>> {
  const stack = new pulumi.Config("smartlock");
  const inherited = present(Object.fromEntries(inheritable.map((key) => [key, stack.get(key)])));
  const given = Object.entries(args).map(([key, value]) => {
    const text = pulumi
      .output(value as pulumi.Input<string | number | boolean | undefined>)
      .apply((known) => (known === undefined ? undefined : String(known)));
    return [key, key === "token" ? pulumi.secret(text) : text] as const;
  });
  return {
    ...Object.fromEntries(given),
    [EXPLICIT]: pulumi.output("true"),
    [INHERITED]: pulumi.output(JSON.stringify(inherited)),
  };
}

function present(texts: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text] as const],
  );
  return Object.fromEntries(given);
}
