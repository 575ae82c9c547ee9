import type { Command } from "commander";
import { SmartlockClient, type SmartlockClientOptions } from "../../provider/api";
import { type Guard, wayOut } from "../../provider/engine/run/settings/guards";
import { parseBaseUrl } from "../../provider/http";
import { resolveSettings, type Settings } from "../../provider/engine/run/settings/settings";
import {
  environmentSource,
  stackSource,
  type SettingsSource,
} from "../../provider/engine/run/settings/sources";
import { CommandError } from "../command-error";
import { askHidden } from "./ask";
import { configurationOf, type StackConfiguration } from "./stack-configuration";

export interface ConnectionOptions {
  readonly stack?: string;
}

/** Where settings may come from, before anybody has looked whether they can be used. */
export interface Sources {
  readonly environment: SettingsSource;
  readonly ofStack: SettingsSource;
  /** If a stack was named. */
  readonly configuration: StackConfiguration | undefined;
}

/** How to reach the account, and where that was said. */
export interface Connection {
  readonly settings: Settings;
  /** If a stack was named. */
  readonly configuration: StackConfiguration | undefined;
}

/** Adds what each command has that talks to the service. */
export function withConnection(command: Command): Command {
  return command
    .option("--stack <name>", "take the token and the base URL from the configuration of this Pulumi stack")
    .addHelpText(
      "after",
      "\nThe token comes from SMARTLOCK_TOKEN, from --stack, or from a hidden prompt.\n" +
        "It is never an argument, because other users of the machine could see it.\n" +
        "SMARTLOCK_BASE_URL sets a base URL other than the default.",
    );
}

export async function connectionOf(options: ConnectionOptions): Promise<Connection> {
  return connectionFrom(await sourcesOf(options), options);
}

/** The environment, and the stack if one was named. */
export async function sourcesOf({ stack }: ConnectionOptions): Promise<Sources> {
  return sourcesIn(stack === undefined ? undefined : await configurationOf(stack));
}

export function sourcesIn(configuration: StackConfiguration | undefined): Sources {
  return {
    environment: environmentSource(process.env),
    // The command itself reads the stack's configuration as it is now, whatever a state has saved.
    ofStack: stackSource((key) => configuration?.get(`smartlock:${key}`), ""),
    configuration,
  };
}

/** The environment comes before the stack, as in a run of Pulumi. A token that neither has is asked for at the terminal. */
export async function connectionFrom(sources: Sources, { stack }: ConnectionOptions): Promise<Connection> {
  const given = [sources.environment, sources.ofStack];
  if (given.some((source) => source.get("token") !== undefined)) {
    return { settings: settingsFrom(given), configuration: sources.configuration };
  }
  refuseWithoutAsking(sources, stack);
  const settings = settingsFrom([...given, typed(await tokenFromTerminal(stack))]);
  return { settings, configuration: sources.configuration };
}

function settingsFrom(sources: readonly SettingsSource[]): Settings {
  try {
    return resolveSettings(sources);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

/** What would be refused with a token from the terminal is refused before anybody types one. */
function refuseWithoutAsking({ environment, ofStack }: Sources, stack = ""): void {
  // As if the stack had the token. Its base URL is then allowed, so only mistakes are refused.
  const get = (key: string): string | undefined => (key === "token" ? "not typed yet" : ofStack.get(key));
  const { baseUrl } = settingsFrom([environment, { ...ofStack, get }]);
  try {
    resolveSettings([environment, ofStack, typed("not typed yet")]);
  } catch {
    throw new CommandError(
      `The stack "${stack}" names the base URL ${parseBaseUrl(baseUrl).shown}, but has no smartlock:token. A token from elsewhere is not sent ` +
        "there. Set smartlock:token in that stack, or set SMARTLOCK_BASE_URL to the same URL.",
    );
  }
}

/** Lets `work` talk to the service. It can only read. */
export async function reading<T>(
  connection: Pick<Connection, "settings">,
  work: (client: SmartlockClient) => Promise<T>,
): Promise<T> {
  return withClient(connection, { readOnly: { nextStep: "This command only reads." } }, work);
}

/** Lets `work` talk to the service, and change something, unless the guard readOnly forbids it. */
export async function writing<T>(
  connection: Pick<Connection, "settings">,
  work: (client: SmartlockClient) => Promise<T>,
): Promise<T> {
  const { readOnly } = connection.settings;
  const guard = readOnly && { nextStep: readOnlyWords(readOnly) };
  return withClient(connection, { readOnly: guard }, work);
}

/** Which source forbids changes, and what to do about it. */
export function readOnlyWords(guard: Guard): string {
  return wayOut(guard, { set: "readOnly is set", wanted: "To let changes through" });
}

async function withClient<T>(
  { settings }: Pick<Connection, "settings">,
  options: Pick<SmartlockClientOptions, "readOnly">,
  work: (client: SmartlockClient) => Promise<T>,
): Promise<T> {
  const client = new SmartlockClient({
    token: settings.token,
    baseUrl: settings.baseUrl,
    baseUrlSource: settings.baseUrlSource,
    concurrency: settings.concurrency,
    requestsPerSecond: settings.requestsPerSecond,
    budgetMs: settings.timeout * 1000,
    ...options,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function tokenFromTerminal(stack: string | undefined): Promise<string> {
  const token = process.stdin.isTTY ? await askHidden("API token of the account (not shown): ") : "";
  if (token === "") {
    const lacking = stack === undefined ? "No token." : `The stack "${stack}" has no smartlock:token.`;
    throw new CommandError(
      `${lacking} Set SMARTLOCK_TOKEN, pass --stack with the name of a stack that has one, or type it at a terminal.`,
    );
  }
  return token;
}

function typed(token: string): SettingsSource {
  return {
    get: (key) => (key === "token" ? token : undefined),
    describe: () => "the terminal",
    howToChange: () => "type another one",
  };
}
