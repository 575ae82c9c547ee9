/**
 * Mutants that no test notices, and why that is so. What survives and is not here is a question that nobody has answered yet.
 * @type {readonly import("./mutation/verdict.mjs").Explanation[]}
 */
export const SURVIVORS = [];
