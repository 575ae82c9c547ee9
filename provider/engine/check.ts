import type { z } from "zod";
import { type Bag, hidden, isHidden, names, ownerOf, pick, visible } from "./bag";
import { ownerName } from "./collisions";
import { equal } from "./equal";
import { explainIssue } from "./explain";
import { foretellCreation } from "./foretell-creation";
import { whyUnfit } from "./fitness";
import { withoutIgnored } from "./ignored";
import type { Kind } from "./kind";
import { nearest } from "./nearest";
import { sanitise } from "./outputs";
import { type Change, namesFor, tellChange, tellContents, tellCreation } from "./plan";
import { type Counts, Preflight } from "./preflight";
import { isEverything, propertyPath } from "./property-path";
import { foretellRefusal } from "./read-only";
import { referredBy } from "./reference";
import type { Declaration, Problem } from "./resource-spec";
import { say } from "./say";
import type { Session } from "./session";
import { spokenLine } from "./spoken";
import { CredentialError, NotAllowedError, shown, type SmartlockError } from "../http";
import { holdsUnknown, UNKNOWN } from "./unknown";

export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

export interface Checked {
  readonly inputs: Bag;
  readonly failures: CheckFailure[];
}

/** Finds everything that can be found before anything is written, from the program alone and with the service's help. */
export async function check(session: Session, kind: Kind, olds: Bag, news: Bag): Promise<Checked> {
  const { inputs, problems } = checkInputs(kind.spec, news, olds);
  if (problems.length === 0) {
    session.collisions.forget(ownerOf(news));
    session.foretold.declares(ownerOf(news), inputs["name"], Object.keys(kind.spec.id).at(-1));
    const foreseen = await foresee(session, kind, olds, inputs);
    problems.push(...foreseen.problems);
    foreseen.notes.forEach((note) => say(`${note.isWarning ? "Warning: " : ""}${note.label}${note.text}`));
    sayDoubts(kind.spec, kind.label(inputs), withoutIgnored(inputs, ignoredOf(olds, inputs)));
    tellContents(session, kind, olds, inputs);
    if (foreseen.change !== undefined) {
      await tellChange(session, kind, inputs, foreseen.change, false);
    }
    if (foreseen.isCreated) {
      await tellCreation(session, kind, inputs, kind.wanted(inputs));
    }
    if (isWritten(foreseen)) {
      foretellRefusal(session);
    }
  }
  return { inputs: sanitise(inputs), failures: failuresOf(problems) };
}

/** Says what is allowed but may not be meant. */
export function sayDoubts(spec: Declaration, label: string, inputs: Bag): void {
  (spec.doubts?.(knownFields(inputs)) ?? []).forEach((doubt) => say(`Warning: ${label}: ${doubt}.`));
}

/** A line for the preview: which object, and what about it. */
export interface Note {
  readonly label: string;
  readonly text: string;
  readonly isWarning: boolean;
}

export interface Foreseen {
  readonly problems: Problem[];
  readonly notes: Note[];
  /** Whether the run creates the object, as far as anybody can tell. */
  readonly isCreated: boolean;
  /** What the run changes in the object that it adopts. */
  readonly change?: Change | undefined;
  /** The token may not read the list of such objects. */
  readonly isUnreadable?: boolean;
}

/** Whether the run writes something: it creates the object, or changes the one that it adopts. */
export function isWritten({ isCreated, change }: Foreseen): boolean {
  return isCreated || (change?.changed ?? []).length > 0;
}

/** What can be predicted for a declared object, from the other declarations and from what the service holds. */
export async function foresee(session: Session, kind: Kind, olds: Bag, inputs: Bag): Promise<Foreseen> {
  const owner = ownerOf(inputs);
  const isNew = isFirstCheck(olds);
  const ignored = ignoredOf(olds, inputs);
  const declared = kind.wanted(inputs);
  const wanted = withoutIgnored(declared, ignored);
  const isWhole = kind.identity(declared).every((field) => Object.hasOwn(wanted, field));
  const problems = isWhole ? await collisions(session, kind, wanted, inputs) : [];
  session.claims.checked(owner);
  if (session.settings.preflight === "off") {
    return { problems, notes: [], isCreated: isNew };
  }
  const applied = isNew ? {} : kind.wanted(olds);
  const preflown = await preflight(session, kind, applied, wanted, inputs);
  return { ...preflown, problems: [...problems, ...preflown.problems] };
}

