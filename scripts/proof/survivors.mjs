/**
 * Mutants that no test notices, and why that is so. What survives and is not here is a question that nobody has answered yet.
 * @type {readonly import("./mutation/verdict.mjs").Explanation[]}
 */
export const SURVIVORS = [
  {
    files: /^provider\/resources\/(access-window|grant)\.ts$/,
    mutators: ["ConditionalExpression", "LogicalOperator"],
    line: /if \(from && until &&|typeof allowedUntilDate === "string"|text === null \|\| text === undefined/,
    why: "the same: Date.parse of what is no date is not a number, which is neither before nor after anything",
  },
  {
    files: /^provider\/resources\/fields\.ts$/,
    mutators: ["ConditionalExpression", "EqualityOperator"],
    line: /left < right \? -1 : left > right/,
    why: "the same: a sort asks only which of two comes first, and what it sorts here holds nothing twice",
  },
  {
    files: /^provider\/resources\/authorization(-set)?\.ts$/,
    mutators: ["ObjectLiteral"],
    line: /pending: z\./,
    why: "the same for the provider: of outputs it uses the names; their types are for the pages",
  },
  {
    files: /^provider\/resources\/(authorization-list|authorizations-of-user|locks)\.ts$/,
    mutators: ["StringLiteral"],
    line: /\.where\("|session\.list\("smartlocks"|lookAgain\("of every type"/,
    why: "the same: a name inside the provider, which only has to differ from the others",
  },
  {
    files: /^provider\/resources\/(authorization-list|sub-account)\.ts$/,
    mutators: ["StringLiteral"],
    line: /authorizationId = ""|language = ""/,
    why: "never used: a value for the compiler, where the real one is always there",
  },
];
