import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { shown } from "../../provider/http";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "../connection/connect";
import { type Account, readAccount } from "./account";
import { type Export, exportOf, IMPORT_FILE } from "./export";
import { refuseExisting, writeFolder } from "./folder";
import { partNamed } from "./part";
import { byReason, nameOf, projectName } from "./project";
import { requireCli, storeSecrets } from "./stack";

interface ExportOptions extends ConnectionOptions {
  readonly out: string;
  readonly only?: string;
  readonly newStack: string;
  readonly withSecrets?: boolean;
  readonly json?: boolean;
}

const MAX_TEXT = 2_000;

/** The file has all of them. */
const MOST_TOLD = 20;

export function exportCommand(): Command {
  const command = new Command("export")
    .description("Makes a Pulumi program and an import file of a living account. Only reads the account.")
    .requiredOption("--out <folder>", "the folder to make; one that exists is refused")
    .option("--only <name>", "only this address with its locks, or this lock, by its name or id")
    .option("--new-stack <name>", "what the stack of the program is called", stackName, "main")
    .option(
      "--with-secrets",
      "also export codes and secrets: into the configuration of the new stack, encrypted by the Pulumi CLI, and in the clear into the import file",
    )
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      '\nExamples:\n  smartlock export --out my-locks\n  smartlock export --out harbour-street --only "Harbour Street 5" --with-secrets',
    );
  return withConnection(command).action(async (options: ExportOptions) => {
    const folder = resolve(options.out);
    refuseExisting(folder);
    if (options.withSecrets === true) {
      await requireCli();
    }
    const connection = await connectionOf(options);
    const tell = (line: string): void => console.error(line);
    const choose = options.only === undefined ? undefined : partNamed(options.only);
    const account = await reading(connection, (client) => readAccount(client, choose, tell));
    const made = exportOf(account, {
      project: projectName(folder),
      stack: options.newStack,
      baseUrl: connection.settings.baseUrl,
      withSecrets: options.withSecrets === true,
    });
    await write(folder, made, options);
    console.log(
      options.json === true
        ? JSON.stringify(asJson(folder, made, account), null, 2)
        : inWords(made, account, options),
    );
  });
}

async function write(
  folder: string,
  made: Export,
  { newStack, withSecrets = false }: ExportOptions,
): Promise<void> {
  await writeFolder(
    folder,
    made.files,
    (file) => withSecrets && file === IMPORT_FILE,
    async () => {
      if (withSecrets) {
        await storeSecrets(folder, newStack, made.secrets);
      }
    },
  );
}

function asJson(folder: string, { counts, leftOut, omitted }: Export, { unread }: Account): object {
  return { folder, resources: counts, notExported: leftOut, notDeclared: omitted, notReadable: unread };
}

function inWords(made: Export, account: Account, options: ExportOptions): string {
  const { counts, leftOut, omitted, secrets } = made;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const kinds = Object.entries(counts).map(([type, count]) => `${count} ${type}`);
  const groups = byReason(leftOut).flatMap(([why, of]) => [
    "",
    `${why} (${of.length}):`,
    ...someOf(of.map(nameOf)),
  ]);
  const refused = account.unread.map(
    ({ what, scope }) => `  ${what}: a token with the scope ${scope} can read them`,
  );
  const missing = ["smartlock:token", ...secrets.missing];
  const lines = [
    `${options.out} has a program with ${total} resources: ${kinds.join(", ") || "none"}.`,
    ...(omitted.length === 0 ? [] : ["", "Not declared, so it stays as it is:", ...someOf(omitted)]),
    ...(leftOut.length + refused.length === 0
      ? ["Everything that the account shows is in it."]
      : ["", `Not in the program (${leftOut.length}), see not-exported.md:`]),
    ...(refused.length === 0 ? [] : ["", "The token may not read:", ...refused]),
    ...groups,
    ...(options.only === undefined
      ? []
      : ["", "Only a part was asked for. The rest of the account is not in it."]),
    ...secretLines(options),
    "",
    "Next:",
    `  cd ${inShell(options.out)}`,
    "  npm install",
    ...(options.withSecrets === true ? [] : [`  pulumi stack init ${options.newStack}`]),
    ...missing.map((key) => `  pulumi config set --secret ${key}`),
    `  pulumi import --file ${IMPORT_FILE} --yes --generate-code=false`,
    "  pulumi preview --expect-no-changes",
  ];
  return lines.map((line) => shown(line, MAX_TEXT)).join("\n");
}

function secretLines({ withSecrets, newStack }: ExportOptions): string[] {
  return withSecrets !== true
    ? []
    : [
        "",
        `The codes and secrets are in Pulumi.${newStack}.yaml, encrypted. ${IMPORT_FILE} has them in the clear: only you can read it ` +
          "(mode 600). Delete it after the import.",
      ];
}

/** As a person can type it, also with spaces in it. */
function inShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

function someOf(lines: readonly string[]): string[] {
  const rest = lines.length - MOST_TOLD;
  return [
    ...lines.slice(0, rest > 1 ? MOST_TOLD : lines.length).map((line) => `  ${line}`),
    ...(rest > 1 ? [`  and ${rest} more`] : []),
  ];
}

function stackName(text: string): string {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(text)) {
    throw new InvalidArgumentError("It must have only letters, digits, dots, hyphens and underscores.");
  }
  return text;
}
