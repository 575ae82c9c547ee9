import * as pulumi from "@pulumi/pulumi";
import { EXPLICIT, INHERITED, inheritable, type SettingsArgs, settingNames } from "./settings";

/** What an account of its own is configured with; what is not given comes from the environment. */
export type ProviderArgs = { readonly [K in keyof SettingsArgs]?: pulumi.Input<SettingsArgs[K] | undefined> };

/**
 * An account of its own, beside the one of the stack's configuration: pass it to resources as `{ provider }` and to
 * lookups as their last argument. It takes guards and tuning from the stack's configuration, but never its token.
 */
export class Provider extends pulumi.ProviderResource {
  /** For the program's own lookups, not for the state. */
  readonly #settings: pulumi.Output<Record<string, string>>;
  readonly #envVarMappings: Readonly<Record<string, string>>;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const settings = toSettings(args);
    super(
      "pulumi-nodejs",
      name,
      Object.fromEntries(
        [...settingNames, EXPLICIT, INHERITED].map((key) => [
          `smartlock:${key}`,
          settings.apply((all) => all[key]),
        ]),
      ),
      opts,
    );
    this.#settings = settings;
    this.#envVarMappings = opts?.envVarMappings ?? {};
  }

  /** @internal */
  static settingsOf(provider: Provider): pulumi.Output<Record<string, string>> {
    return provider.#settings;
  }

  /**
   * The environment as the engine gives it to the provider's own process: with `envVarMappings` each account has its
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

function toSettings(args: ProviderArgs): pulumi.Output<Record<string, string>> {
  const stack = new pulumi.Config("smartlock");
  const inherited = Object.fromEntries(
    inheritable.flatMap((key) => {
      const value = stack.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const token = args.token === undefined ? undefined : pulumi.secret(args.token);
  return pulumi.output({ ...args, token }).apply((given): Record<string, string> => {
    const texts = Object.entries(given).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as const],
    );
    const settings: Record<string, string> = Object.fromEntries(texts);
    return { ...settings, [EXPLICIT]: "true", [INHERITED]: JSON.stringify(inherited) };
  });
}
