import type { Account } from "./account";
import { importEntry } from "./import-file";
import { objectsOf } from "./objects";
import { buildProgram, type Secrets } from "./program";
import { projectFiles } from "./project";
import type { LeftOut } from "./reasons";
import { filesOfProgram, namesOfProgram, writeTypeScript } from "./typescript/writer";

/** What an account becomes. */
export interface Export {
  /** By name, without a folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly secrets: Secrets;
  readonly leftOut: readonly LeftOut[];
  /** How many resources of each type there are. */
  readonly counts: Readonly<Record<string, number>>;
  /** Fields that are not declared, with the reasons. */
  readonly omitted: readonly string[];
}

export interface ExportOptions {
  readonly project: string;
  readonly stack: string;
  readonly baseUrl: string;
  readonly withSecrets: boolean;
}

export const IMPORT_FILE = "import.json";

/** Makes a project of an account. Nothing is read or written. */
export function exportOf(account: Account, options: ExportOptions): Export {
  const { declared, leftOut } = objectsOf(account, options.withSecrets);
  const built = buildProgram(account, declared, { variables: namesOfProgram, files: filesOfProgram });
  const { resources, secrets, program } = built;
  const counts = new Map<string, number>();
  resources.forEach(({ planned: { type } }) => counts.set(type, (counts.get(type) ?? 0) + 1));
  const entries = resources.map(({ planned, name }) => importEntry(planned, name));
  const files = new Map([
    ...writeTypeScript(program),
    ...projectFiles({ ...options, secrets, leftOut, unread: account.unread }),
    [IMPORT_FILE, `${JSON.stringify({ resources: entries }, null, 2)}\n`] as const,
  ]);
  const omitted = declared.flatMap(({ label, omitted: fields }) => fields.map((why) => `${label}: ${why}`));
  return { files, secrets, leftOut, counts: Object.fromEntries(counts), omitted };
}
