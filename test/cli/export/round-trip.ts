import type { AccountStateInput } from "../../../simulator";
import { SmartlockClient } from "../../../provider/api";
import { type Account, readAccount } from "../../../cli/export/account";
import { type Export, exportOf, IMPORT_FILE } from "../../../cli/export/export";
import type { ImportEntry } from "../../../cli/export/import-file";
import { startProvider, startService } from "../../protocol/under-test";
import "../../protocol/passing-time";
import { type Registered, outputsOf, registeredBy } from "./generated";
import { NOW } from "./random-account";

export const PROJECT = "my-locks";

export interface RoundTrip {
  readonly account: Account;
  readonly made: Export;
  readonly entries: readonly ImportEntry[];
  readonly registered: readonly Registered[];
  /** What a preview after the import would do, other than nothing. */
  readonly changes: readonly string[];
  /** What the provider said in the preview. */
  readonly output: string;
  /** The requests that could have changed something. */
  readonly writes: readonly string[];
}

/** Exports an account, imports it and previews it, through the handlers. */
export async function roundTrip(state: AccountStateInput, withSecrets: boolean): Promise<RoundTrip> {
  const simulator = await startService({ state, now: new Date(NOW) });
  try {
    const account = await read(simulator.url, simulator.token);
    const made = exportOf(account, { project: PROJECT, stack: "main", baseUrl: simulator.url, withSecrets });
    const { resources: entries } = JSON.parse(made.files.get(IMPORT_FILE) ?? "") as {
      resources: ImportEntry[];
    };
    const registered = await registeredBy({
      files: made.files,
      project: PROJECT,
      entries,
      config: configOf(made),
    });
    const environment = { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url };
    const refused = await importThem(environment, entries);
    const { changes, output } = await preview(environment, entries, registered);
    const writes = simulator.requests().filter(({ method }) => method !== "GET");
    return {
      account,
      made,
      entries,
      registered,
      changes: [...refused, ...changes],
      output,
      writes: writes.map(({ method, path }) => `${method} ${path}`),
    };
  } finally {
    await simulator.stop();
  }
}

async function read(baseUrl: string, token: string): Promise<Account> {
  const client = new SmartlockClient({ baseUrl, token });
  try {
    return await readAccount(client, undefined, () => undefined);
  } finally {
    await client.close();
  }
}

/** As `pulumi config` has it. A person sets the missing ones. */
function configOf({ secrets: { codes, texts, missing } }: Export): Record<string, string> {
  return {
    codes: JSON.stringify(Object.fromEntries(codes)),
    secrets: JSON.stringify(Object.fromEntries(texts)),
    ...Object.fromEntries(missing.map((key) => [key, "an-invented-password"])),
  };
}

/** What the engine asks for each entry of an import. */
async function importThem(
  environment: Readonly<Record<string, string>>,
  entries: readonly ImportEntry[],
): Promise<string[]> {
  const provider = await startProvider(environment);
  const refused: string[] = [];
  for (const { type, name, inputs } of entries) {
    const { failures } = await provider.check(inputs, inputs).catch((error: unknown) => ({
      failures: [{ property: "", reason: error instanceof Error ? error.message : String(error) }],
    }));
    refused.push(...failures.map(({ reason }) => `import ${type} ${name}: ${reason}`));
  }
  await provider.stop();
  return refused;
}

async function preview(
  environment: Readonly<Record<string, string>>,
  entries: readonly ImportEntry[],
  registered: readonly Registered[],
): Promise<Pick<RoundTrip, "changes" | "output">> {
  const provider = await startProvider(environment);
  const changes: string[] = [];
  const left = new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
  for (const { type, name, inputs: news } of registered) {
    const key = `${type} ${name}`;
    const entry = left.get(key);
    if (entry === undefined) {
      changes.push(`${key}: it is declared twice, or not imported`);
      continue;
    }
    left.delete(key);
    const { inputs, failures } = await provider.check(entry.inputs, news);
    changes.push(...failures.map(({ reason }) => `${key}: ${reason}`));
    if (failures.length === 0) {
      const answer = await provider.diff(entry.id, outputsOf(entry), inputs);
      if (answer.changes || answer.replaces.length > 0) {
        changes.push(`${key}: ${JSON.stringify(answer)}`);
      }
    }
  }
  changes.push(...[...left.keys()].map((key) => `${key}: it is imported and not declared`));
  const { output } = provider;
  await provider.stop();
  return { changes, output };
}
