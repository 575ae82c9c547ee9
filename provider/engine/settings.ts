import { isAbsolute } from "node:path";
import { z } from "zod";
import { DEFAULT_BUDGET_MS, scrub, Secret, shown, whyNoBaseUrl } from "../http";
import { guardKeys, type Guards, strictest } from "./guards";
import type { NotesFolder } from "./notes";
import { aboveZero, oneOf, wholeNumber, yesOrNo } from "./setting-forms";
import { adoptionPolicies, MAX_SETTLE_SECONDS } from "./steering";
import { requirePlace } from "./token-place";

const DEFAULT_BASE_URL = "https://api.nuki.io";
/** More than this of a wrong value nobody needs to see. */
const LONGEST_VALUE = 12;
/** Each invisible character of it is told with up to ten. */
const LONGEST_WORDS = 10 * LONGEST_VALUE;

/** Configuration keys below `smartlock:`, each with an environment twin (`SMARTLOCK_BASE_URL`). */
const keys = {
  /** The API token of the account. */
  token: z.string().min(1),
  /** Where the service is. */
  baseUrl: z.string().superRefine(refuseBadUrl).default(DEFAULT_BASE_URL),
  /** How many requests may be under way at once. */
  concurrency: wholeNumber(1, 256).optional(),
  /** How many requests may be begun in a second; without it, as many as the service answers. */
  requestsPerSecond: aboveZero().optional(),
  /** How many objects one request may write at the most; 1 sends each write by itself. */
  bulkSize: wholeNumber(1, 1000).default(100),
  /** Seconds that one operation may take, with every retry and wait. */
  timeout: aboveZero().default(DEFAULT_BUDGET_MS / 1000),
  /** What to do with objects that exist already, for resources that do not say it themselves. */
  adopt: oneOf(adoptionPolicies).default("recover"),
  /** What a preview compares the program with: the service itself, or only the saved state. */
  diff: oneOf(["live", "state"]).default("live"),
  /** Whether a preview asks the service for mistakes that are certain. */
  preflight: oneOf(["on", "off"]).default("on"),
  /** Seconds to wait until the service has done what it accepted, for resources that do not say it themselves. */
  settleTimeout: aboveZero(MAX_SETTLE_SECONDS).default(120),
  /** The folder for notes about creates under way; without it, one of this user's on this machine. */
  notes: z.string().refine(isAbsolute, "must be a full path: another run may begin elsewhere").optional(),
  /** Asks each lock what it holds before the first create on it that the service could make twice. Costs battery. */
  syncBeforeCreate: yesOrNo()
    .default("false")
    .transform((text) => text === "true"),
};
const schema = z.object(keys);
const allKeys = { ...keys, ...guardKeys };

type Key = keyof typeof allKeys;

export const settingNames = Object.keys(allKeys) as Key[];

/** Marks the configuration of an explicit provider, whose keys are not those of the stack. */
export const EXPLICIT = "explicit";
/** Holds what an explicit provider takes over from the stack's configuration. */
export const INHERITED = "inherited";

/** Guards and tuning. Never the token, and not the place it belongs to. */
export const inheritable = settingNames.filter((key) => key !== "token" && key !== "baseUrl");

/** The settings as a program writes them. */
export interface SettingsArgs {
  /** The API token of the account. */
  token: string;
  /** Where the service is; `https://api.nuki.io` without it. */
  baseUrl: string;
  /** How many requests may be under way at once. */
  concurrency: number;
  /** How many requests may be begun in a second. */
  requestsPerSecond: number;
  /** How many objects one request may write at the most. */
  bulkSize: number;
  /** Seconds that one operation may take, with every retry and wait. */
  timeout: number;
  /** What to do with objects that exist already: `recover`, `same`, `always` or `never`. */
  adopt: (typeof adoptionPolicies)[number];
  /** What a preview compares the program with: the service (`live`) or only the saved state (`state`). */
  diff: "live" | "state";
  /** Whether a preview asks the service for mistakes that are certain. */
  preflight: "on" | "off";
  /** Seconds to wait until the service has done what it accepted. */
  settleTimeout: number;
  /** How many objects a run may delete at the most. */
  maxDeletes: number;
  /** Refuses every request that would change something. */
  readOnly: boolean;
  /**
   * The folder for notes about creates under way, as a full path. A run that finds there what a dead run has sent does not
   * send it again: choose storage that the next runner sees too, and that keeps at once what is written.
   */
  notes: string;
  /**
   * Makes each lock tell what it holds before the first app or fob authorization of a run is made on it, for runners that
   * lose the notes of dead runs. It wakes the lock, which costs battery; each such create waits for up to `settleTimeout`
   * seconds; and the token needs the scope `smartlock.action`.
   */
  syncBeforeCreate: boolean;
}

