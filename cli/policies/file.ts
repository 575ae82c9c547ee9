import { z } from "zod";
import { nearest } from "../../provider/engine/values/nearest";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";
import { RULE_NAMES, type RuleName, RULES } from "./rules";

/** Which rules hold, for whom they do not, and what reviewers have allowed. */
export type Policies = z.output<typeof form>;

/** Something that is against a rule and that a reviewer allowed. */
const exception = z.strictObject({
  rule: z.enum(RULE_NAMES),
  /** Default: anybody. */
  who: z.string().min(1).optional(),
  /** Default: any lock. */
  lock: z.string().min(1).optional(),
  /** The last day. Default: for good. */
  until: z.iso.date('must be a day such as "2027-03-31"').optional(),
  why: z.string().min(1, "must say why"),
});

const ruleOptions = Object.fromEntries(RULE_NAMES.map((name) => [name, RULES[name].options.optional()])) as {
  [Name in RuleName]: z.ZodOptional<(typeof RULES)[Name]["options"]>;
};

/** A rule is off unless the file names it. */
export const form = z.strictObject({
  /** Patterns for names and e-mail addresses of those who are not guests. */
  staff: z.array(z.string().min(1)).default([]),
  rules: z.strictObject(ruleOptions),
  allowed: z.array(exception).default([]),
});

export function readPolicies(file: string): Policies {
  const read = form.safeParse(readJson(file), { reportInput: true });
  if (read.success) {
    return read.data;
  }
  const problems = read.error.issues.map((issue) => `  ${wordsOf(issue)}`);
  throw new CommandError(`${file} is not a file of policies:\n${problems.join("\n")}`);
}

const TYPES: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "text in quotes",
  number: "a number",
};

function wordsOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String);
  const where = path.length === 0 ? "" : `${path.join(".")}: `;
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const meant = nearest(key, keysAt(path));
    const hint = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
    return `${where}nothing here is called ${JSON.stringify(key)}.${hint}`;
  }
  if (issue.code === "invalid_type") {
    return `${where}${issue.input === undefined ? "is missing" : `must be ${TYPES[issue.expected] ?? issue.expected}`}`;
  }
  return `${where}${issue.message}`;
}

function keysAt([first, second]: readonly string[]): string[] {
  switch (first) {
    case undefined:
      return Object.keys(form.shape);
    case "allowed":
      return Object.keys(exception.shape);
    default:
      return second === undefined ? RULE_NAMES : Object.keys(RULES[second as RuleName].options.shape);
  }
}
