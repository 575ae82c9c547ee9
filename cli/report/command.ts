import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { readAccount } from "../access/account";
import { CommandError } from "../command-error";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "../connection/connect";
import { aftermathOf } from "../preview/aftermath";
import { readPreview } from "../preview/preview";
import { inThisAccount, requireStack } from "../preview/this-account";
import { asMarkdown, asText } from "../sections";
import type { Report } from "./form";
import { htmlOf } from "./html";
import { idleIn } from "./idle";
import { readManagedBy } from "./managed-by";
import { reportOf } from "./report";
import { inWords } from "./words";

interface ReportOptions extends ConnectionOptions {
  readonly preview?: string;
  readonly state?: readonly string[];
  readonly thisAccount?: boolean;
  readonly html?: string;
  readonly markdown?: boolean;
  readonly json?: boolean;
}

export function reportCommand(): Command {
  const command = new Command("report")
    .description(
      "Shows who can open what and when, and points out what deserves attention. Codes are never shown.",
    )
    .option("--preview <file>", "show the account as this saved preview would leave it")
    .option(
      "--state <files...>",
      "what `pulumi stack export` printed, for each stack: marks what no stack manages",
    )
    .option("--this-account", "the program manages several accounts: show only the account of this token")
    .addOption(new Option("--html <file>", "write a page for a browser").conflicts(["markdown", "json"]))
    .addOption(new Option("--markdown", "print Markdown for a comment on a pull request").conflicts("json"))
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nExample:\n  smartlock report --stack production --html doors.html\n" +
        "\n  pulumi stack export > state.json\n  smartlock report --stack production --state state.json",
    );
  return withConnection(command).action(async (options: ReportOptions) => {
    const report = await reportFor(options);
    if (options.html !== undefined) {
      write(options.html, htmlOf(report));
      console.log(
        `Written to ${options.html}. It names people: store it where only the right people can read it.`,
      );
      return;
    }
    const words = (): string => inWords(report, options.markdown === true ? asMarkdown : asText);
    console.log(options.json === true ? JSON.stringify(report, null, 2) : words());
  });
}

function write(file: string, page: string): void {
  try {
    // Others who use this machine need not know who lives where.
    writeFileSync(file, page, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

async function reportFor(options: ReportOptions): Promise<Report> {
  const { state, preview: file, thisAccount } = options;
  if (thisAccount === true && file === undefined) {
    throw new CommandError("--this-account is about a preview: name one with --preview.");
  }
  const managedBy = state === undefined ? undefined : readManagedBy(state);
  const preview = file === undefined ? undefined : readPreview(file);
  if (preview !== undefined) {
    requireStack(preview, options.stack);
  }
  return reading(await connectionOf(options), async (client) => {
    const account = await readAccount(client, { addresses: true });
    const idle = await idleIn(account, client);
    const own = preview && inThisAccount(preview, account, thisAccount === true);
    return reportOf(account, {
      aftermath: own && aftermathOf(own, account),
      managedBy,
      idle: idle.ids,
      notes: idle.notes,
    });
  });
}
