import { scenarioTables } from "./scenario-tables.mjs";
import { asMarkdown } from "./table.mjs";
import { targetTable } from "./target-table.mjs";

/**
 * The record of a run, for people.
 * @param {import("./results.mjs").BenchRun} run
 * @param {import("../figures.mjs").Figures} figures
 * @param {readonly import("../targets.mjs").Outcome[]} outcomes
 * @param {string} madeAt
 */
export function readme({ circumstances, rounds }, figures, outcomes, madeAt) {
  const met = outcomes.filter(({ verdict }) => verdict === "met").length;
  return [
    "<!-- Written by `npm run bench`. Do not edit. -->",
    "# Results of `npm run bench`",
    `The record of one run, ended ${madeAt}. Times are seconds of this one machine; only ratios within the run mean something. No test depends on these files.`,
    "- **floor**: the same program on the same engine with a provider that does nothing: the engine's own cost. This provider can be below it: its classes spare the SDK the stack traces that it otherwise keeps for every property, and the floor's do not.",
    "- **peer**: Terraform or OpenTofu with the generic `restapi` provider. It runs U only: it learns the id of an object from the answer to the create, and the service answers the create of an authorization without one. Its destroy does not wait until the service has confirmed; this provider's does.",
    "- Times are medians where a phase was measured more than once; requests and memory are the most that was seen.",
    "![Scenario U](users.svg)",
    "![Growth](growth.svg)",
    "## Targets",
    `${met} of ${outcomes.length} met.`,
    asMarkdown(targetTable(outcomes)),
    ...scenarioTables(rounds, figures).flatMap(({ title, times, kinds }) => [
      `## ${title}`,
      asMarkdown(times),
      asMarkdown(kinds),
    ]),
    "## Circumstances",
    [
      `- ${figures.bottleneck()}`,
      ...Object.entries(circumstances).map(([name, value]) => `- ${name}: ${value}`),
    ].join("\n"),
    "",
  ].join("\n\n");
}
