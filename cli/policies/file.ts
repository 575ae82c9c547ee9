import { z } from "zod";
import { nearest } from "../../provider/engine/messages/nearest";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";
import { patterns, RULE_NAMES, type RuleName, RULES } from "./rules";

/** Which rules hold, for whom they do not, and what reviewers have allowed. */
export type Policies = z.output<typeof policiesForm>;

/** Something that is against a rule and that a reviewer allowed. */
const exception = z
  .strictObject({
    rule: z.enum(RULE_NAMES, {
      error: ({ input }) => {
        const meant = typeof input === "string" ? nearest(input, RULE_NAMES) : undefined;
        const named = RULE_NAMES.map((name) => JSON.stringify(name)).join(", ");
        return meant === undefined
          ? `must be one of ${named}`
          : `no rule is called ${JSON.stringify(input)}. Did you mean ${JSON.stringify(meant)}?`;
      },
    }),
    /** Default: anybody. */
    who: z.string().min(1, "must not be empty").optional(),
    /** Default: any lock. */
    lock: z.string().min(1, "must not be empty").optional(),
    /** The last day. Default: for good. */
    until: z.iso.date('must be a day such as "2027-03-31"').optional(),
    why: z.string().min(1, "must say why"),
  })
  .refine(({ rule, who }) => rule !== "every-lock-opens" || who === undefined, {
    path: ["who"],
    error: "must be left out: the rule every-lock-opens is about locks, not about people",
  })
  .refine(({ rule, lock }) => rule !== "managers" || lock === undefined, {
    path: ["lock"],
    error: "must be left out: the rule managers is about people, not about locks",
  });

const ruleOptions = Object.fromEntries(RULE_NAMES.map((name) => [name, RULES[name].options.optional()])) as {
  [Name in RuleName]: z.ZodOptional<(typeof RULES)[Name]["options"]>;
};

/** A rule is off unless the file names it. */
export const policiesForm = z.strictObject({
  /** For editors, which then know the keys. */
  $schema: z.string().optional(),
  /** Patterns for names and e-mail addresses of those who are not guests. */
  staff: patterns.default([]),
  rules: z.strictObject(ruleOptions),
  allowed: z.array(exception).default([]),
});

/** Where there is no file. */
export const NO_POLICIES: Policies = policiesForm.parse({ rules: {} });

export function readPolicies(file: string): Policies {
  const read = policiesForm.safeParse(readJson(file), { reportInput: true });
  if (read.success) {
    return read.data;
  }
  const problems = read.error.issues.map((issue) => `  ${wordsOf(issue)}`);
  throw new CommandError(`${file} is not a valid policies file:\n${problems.join("\n")}`);
}

const TYPES: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "text in quotes",
  number: "a number",
};

function wordsOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  const where = place === "" ? "" : `${place.slice(1)}: `;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${where}${unknownKey(key, issue.path.map(String))}`).join("\n  ");
  }
  if (issue.code === "invalid_type") {
    return `${where}${issue.input === undefined ? "is missing" : `must be ${TYPES[issue.expected] ?? issue.expected}`}`;
  }
  return `${where}${issue.message}`;
}

function unknownKey(key: string, path: readonly string[]): string {
  const meant = nearest(key, keysAt(path));
  return `unknown key ${JSON.stringify(key)}.${meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`;
}

function keysAt([first, second]: readonly string[]): string[] {
  switch (first) {
    case undefined:
      return Object.keys(policiesForm.shape);
    case "allowed":
      return Object.keys(exception.shape);
    default:
      return second === undefined ? RULE_NAMES : Object.keys(RULES[second as RuleName].options.shape);
  }
}
