import { Command, Option } from "commander";
import { wayOut } from "../../provider/engine/run/settings/guards";
import type { Settings } from "../../provider/engine/run/settings/settings";
import { type Account, readAccount } from "../access/account";
import { CommandError } from "../command-error";
import {
  type Connection,
  connectionOf,
  type ConnectionOptions,
  reading,
  withConnection,
} from "../connection/connect";
import { refuseMisspeltGuards } from "../connection/misspelt-guards";
import { type Policies, readPolicies } from "../policies/file";
import { asMarkdown, asText } from "../sections";
import { type Preview, readPreview } from "../preview/preview";
import { isLeavingAddress } from "./deletes";
import { type Limit, type Review, reviewOf } from "./review";
import { inWords } from "./words";
import { inThisAccount, requireStack } from "../preview/this-account";

interface ReviewOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly policies?: string;
  readonly thisAccount?: boolean;
}

/** What the exit code says if something blocks it. 1 means that the review itself failed. */
const BLOCKED = 2;

export function reviewCommand(): Command {
  const command = new Command("review")
    .description(
      "Says what a saved preview would change: who gains, who loses, what is deleted, and what blocks it.",
    )
    .argument("<file>", "what `pulumi preview --json --show-replacement-steps` printed")
    .option("--policies <file>", "a file that says what must not happen in this account")
    .option("--this-account", "the program manages several accounts: review only the account of this token")
    .addOption(new Option("--markdown", "print Markdown for a comment on a pull request").conflicts("json"))
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nExample:\n  pulumi preview --json --show-replacement-steps > preview.json\n" +
        "  smartlock review preview.json --stack production --policies policies.json\n" +
        "\nEnds with 0, with 2 if something blocks it, and with 1 if the review failed.",
    );
  return withConnection(command).action(async (file: string, options: ReviewOptions) => {
    const preview = readPreview(file);
    requireStack(preview, options.stack);
    const policies = options.policies === undefined ? undefined : readPolicies(options.policies);
    const connection = await connectionOf(options);
    await refuseMisspeltGuards(connection, process.cwd(), "Nothing was reviewed.");
    const review = await reviewWith(preview, policies, connection, options);
    const words = (): string => inWords(review, options.markdown === true ? asMarkdown : asText);
    console.log(options.json === true ? JSON.stringify(review, null, 2) : words());
    if (review.blocked.length > 0) {
      process.exitCode = BLOCKED;
    }
  });
}

async function reviewWith(
  preview: Preview,
  policies: Policies | undefined,
  connection: Connection,
  { thisAccount }: ReviewOptions,
): Promise<Review> {
  const unitsOf = preview.steps.flatMap((step) =>
    isLeavingAddress(step) && step.before !== undefined ? [step.before.id] : [],
  );
  const account = await reading(connection, (client) =>
    readAccount(client, {
      unitsOf,
      subAccounts:
        policies?.rules.managers !== undefined || preview.steps.some(({ kind }) => kind === "SubAccount"),
    }),
  );
  requireUsers(account, policies);
  const deletes = limitOf(connection.settings);
  return reviewOf(inThisAccount(preview, account, thisAccount === true), account, { deletes, policies });
}

/** Without users, nobody could be told from a guest. */
function requireUsers({ names }: Account, policies: Policies | undefined): void {
  if (policies !== undefined && policies.staff.length > 0 && !names.hasUsers) {
    throw new CommandError(
      "The policies name staff, but the token may not read users, so nobody can tell who is a guest. Use a token with the smartlock.auth scope.",
    );
  }
}

function limitOf({ maxDeletes }: Settings): Limit | undefined {
  return (
    maxDeletes && {
      most: maxDeletes.most,
      wayOut: wayOut(maxDeletes, { set: "The limit is set", wanted: "If you do want to delete this many" }),
    }
  );
}