function isFirstCheck(olds: Bag): boolean {
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
const WHOLE = "";

/** More mistakes than this are one mistake made many times. */
const MOST_FAILURES = 50;

export function failuresOf(problems: readonly Problem[]): CheckFailure[] {
  const rest = problems.length - MOST_FAILURES;
  const more = rest > 0 ? [failure(`There are ${rest} more mistakes.`)] : [];
  return [...problems.slice(0, MOST_FAILURES).map(failureOf), ...more];
}

/** As a program would write it. */
function stepInWords(step: PropertyKey): string {
  return typeof step === "number" ? `[${step}]` : `.${String(step)}`;
}

function failureOf({ field, at = "", reason }: Problem): CheckFailure {
  const end = reason.endsWith("?") ? "" : ".";
  return failure(field === WHOLE ? reason : `${shown(`${field}${at}`, LONGEST_NAME)} ${reason}${end}`);
}

/**
 * The field is named only in the text. Pulumi prints the value of a property that a failure names: a secret, also one
 * under a misspelt name, in the clear, and an id as `4.03118962e+08`.
 */
function failure(text: string): CheckFailure {
  return { property: "", reason: spokenLine(text) };
}

/** For the name of an unknown field, which can be anything. */
const LONGEST_NAME = 100;

function knownFields(inputs: Bag): Bag {
  return pick(
    inputs,
    Object.keys(visible(inputs)).filter((field) => !holdsUnknown(inputs[field])),
  );
}

/** An id that is not known yet is compared by the resource that it comes from. */
async function collisions(session: Session, kind: Kind, wanted: Bag, inputs: Bag): Promise<Problem[]> {
  const compared = Object.fromEntries(
    Object.entries(wanted).map(([field, value]) => [
      field,
      value === UNKNOWN ? (referredBy(inputs[hidden.references], field).sameAs ?? UNKNOWN) : value,
    ]),
  );
  const identity = kind.identity(compared);
  if (holdsUnknown(pick(compared, identity))) {
    return [];
  }
  const [field = ""] = identity;
  const problems: Problem[] = [];
  for (const { key, words } of kind.spec.collides?.(compared) ?? []) {
    const other = session.collisions.declare(key, ownerOf(inputs));
    if (other !== undefined) {
      const both = words(await namesFor(session, kind, inputs));
      problems.push({ field, reason: `collides with ${ownerName(other)}: both declare ${both}` });
    }
  }
  return problems;
}

async function preflight(
  session: Session,
  kind: Kind,
  olds: Bag,
  wanted: Bag,
  inputs: Bag,
): Promise<Foreseen> {
  const isNew = Object.keys(olds).length === 0;
  const isOneMore = async (counts: Counts): Promise<boolean> =>
    isNew && !(await hasPredecessor(session, kind, wanted, ownerOf(inputs), counts));
  const asked = new Preflight<Bag>(session, knownFields(wanted), olds, isOneMore);
  const label = kind.label(asked.wanted);
  const notes: Note[] = [];
  let isCreated = isNew;
  let change: Change | undefined;
  const trouble = await refusalOf(kind.spec.preflight?.(asked));
  if (asked.isNew && asked.failures.length === 0) {
    const problem = await unreadable(session, kind, wanted);
    if (problem !== undefined) {
      return { problems: [problem], notes: [], isCreated: false, isUnreadable: true };
    }
  }
  if (trouble instanceof CredentialError) {
    session.sayOnce(
      `Some checks were skipped, because the token may not read what they need (scope ${trouble.scopes.join(" or ")}).`,
    );
  } else if (trouble !== undefined) {
    throw trouble;
  }
  if (asked.isNew && asked.failures.length === 0) {
    const foretold = await foretellCreation(session, kind, wanted, inputs);
    notes.push(...foretold.notes);
    isCreated = foretold.notes.length === 0;
    change = foretold.change;
  }
  const warnings = asked.warnings.map((warning) => ({ label, text: `: ${warning}.`, isWarning: true }));
  return {
    problems: asked.failures,
    notes: [...notes, ...warnings],
    change,
    isCreated: isCreated && asked.failures.length === 0,
  };
}

/**
 * A create looks for the object in the list of its kind first. If the token may not read that list, the run cannot
 * succeed. The list of what does not exist yet cannot be asked for.
 */
async function unreadable(session: Session, kind: Kind, wanted: Bag): Promise<Problem | undefined> {
  if (kind.spec.listedBy !== undefined && holdsUnknown(pick(wanted, Object.keys(kind.spec.id)))) {
    return undefined;
  }
  const refusal = await refusalOf(session.collection(kind, wanted).known());
  return (
    refusal && {
      field: WHOLE,
      reason:
        `The token was refused, or may not list ${kind.spec.type} objects. A create looks there first, so \`pulumi up\` would fail. ` +
        refusal.message,
    }
  );
}

/** The refusal, if the token may not read something. Any other failure is thrown again. */
async function refusalOf(reading: Promise<unknown> | undefined): Promise<SmartlockError | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (error instanceof CredentialError || error instanceof NotAllowedError) {
      return error;
    }
    throw error;
  }
}

/** Whether there is an object that a create would adopt, or that this resource already has and is about to replace. */
async function hasPredecessor(
  session: Session,
  kind: Kind,
  wanted: Bag,
  owner: string,
  counts: Counts,
): Promise<boolean> {
  const listed = await session.collection(kind, wanted).known();
  return [...listed].some(([id, live]) => {
    const shown = kind.show(live);
    return counts(shown) && (session.claims.owns(kind.object(id), owner) || kind.isMatch(wanted, shown));
  });
}
