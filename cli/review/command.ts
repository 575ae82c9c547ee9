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
import { asMarkdown, asText, type Section } from "../sections";
import type { Difference } from "./difference";
import { type Preview, readPreview } from "./preview";
import { type Limit, type Review, reviewOf } from "./review";
import { inThisAccount } from "./this-account";

export interface ReviewOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly policies?: string;
  readonly thisAccount?: boolean;
}

/** What the exit code says if this must not be applied. 1 means that the review itself failed. */
const REFUSED = 2;

export function reviewCommand(): Command {
  const command = new Command("review")
    .description(
      "Says what a saved preview means: who gains, who loses, what is deleted, and why it must not be applied.",
    )
    .argument("<file>", "what `pulumi preview --json --show-replacement-steps` printed")
    .option("--policies <file>", "a file that says what must not happen in this account")
    .option("--this-account", "of a program for several accounts, review what belongs to that of the token")
    .addOption(new Option("--markdown", "print Markdown for a comment on a pull request").conflicts("json"))
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nExample:\n  pulumi preview --json --show-replacement-steps > preview.json\n" +
        "  smartlock review preview.json --stack production --policies policies.json\n" +
        "\nEnds with 0, with 2 if this must not be applied, and with 1 if the review failed.",
    );
  return withConnection(command).action(async (file: string, options: ReviewOptions) => {
    const preview = readPreview(file);
    requireStack(preview, options);
    const policies = options.policies === undefined ? undefined : readPolicies(options.policies);
    const connection = await connectionOf(options);
    await refuseMisspeltGuards(connection, process.cwd());
    const review = await reviewWith(preview, policies, connection, options);
    console.log(options.json === true ? JSON.stringify(review, null, 2) : inWords(review, options));
    if (review.problems.length > 0) {
      process.exitCode = REFUSED;
    }
  });
}

/** A token of one stack would review the preview of another one against the wrong account, or the wrong limit. */
export function requireStack(preview: Preview, { stack }: ConnectionOptions): void {
  const [name] = (stack ?? "").split("/").slice(-1);
  if (stack !== undefined && preview.stack !== "" && preview.stack !== name) {
    throw new CommandError(`This preview is of the stack "${preview.stack}", and --stack names "${stack}".`);
  }
}

async function reviewWith(
  preview: Preview,
  policies: Policies | undefined,
  connection: Connection,
  { thisAccount }: ReviewOptions,
): Promise<Review> {
  const unitsOf = preview.steps.flatMap(({ type, before, isDeleted }) =>
    type === "Address" && isDeleted && before !== undefined ? [before.id] : [],
  );
  const account = await reading(connection, (client) =>
    readAccount(client, { unitsOf, subAccounts: policies?.rules.managers !== undefined }),
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

function sectionsOf(review: Review): Section[] {
  const { problems, gains, loses, changes, passes, invitations, deletes, against, allowed, notes, lines } =
    review;
  const now = ({ after }: Difference): string => after.join("; ");
  const was = ({ before }: Difference): string => before.join("; ");
  const sections = [
    { title: "Blocked", lines: problems },
    { title: "Gains access", lines: gains.map((one) => `${one.who}: ${one.lock} (${now(one)})`) },
    { title: "Loses access", lines: loses.map((one) => `${one.who}: ${one.lock} (was ${was(one)})`) },
    {
      title: "Access changes",
      lines: changes.map((one) => `${one.who}: ${one.lock} (${now(one)}; was ${was(one)})`),
    },
    { title: "Access passes to somebody else", lines: passes },
    {
      title: "Invitations",
      lines: Object.entries(invitations).map(([who, count]) =>
        count === 1 ? who : `${who}, ${count} times`,
      ),
    },
    { title: "Deleted", lines: deletes },
    { title: "Against the policies already", lines: against },
    { title: "Allowed exceptions", lines: allowed },
    { title: "Notes", lines: notes },
    { title: "What the preview says", lines },
  ];
  return sections.filter(({ lines: own }) => own.length > 0);
}

function inWords(review: Review, { markdown }: ReviewOptions): string {
  const sections = sectionsOf(review);
  return sections.length === 0
    ? "Nobody gains or loses access, and nothing is deleted."
    : (markdown === true ? asMarkdown : asText)(sections);
}
