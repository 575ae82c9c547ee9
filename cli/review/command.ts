import { Command } from "commander";
import { shown } from "../../provider/http";
import { wayOut } from "../../provider/engine/run/settings/guards";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "../connection/connect";
import { readPolicies } from "../policies/file";
import { readAccount } from "./account";
import { readPreview } from "./preview";
import { type Difference, type Review, reviewOf } from "./review";

export interface ReviewOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly policies?: string;
}

/** What the exit code says if something must not happen. 1 means that the review itself failed. */
const REFUSED = 2;

const MAX_TEXT = 500;

/** A comment on a pull request takes 65,536 characters. */
const MAX_LINES_OF_MARKDOWN = 100;

export function reviewCommand(): Command {
  const command = new Command("review")
    .description(
      "Says what a saved preview means: who gains, who loses, what is deleted, and what must not happen.",
    )
    .argument("<file>", "what `pulumi preview --json` printed")
    .option("--policies <file>", "a file that says what must not happen in this account")
    .option("--markdown", "print Markdown for a comment on a pull request")
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nExample:\n  pulumi preview --json > preview.json\n  smartlock review preview.json --stack production\n" +
        "\nEnds with 0, with 2 if something must not happen, and with 1 if it failed.",
    );
  return withConnection(command).action(async (file: string, options: ReviewOptions) => {
    const preview = readPreview(file);
    const policies = options.policies === undefined ? undefined : readPolicies(options.policies);
    const connection = await connectionOf(options);
    const { maxDeletes } = connection.settings;
    const deletes = maxDeletes && {
      most: maxDeletes.most,
      wayOut: wayOut(maxDeletes, { set: "The limit is set", wanted: "If this many should go" }),
    };
    const unitsOf = preview.steps.flatMap(({ type, before, isDeleted }) =>
      type === "Address" && isDeleted && before !== undefined ? [before.id] : [],
    );
    const review = await reading(connection, async (client) =>
      reviewOf(preview, await readAccount(client, { unitsOf, subAccounts: policies !== undefined }), {
        deletes,
        policies,
      }),
    );
    console.log(options.json === true ? JSON.stringify(review, null, 2) : inWords(review, options));
    if (review.problems.length > 0) {
      process.exitCode = REFUSED;
    }
  });
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

function sectionsOf(review: Review): Section[] {
  const { problems, gains, loses, changes, invitations, deletes, against, allowed, notes, lines } = review;
  const now = ({ after }: Difference): string => after.join("; ");
  const was = ({ before }: Difference): string => before.join("; ");
  const sections = [
    { title: "Must not happen", lines: problems },
    { title: "Gains access", lines: gains.map((one) => `${one.who}: ${one.lock} (${now(one)})`) },
    { title: "Loses access", lines: loses.map((one) => `${one.who}: ${one.lock} (was ${was(one)})`) },
    {
      title: "Has other access",
      lines: changes.map((one) => `${one.who}: ${one.lock} (${now(one)}; was ${was(one)})`),
    },
    {
      title: "Invitations",
      lines: Object.entries(invitations).map(([who, count]) =>
        count === 1 ? who : `${who}, ${count} times`,
      ),
    },
    { title: "Deleted", lines: deletes },
    { title: "Against the policies, with or without this", lines: against },
    { title: "Against the policies, and allowed", lines: allowed },
    { title: "Notes", lines: notes },
    { title: "What the preview says", lines },
  ];
  return sections.filter((section) => section.lines.length > 0);
}

function inWords(review: Review, { markdown }: ReviewOptions): string {
  const sections = sectionsOf(review);
  if (sections.length === 0) {
    return "Nobody gains or loses access, and nothing is deleted.";
  }
  return sections
    .map(({ title, lines }) => (markdown === true ? asMarkdown(title, lines) : asText(title, lines)))
    .join("\n\n");
}

function asText(title: string, lines: readonly string[]): string {
  return [`${title} (${lines.length}):`, ...lines.map((line) => `  ${shown(line, MAX_TEXT)}`)].join("\n");
}

function asMarkdown(title: string, lines: readonly string[]): string {
  const rest = lines.length - MAX_LINES_OF_MARKDOWN;
  return [
    `### ${title} (${lines.length})`,
    "",
    ...lines.slice(0, MAX_LINES_OF_MARKDOWN).map((line) => `- ${withoutMarkup(shown(line, MAX_TEXT))}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join("\n");
}

/** A name may hold anything, and must not become a heading, a link, a mention or markup. */
function withoutMarkup(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&@!]/g, "\\$&");
}
