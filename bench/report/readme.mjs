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
    `The record of one run, which ended at ${madeAt}. Times are seconds on this one machine; only ratios within the run mean something. No test depends on these files.`,
    "- **floor**: the same program on the same engine with a provider that does nothing. This is the engine's own cost. This provider can be below it: its classes switch off the stack traces that the SDK otherwise keeps for every property, and the floor's classes do not.",
    "- **peer**: Terraform or OpenTofu with the generic `restapi` provider. It runs U only: it needs the id of an object in the answer to the create, and the service answers the create of an authorization without an id. Its destroy does not wait until the service has confirmed; this provider's does.",
    "- Times are medians if a phase was measured more than once. Requests and memory are the highest values seen.",
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
