/**
 * @param {readonly import("../targets.mjs").Outcome[]} outcomes
 * @returns {import("./table.mjs").Table}
 */
export function targetTable(outcomes) {
  return {
    head: ["target", "limit", "measured", "verdict", "reason"],
    rows: outcomes.map(({ what, limit, value, verdict, reason }) => [
      what,
      limit,
      value,
      verdict,
      reason ?? "",
    ]),
  };
}