export interface Settings extends Omit<z.output<typeof schema>, "token" | "notes">, Guards {
  readonly token: Secret;
  readonly notes: NotesFolder | undefined;
}

/** A place that may hold configuration, with the words for it in an error. */
export interface SettingsSource {
  /** The environment is the pipeline's: who sets it may say where tokens go. */
  readonly isEnvironment?: true;
  get(key: string): string | undefined;
  describe(key: string): string;
  /** Follows on "To get what you want, …". */
  howToChange(key: string): string;
}

/** What one source says. */
export interface Given {
  readonly key: Key;
  readonly value: string;
  readonly source: SettingsSource;
}

/** Tried on the engine: it configures from the state whatever the program does not register anew. */
const SAVED =
  "`pulumi destroy`, and any run of a program that declares nothing any more, use what an earlier `pulumi up` saved in " +
  "the state, so run `pulumi up` first, or `pulumi destroy --run-program`, with a program that declares something";

/** The environment's twin of a key. */
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

export function stackSource(get: (key: string) => string | undefined): SettingsSource {
  return {
    get: (key) => nonEmpty(get(key)),
    describe: (key) => `stack configuration smartlock:${key}`,
    howToChange: (key) => `change smartlock:${key} with \`pulumi config set\`: ${SAVED}`,
  };
}

/** What an explicit provider was given, and what it took over from the stack. */
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

/** Where settings come from, first the strongest: an explicit provider, the environment, the stack. */
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

/** An argument of a provider that is absent and secret arrives as null. */
function nonEmpty(text: string | null | undefined): string | undefined {
  return text === "" || text === null ? undefined : text;
}

/** Takes each key from the first source that has it, but guards from the strictest. */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const given = (key: Key): Given[] =>
    sources.flatMap((source) => {
      const value = source.get(key);
      return value === undefined ? [] : [{ key, value, source }];
    });
  const first = (Object.keys(keys) as Key[]).flatMap((key) => given(key).slice(0, 1));
  const guarding = (Object.keys(guardKeys) as Key[]).flatMap(given);
  const token = first.find(({ key }) => key === "token");
  if (token === undefined) {
    throw new Error(
      "No token for the smart lock service. Set it with `pulumi config set --secret smartlock:token`, or in the " +
        "environment variable SMARTLOCK_TOKEN.",
    );
  }
  refuseMistakes([...first, ...guarding], token.value);
  const environment = sources.find(({ isEnvironment }) => isEnvironment);
  requirePlace(
    token,
    first.find(({ key }) => key === "baseUrl"),
    [DEFAULT_BASE_URL, environment?.get("baseUrl")],
  );
  return {
    ...schema.parse(Object.fromEntries(first.map(({ key, value }) => [key, value]))),
    ...strictest(guarding),
    token: new Secret(token.value, token.source.describe("token")),
    notes: notesIn(first),
  };
}

/** A guard is wrong even where another source is stricter: a typo must not loosen it on the day that the other goes. */
function refuseMistakes(given: readonly Given[], token: string): void {
  const problems = given.flatMap(({ key, value, source }) => {
    const [issue] = allKeys[key].safeParse(value).error?.issues ?? [];
    // A URL may hold credentials, and what is long may be a token that was given in the wrong place.
    const isTellable = key !== "baseUrl" && value.length <= LONGEST_VALUE;
    const what = isTellable ? `"${shown(scrub(value, [token]), LONGEST_WORDS)}"` : "it";
    return issue === undefined ? [] : [`${source.describe(key)}: ${what} ${issue.message}`];
  });
  if (problems.length > 0) {
    throw new Error(`The configuration of the smart lock provider is wrong. ${problems.join(". ")}.`);
  }
}

function refuseBadUrl(text: string, context: z.RefinementCtx): void {
  const why = whyNoBaseUrl(text);
  if (why !== undefined) {
    context.addIssue({ code: "custom", message: `cannot be used: ${why}` });
  }
}

function notesIn(given: readonly Given[]): NotesFolder | undefined {
  const notes = given.find(({ key }) => key === "notes");
  return notes && { path: notes.value, source: notes.source.describe("notes") };
}
