import { isAbsolute } from "node:path";
import { z } from "zod";
import { DEFAULT_BASE_URL, DEFAULT_BUDGET_MS, scrub, Secret, shown, whyNoBaseUrl } from "../../../http";
import type { NotesFolder } from "../../journal/notes";
import { adoptionPolicies, MAX_SETTLE_SECONDS } from "../../kind/steering";
import { aboveZero, oneOf, wholeNumber, yesOrNo } from "./forms";
import { guardKeys, type Guards, strictest } from "./guards";
import type { Given, SettingsSource } from "./sources";
import { requirePlace } from "./token-place";

/** Wrong values longer than this are not shown. */
const MAX_VALUE = 12;

/** Each invisible character is shown as up to ten characters. */
const MAX_WORDS = 10 * MAX_VALUE;

/** Configuration keys under `smartlock:`. Each can also be set in the environment, such as `SMARTLOCK_BASE_URL`. */
const keys = {
  /** The API token of the account. */
  token: z.string().min(1),
  /** The base URL of the service. */
  baseUrl: z.string().superRefine(refuseBadUrl).default(DEFAULT_BASE_URL),
  /** The maximum number of requests in progress at once. */
  concurrency: wholeNumber(1, 256).optional(),
  /** The maximum number of requests to start per second. Without it, there is no limit, but the provider slows down when the service asks it to. */
  requestsPerSecond: aboveZero().optional(),
  /** The maximum number of objects that one request may write. With 1, each write is sent by itself. */
  bulkSize: wholeNumber(1, 1000).default(100),
  /** The maximum time for one operation, in seconds, including all retries and waits. */
  timeout: aboveZero().default(DEFAULT_BUDGET_MS / 1000),
  /** What to do with objects that already exist, for resources that do not set this themselves. */
  adopt: oneOf(adoptionPolicies).default("recover"),
  /** What a preview compares the program with: the service itself, or only the saved state. */
  diff: oneOf(["live", "state"]).default("live"),
  /** Whether a preview asks the service questions, to find mistakes before anything is written. */
  preflight: oneOf(["on", "off"]).default("on"),
  /** Whether the changes of a program are also shown in words, with the names of people and doors. */
  words: oneOf(["on", "off"]).default("on"),
  /** How long to wait, in seconds, for the service to finish what it has accepted, for resources that do not set this themselves. */
  settleTimeout: aboveZero(MAX_SETTLE_SECONDS).default(120),
  /** The folder for notes about creates in progress. Without it, a folder of this user on this machine. */
  notes: z
    .string()
    .refine(isAbsolute, "must be a full path: another run may start in another folder")
    .optional(),
  /** Asks each lock what it holds before the first create on it that could make a second object. Costs battery. */
  syncBeforeCreate: yesOrNo()
    .default("false")
    .transform((text) => text === "true"),
};

const schema = z.object(keys);

const allKeys = { ...keys, ...guardKeys };

type Key = keyof typeof allKeys;

export const settingNames = Object.keys(allKeys) as Key[];

/** Guards and tuning. Never the token or the base URL that it belongs to. */
export const inheritable = settingNames.filter((key) => key !== "token" && key !== "baseUrl");

/** The settings as a program writes them. */
export interface SettingsArgs {
  /** The API token of the account. */
  token: string;
  /** The base URL of the service. The default is `https://api.nuki.io`. */
  baseUrl: string;
  /** The maximum number of requests in progress at once. */
  concurrency: number;
  /** The maximum number of requests to start per second. */
  requestsPerSecond: number;
  /** The maximum number of objects that one request may write. */
  bulkSize: number;
  /** The maximum time for one operation, in seconds, including all retries and waits. */
  timeout: number;
  /** What to do with objects that already exist: `recover`, `same`, `always` or `never`. */
  adopt: (typeof adoptionPolicies)[number];
  /** What a preview compares the program with: the service (`live`) or only the saved state (`state`). */
  diff: "live" | "state";
  /** Whether a preview asks the service questions, to find mistakes before anything is written. */
  preflight: "on" | "off";
  /** Whether the changes of a program are also shown in words, with the names of people and doors. */
  words: "on" | "off";
  /** How long to wait, in seconds, for the service to finish what it has accepted. */
  settleTimeout: number;
  /** The maximum number of objects that a run may delete. */
  maxDeletes: number;
  /** Refuses every request that would change something. */
  readOnly: boolean;
  /**
   * The folder for notes about creates in progress, as a full path. After a run dies, the next run finds there what was
   * already sent, and does not send it again. So choose storage that the next runner can also see, and where a write is
   * durable at once.
   */
  notes: string;
  /**
   * Asks each lock what it holds before a run creates the first app or fob authorization on it. This is for runners
   * that lose the notes of dead runs. It wakes the lock, which costs battery. Each such create waits for up to
   * `settleTimeout` seconds, and the token needs the scope `smartlock.action`.
   */
  syncBeforeCreate: boolean;
}

export interface Settings extends Omit<z.output<typeof schema>, "token" | "notes">, Guards {
  readonly token: Secret;
  /** Where the base URL is set, for errors. */
  readonly baseUrlSource: string;
  readonly notes: NotesFolder | undefined;
}

/** Takes each key from the first source that has it, but guards from the strictest source. */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const given = (key: Key): Given<Key>[] =>
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
  const baseUrl = first.find(({ key }) => key === "baseUrl");
  requirePlace(token, baseUrl, [DEFAULT_BASE_URL, environment?.get("baseUrl")]);
  return {
    ...schema.parse(Object.fromEntries(first.map(({ key, value }) => [key, value]))),
    ...strictest(guarding),
    token: new Secret(token.value, token.source.describe("token")),
    baseUrlSource: baseUrl?.source.describe("baseUrl") ?? "the default; smartlock:baseUrl changes it",
    notes: notesIn(first),
  };
}

/**
 * An invalid guard is an error even if another source is stricter. Otherwise a typo would loosen the guard on the day
 * that the other source goes.
 */
function refuseMistakes(given: readonly Given<Key>[], token: string): void {
  const problems = given.flatMap(({ key, value, source }) => {
    const [issue] = allKeys[key].safeParse(value).error?.issues ?? [];
    // A URL may contain credentials, and a long value may be a token that was put in the wrong place.
    const isTellable = key !== "baseUrl" && value.length <= MAX_VALUE;
    const is = isTellable ? ` is "${shown(scrub(value, [token]), MAX_WORDS)}", but` : "";
    return issue === undefined ? [] : [`${source.describe(key)}${is} ${issue.message}`];
  });
  if (problems.length > 0) {
    throw new Error(`The configuration of the smart lock provider is wrong: ${problems.join("; ")}.`);
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
