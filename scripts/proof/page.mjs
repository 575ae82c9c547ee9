import { CAMPAIGNS } from "./campaigns.mjs";
import { DEFECTS } from "./defects.mjs";
import { PROMISES } from "./promises.mjs";

/**
 * The result of a campaign, and when it ran.
 * @typedef {object} Result
 * @property {string} commit the commit whose code was tested
 * @property {string} date
 * @property {string} machine
 * @property {number} minutes
 * @property {boolean} passed
 * @property {string} [sources] the hash of what it attacked
 * @property {Record<string, unknown>} figures
 */

/**
 * The page, made from the results and from what has changed since.
 * @param {Readonly<Record<string, Result>>} results
 * @param {readonly string[]} changed the campaigns whose sources have changed since they ran
 */
export function pageOf(results, changed) {
  return `# How reliable it is

A mistake opens a door to a stranger or locks someone out. So the [eight promises](../README.md#what-it-promises) are not only tested, they are
attacked. This page is written by \`npm run proof\`, which runs every campaign at full length. \`npm run proof -- --only kill,model\` runs some
of them and keeps the figures of the others, \`npm run proof -- --stale\` those whose sources have changed since their last run. A short version
of each, mutation aside, is part of \`npm test\`.

## The promises, and who tries to break them

| promise | campaigns | tests of its own |
| --- | --- | --- |
${PROMISES.map(
  ({ promise, campaigns, tests }, index) =>
    `| ${index + 1}. ${promise} | ${campaigns.map((name) => `[${name}](#${name})`).join(", ")} | ${tests.map((file) => `[${shortName(file)}](../${file})`).join(", ")} |`,
).join("\n")}

## The last figures

${CAMPAIGNS.map((campaign) => section(campaign, results[campaign.name], changed.includes(campaign.name))).join("\n")}
## What was found

Each has a test that failed before the fix. "Review" is somebody who came new to the project and tried to break it.

| defect | found by | fixed in |
| --- | --- | --- |
${DEFECTS.map(({ what, found, commit }) => `| ${what} | ${found} | ${commit} |`).join("\n")}
`;
}

/** @param {import("./campaigns.mjs").Campaign} campaign @param {Result | undefined} result @param {boolean} isChanged */
function section({ name, words, arguments_ }, result, isChanged) {
  const options = arguments_.length === 0 ? "" : ` -- ${arguments_.join(" ")}`;
  const head = `### ${name}\n\n${words} \`npm run test:${name}${options}\`\n`;
  if (result === undefined) {
    return `${head}\nNot run yet.\n`;
  }
  const { passed, commit, date, machine, minutes, sources, figures } = result;
  const hash = sources === undefined ? "" : ` (hash ${sources})`;
  return `${head}
${passed ? "Passed" : "**Failed**"} on ${date} at commit ${commit}, in ${minutes} min (${machine}).
The sources that it attacks ${isChanged ? "have changed since" : "are still the same"}${hash}.

| figure | value |
| --- | --- |
${flat(figures)
  .map(([key, value]) => `| ${key} | ${value} |`)
  .join("\n")}
`;
}

/** @param {Readonly<Record<string, unknown>>} figures @returns {[string, string][]} */
function flat(figures, before = "") {
  return Object.entries(figures).flatMap(([key, value]) => {
    const name = before === "" ? key : `${before}, ${key}`;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(/** @type {Record<string, unknown>} */ (value), name)
      : [/** @type {[string, string]} */ ([name, String(value)])];
  });
}

/** @param {string} file */
function shortName(file) {
  return (
    file
      .split("/")
      .at(-1)
      ?.replace(/(\.engine)?\.test\.ts$/, "") ?? file
  );
}
