import type { z } from "zod";
import { shown } from "../../http";
import type { Problem } from "../kind/problem";
import type { Declaration } from "../kind/spec";
import { explainIssue } from "../messages/explain";
import { spokenLine } from "../messages/lines";
import { nearest } from "../messages/nearest";
import { type Bag, hidden, isHidden, names, pick, visible } from "../values/bag";
import { equal } from "../values/equality";
import { whyUnfit } from "../values/limits";
import { isEverything, propertyPath, withoutIgnored } from "../values/property-path";
import { holdsUnknown } from "../values/unknown";

export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

export interface Checked {
  readonly inputs: Bag;
  readonly failures: CheckFailure[];
}

export function isFirstCheck(olds: Bag): boolean {
  return Object.keys(visible(olds)).length === 0;
}

/** The fields that the program leaves to others. A create sends everything that is declared. */
export function ignoredOf(olds: Bag, inputs: Bag): string[] {
  return isFirstCheck(olds) ? [] : names(inputs[hidden.ignore]);
}

/**
 * Converts the declared fields to words, and reports all mistakes together. A field with a value that
 * is not known yet passes unchanged, and so does an ignored one: Pulumi takes it from the old inputs, where a refresh
 * may have put anything that others set. The result is deterministic, because a saved plan compares it.
 */
export function checkInputs(
  spec: Declaration,
  news: Bag,
  olds: Bag = {},
): { inputs: Bag; problems: Problem[] } {
  const problems = unfit(news);
  if (problems.length > 0) {
    return { inputs: {}, problems };
  }
  const kept = Object.keys(news).filter((key) => isHidden(key) && key !== hidden.program);
  const inputs: Bag = pick(news, kept);
  const odd: string[] = [];
  const ignored = ignoredOf(olds, news);
  const isIgnored = (field: string): boolean =>
    ignored.some((path) => isEverything(path) || propertyPath(path)[0] === field);
  const fields = spec.inputs.shape as Record<string, z.ZodType>;
  for (const [field, schema] of Object.entries(fields)) {
    const value = Object.hasOwn(news, field) ? news[field] : undefined;
    if (holdsUnknown(value)) {
      inputs[field] = value;
      continue;
    }
    const parsed = schema.safeParse(value === null ? undefined : value, { reportInput: true });
    if (!parsed.success && isIgnored(field) && equal(value, olds[field])) {
      inputs[field] = value;
      odd.push(field);
    } else if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map((issue) => ({
          field,
          ...(issue.path.length > 0 && { at: issue.path.map(stepInWords).join("") }),
          reason: explainIssue(issue, schema),
        })),
      );
    } else if (parsed.data !== undefined) {
      inputs[field] = parsed.data;
    }
  }
  for (const field of Object.keys(visible(news))) {
    if (!Object.hasOwn(fields, field)) {
      const meant = nearest(field, Object.keys(fields));
      const hint =
        meant === undefined ? `The fields are ${Object.keys(fields).join(", ")}` : `Did you mean ${meant}?`;
      problems.push({ field, reason: `is not a field of ${spec.type}. ${hint}` });
    }
  }
  if (problems.length === 0) {
    const left = Object.keys(fields).filter(isIgnored);
    problems.push(...ruleProblems(spec, inputs, pick(olds, Object.keys(fields)), left, odd));
  }
  return { inputs, problems };
}

/**
 * The rules between fields that the inputs break. A rule that somebody else broke through an ignored field is left out:
 * it was broken before, and is not broken without that field.
 */
function ruleProblems(
  spec: Declaration,
  inputs: Bag,
  olds: Bag,
  ignored: readonly string[],
  /** Ignored fields whose values cannot be read. */
  odd: readonly string[],
): Problem[] {
  const unknown = Object.keys(inputs).filter((field) => holdsUnknown(inputs[field]));
  const broken = (values: Bag, left: readonly string[]): Problem[] =>
    spec.rules?.(knownFields(withoutIgnored(values, left)), new Set([...unknown, ...left])) ?? [];
  const all = broken(inputs, odd);
  if (ignored.length === 0) {
    return all;
  }
  const brokenBefore = broken(olds, odd);
  const brokenByProgram = broken(inputs, ignored);
  const holds = (some: readonly Problem[], one: Problem): boolean => some.some((other) => equal(one, other));
  return all.filter((one) => !holds(brokenBefore, one) || holds(brokenByProgram, one));
}

/** Fields with values that cannot even be examined. */
function unfit(news: Bag): Problem[] {
  return Object.entries(news).flatMap(([field, value]) => {
    const reason = whyUnfit(value);
    return reason === undefined ? [] : [{ field, reason }];
  });
}

/** Instead of a field, if the problem is the resource as a whole. The reason is then a complete text. */
export const WHOLE = "";

/** More mistakes than this are one mistake made many times. */
const MAX_FAILURES = 50;

export function failuresOf(problems: readonly Problem[]): CheckFailure[] {
  const rest = problems.length - MAX_FAILURES;
  const more = rest > 0 ? [failure(`There are ${rest} more mistakes.`)] : [];
  return [...problems.slice(0, MAX_FAILURES).map(failureOf), ...more];
}

/** As a program would write it. */
function stepInWords(step: PropertyKey): string {
  return typeof step === "number" ? `[${step}]` : `.${String(step)}`;
}

function failureOf({ field, at = "", reason }: Problem): CheckFailure {
  const end = reason.endsWith("?") ? "" : ".";
  return failure(field === WHOLE ? reason : `${shown(`${field}${at}`, MAX_FIELD_NAME)} ${reason}${end}`);
}

/**
 * The field is named only in the text. Pulumi prints the value of a property that a failure names: a secret, also one
 * under a misspelt name, in the clear, and an id as `4.03118962e+08`.
 */
function failure(text: string): CheckFailure {
  return { property: "", reason: spokenLine(text) };
}

/** For the name of an unknown field, which can be anything. */
const MAX_FIELD_NAME = 100;

export function knownFields(inputs: Bag): Bag {
  return pick(
    inputs,
    Object.keys(visible(inputs)).filter((field) => !holdsUnknown(inputs[field])),
  );
}
