import { CAMPAIGNS } from "./campaigns.mjs";
import { DEFECTS } from "./defects.mjs";
import { PROMISES } from "./promises.mjs";

/**
 * What a campaign found out, and when.
 * @typedef {object} Result
 * @property {string} commit the commit whose code was tried
 * @property {string} date
 * @property {string} machine
 * @property {number} minutes
 * @property {boolean} passed
 * @property {Record<string, unknown>} figures
 */

/** The page, from the results alone. @param {Readonly<Record<string, Result>>} results */
export function pageOf(results) {
  return `# How reliable it is

A mistake opens a door to a stranger or locks someone out. So the [eight promises](../ARCHITECTURE.md) are not only tested, they are
attacked. This page is written by \`npm run proof\`, which runs all campaigns for long; \`npm run proof -- --only kill,model\` runs some of
them and keeps the figures of the others. A short version of each, mutation aside, is part of \`npm test\`.

## The promises, and who tries to break them

| promise | campaigns | tests of its own |
| --- | --- | --- |
${PROMISES.map(
  ({ promise, campaigns, tests }, index) =>
    `| ${index + 1}. ${promise} | ${campaigns.map((name) => `[${name}](#${name})`).join(", ")} | ${tests.map((file) => `[${shortName(file)}](../${file})`).join(", ")} |`,
).join("\n")}

## The last figures

${CAMPAIGNS.map(({ name, words, arguments_ }) => section(name, words, arguments_, results[name])).join("\n")}
## What was found

Each has a test that failed before it was mended.

| defect | found by | mended in |
| --- | --- | --- |
${DEFECTS.map(({ what, found, commit }) => `| ${what} | ${found} | ${commit} |`).join("\n")}
`;
}

/** @param {string} name @param {string} words @param {readonly string[]} arguments_ @param {Result | undefined} result */
function section(name, words, arguments_, result) {
  const options = arguments_.length === 0 ? "" : ` -- ${arguments_.join(" ")}`;
  const head = `### ${name}\n\n${words} \`npm run test:${name}${options}\`\n`;
  if (result === undefined) {
    return `${head}\nNot run yet.\n`;
  }
  const { passed, commit, date, machine, minutes, figures } = result;
  return `${head}
${passed ? "Passed" : "**Failed**"} on ${date} at commit ${commit}, in ${minutes} min (${machine}).

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
