/** Marks the configuration of an explicit provider, whose keys are not those of the stack. */
export const EXPLICIT = "explicit";

/** Holds what an explicit provider takes over from the stack's configuration. */
export const INHERITED = "inherited";

/** A place that may hold configuration, and how error messages describe it. */
export interface SettingsSource {
  /** The environment belongs to the pipeline: whoever sets it may decide where tokens are sent. */
  readonly isEnvironment?: true;
  get(key: string): string | undefined;
  describe(key: string): string;
  /** Completes a sentence such as "To get what you want, …". */
  howToChange(key: string): string;
}

/** A value from one source. */
export interface Given<Key extends string = string> {
  readonly key: Key;
  readonly value: string;
  readonly source: SettingsSource;
}

/** Tested with the engine: it configures from the state everything that the program does not register again. */
const SAVED =
  "`pulumi destroy`, and any run of a program that declares nothing any more, use what an earlier `pulumi up` saved in " +
  "the state, so run `pulumi up` first, or `pulumi destroy --run-program`, with a program that declares something";

/** The environment variable for a key. */
export function variableOf(key: string): string {
  return `SMARTLOCK_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export function environmentSource(environment: NodeJS.ProcessEnv): SettingsSource {
  return {
    isEnvironment: true,
    get: (key) => nonEmpty(environment[variableOf(key)]),
    describe: (key) => `environment variable ${variableOf(key)}`,
    howToChange: (key) => `change or unset ${variableOf(key)} in the environment`,
  };
}

/** `note` is what else to know about a change. */
export function stackSource(get: (key: string) => string | undefined, note = `: ${SAVED}`): SettingsSource {
  return {
    get: (key) => nonEmpty(get(key)),
    describe: (key) => `stack configuration smartlock:${key}`,
    howToChange: (key) => `change smartlock:${key} with \`pulumi config set\`${note}`,
  };
}

/** The arguments of an explicit provider, and what it took over from the stack. */
function explicitSources(get: (key: string) => string | undefined): [SettingsSource, SettingsSource] {
  const inherited = JSON.parse(get(INHERITED) ?? "{}") as Record<string, string>;
  return [
    {
      get: (key) => nonEmpty(get(key)),
      describe: (key) => `argument ${key} of the explicit provider`,
      howToChange: (key) => `change the argument ${key} in the program: ${SAVED}`,
    },
    stackSource((key) => inherited[key]),
  ];
}

/** Where settings come from, strongest first: an explicit provider, the environment, the stack. */
export function sourcesOf(
  environment: NodeJS.ProcessEnv,
  get: (key: string) => string | undefined,
): SettingsSource[] {
  if (get(EXPLICIT) === undefined) {
    return [environmentSource(environment), stackSource(get)];
  }
  const [explicit, inherited] = explicitSources(get);
  return [explicit, environmentSource(environment), inherited];
}

/** A secret argument of a provider that is not set arrives as null. */
function nonEmpty(text: string | null | undefined): string | undefined {
  return text === "" || text === null ? undefined : text;
}
