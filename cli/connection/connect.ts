import type { Command } from "commander";
import { SmartlockClient, type SmartlockClientOptions } from "../../provider/api";
import { type Guard, wayOut } from "../../provider/engine/run/settings/guards";
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
      "\nThe token comes from SMARTLOCK_TOKEN, from --stack, or from a hidden prompt. It is never an argument.\n" +
        "SMARTLOCK_BASE_URL names another service than the default.",
    );
}

/** The environment comes before the stack, as in a run of Pulumi. A token is never an argument: other users of the machine could see it. */
export async function connectionOf({ stack }: ConnectionOptions): Promise<Connection> {
  const configuration = stack === undefined ? undefined : await configurationOf(stack);
  const sources: SettingsSource[] = [
    environmentSource(process.env),
    stackSource((key) => configuration?.get(`smartlock:${key}`)),
  ];
  if (sources.every((source) => source.get("token") === undefined)) {
    sources.push(typed(await tokenFromTerminal(stack)));
  }
  try {
    return { settings: resolveSettings(sources), configuration };
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

/** Lets `work` talk to the service. It can only read. */
export async function reading<T>(
  connection: Connection,
  work: (client: SmartlockClient) => Promise<T>,
): Promise<T> {
  return withClient(connection, { readOnly: { nextStep: "This command only reads." } }, work);
}

/** Lets `work` talk to the service, and change something, unless the guard readOnly forbids it. */
export async function writing<T>(
  connection: Connection,
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
  { settings }: Connection,
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
    const lacking = stack === undefined ? "" : `The stack "${stack}" has no smartlock:token. `;
    throw new CommandError(
      `${lacking}No token. Set SMARTLOCK_TOKEN, name a stack that has one with --stack, or type it at a terminal.`,
    );
  }
  return token;
}

function typed(token: string): SettingsSource {
  return {
    get: (key) => (key === "token" ? token : undefined),
    describe: (key) => `the ${key} typed at the terminal`,
    howToChange: () => "type another one",
  };
}
