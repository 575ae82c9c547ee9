import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { readAccount } from "../access/account";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "../connection/connect";
import { aftermathOf } from "../review/aftermath";
import { readPreview } from "../review/preview";
import { requireStack } from "../review/command";
import { inThisAccount } from "../review/this-account";
import { asMarkdown, asText } from "../sections";
import type { Report } from "./form";
import { htmlOf } from "./html";
import { idleIn } from "./idle";
import { readManagers } from "./managed";
import { pictureOf } from "./picture";
import { sectionsOf } from "./words";

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
    .description("Says who can open what, when, and what of that is worth a look. Codes are never shown.")
    .option("--preview <file>", "show the account as this saved preview would leave it")
    .option(
      "--state <files...>",
      "what `pulumi stack export` printed, for each stack: marks what no stack manages",
    )
    .option("--this-account", "of a program for several accounts, show what belongs to that of the token")
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
      writeFileSync(options.html, htmlOf(report));
      console.log(`Written to ${options.html}. It names people: keep it where they would want it.`);
      return;
    }
    const words = (): string => (options.markdown === true ? asMarkdown : asText)(sectionsOf(report));
    console.log(options.json === true ? JSON.stringify(report, null, 2) : words());
  });
}

async function reportFor(options: ReportOptions): Promise<Report> {
  const { state, preview: file, thisAccount } = options;
  const managers = state === undefined ? undefined : readManagers(state);
  const preview = file === undefined ? undefined : readPreview(file);
  if (preview !== undefined) {
    requireStack(preview, options);
  }
  return reading(await connectionOf(options), async (client) => {
    const account = await readAccount(client, { addresses: true });
    const idle = await idleIn(account, client);
    const own = preview && inThisAccount(preview, account, thisAccount === true);
    return pictureOf(account, {
      aftermath: own && aftermathOf(own, account),
      managers,
      idle: idle.ids,
      notes: idle.notes,
    });
  });
}
