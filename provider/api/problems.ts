import type { z } from "zod";

/** How many problems of an answer are worth reading. In a list of a thousand objects they repeat themselves. */
const SHOWN = 5;

/**
 * One line for each problem: where it is and what is allowed there. The value itself is never shown, because it may be
 * a code or a password. zod's messages do not repeat it either.
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  group: string,
  /** Index in the list of the first element that was checked. */
  from = 0,
): string[] {
  return issues.map(({ path: [first, ...below], message }) => {
    const path = first === undefined ? [] : [typeof first === "number" ? first + from : first, ...below];
    return `${fieldPath(group, path)}: ${message}`;
  });
}

/** The first few, and how many more there are. */
export function firstFew(problems: readonly string[]): string {
  const rest = problems.length - SHOWN;
  const shown = problems.slice(0, SHOWN).join("; ");
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

/** Says "missing" where zod would say that undefined was received. */
export function sayMissing(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_type" && issue.input === undefined
    ? `missing, expected ${issue.expected}`
    : undefined;
}

function fieldPath(group: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`),
    group,
  );
}
