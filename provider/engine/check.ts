import type { z } from "zod";
import { type Bag, hidden, isHidden, names, ownerOf, pick, visible } from "./bag";
import { ownerName } from "./collisions";
import { decideAdoption } from "./adopt";
import { explainIssue } from "./explain";
import { whyUnfit } from "./fitness";
import { withoutIgnored } from "./ignored";
import type { Kind } from "./kind";
import { matchesOf } from "./matches";
import { sanitise } from "./outputs";
import { type Counts, Preflight } from "./preflight";
import type { Declaration, Problem } from "./resource-spec";
import { say } from "./say";
import type { Session } from "./session";
import { spokenLine } from "./spoken";
import { CredentialError, shown } from "../http";
import type { AdoptionPolicy } from "./steering";
import { holdsUnknown } from "./unknown";

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
  const { inputs, problems } = checkInputs(kind.spec, news);
  if (problems.length === 0) {
    session.collisions.forget(ownerOf(news));
    const foreseen = await foresee(session, kind, olds, inputs);
    problems.push(...foreseen.problems);
    foreseen.notes.forEach((note) => say(`${note.isWarning ? "Warning: " : ""}${note.label}${note.text}`));
  }
  return { inputs: sanitise(inputs), failures: failuresOf(kind.spec, problems) };
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
}

/** What can be predicted for a declared object, from the other declarations and from what the service holds. */
export async function foresee(session: Session, kind: Kind, olds: Bag, inputs: Bag): Promise<Foreseen> {
  const owner = ownerOf(inputs);
  const wanted = withoutIgnored(kind.wanted(inputs), names(inputs[hidden.ignore]));
  const problems = collisions(session, kind, owner, wanted);
  session.claims.checked(owner);
  if (session.settings.preflight === "off") {
    return { problems, notes: [] };
  }
  const applied = Object.keys(visible(olds)).length === 0 ? {} : kind.wanted(olds);
  const preflown = await preflight(session, kind, applied, wanted, inputs);
  return { problems: [...problems, ...preflown.problems], notes: preflown.notes };
}

/**
 * Converts the declared fields to the form that is sent, and reports all mistakes together. A field with a value that
 * is not known yet passes unchanged. The result is deterministic, because a saved plan compares it.
 */
export function checkInputs(spec: Declaration, news: Bag): { inputs: Bag; problems: Problem[] } {
  const problems = unfit(news);
  if (problems.length > 0) {
    return { inputs: {}, problems };
  }
  const inputs: Bag = pick(news, Object.keys(news).filter(isHidden));
  const fields = spec.inputs.shape as Record<string, z.ZodType>;
  for (const [field, schema] of Object.entries(fields)) {
    const value = Object.hasOwn(news, field) ? news[field] : undefined;
    if (holdsUnknown(value)) {
      inputs[field] = value;
      continue;
    }
    const parsed = schema.safeParse(value === null ? undefined : value, { reportInput: true });
    if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map((issue) => ({
          field,
          reason: [...issue.path.map((step) => `(at ${String(step)})`), explainIssue(issue)].join(" "),
        })),
      );
    } else if (parsed.data !== undefined) {
      inputs[field] = parsed.data;
    }
  }
  for (const field of Object.keys(visible(news))) {
    if (!Object.hasOwn(fields, field)) {
      const meant = Object.keys(fields).find((known) => known.toLowerCase() === field.toLowerCase());
      const hint =
        meant === undefined ? `known are ${Object.keys(fields).join(", ")}` : `did you mean ${meant}`;
      problems.push({ field, reason: `is not a field of ${spec.type}: ${hint}` });
    }
  }
  if (problems.length === 0) {
    const unknown = new Set(Object.keys(inputs).filter((field) => holdsUnknown(inputs[field])));
    Object.assign(inputs, spec.complete?.(knownFields(inputs), unknown));
    problems.push(...(spec.rules?.(knownFields(inputs), unknown) ?? []));
  }
  return { inputs, problems };
}

/** Fields with values that cannot even be examined. */
function unfit(news: Bag): Problem[] {
  return Object.entries(news).flatMap(([field, value]) => {
    const reason = whyUnfit(value);
    return reason === undefined ? [] : [{ field, reason }];
  });
}

/** More mistakes than this are one mistake made many times. */
const MOST_FAILURES = 50;

export function failuresOf(spec: Declaration, problems: readonly Problem[]): CheckFailure[] {
  const rest = problems.length - MOST_FAILURES;
  const more = rest > 0 ? [{ property: "", reason: `There are ${rest} more mistakes.` }] : [];
  return [...problems.slice(0, MOST_FAILURES).map((problem) => failureOf(spec, problem)), ...more];
}

/** Pulumi prints the value of the property that a failure names, so a secret property is named only in the text. */
function failureOf({ secrets }: Declaration, { field, reason }: Problem): CheckFailure {
  const name = shown(field, LONGEST_NAME);
  return {
    property: secrets.includes(field) ? "" : name,
    reason: spokenLine(`${name} ${reason}.`),
  };
}

/** For the name of an unknown field, which can be anything. */
const LONGEST_NAME = 100;

function knownFields(inputs: Bag): Bag {
  return pick(
    inputs,
    Object.keys(visible(inputs)).filter((field) => !holdsUnknown(inputs[field])),
  );
}

function collisions(session: Session, kind: Kind, owner: string, wanted: Bag): Problem[] {
  if (holdsUnknown(wanted)) {
    return [];
  }
  const [field = ""] = kind.identity(wanted);
  return (kind.spec.collides?.(wanted) ?? []).flatMap(({ key, words }) => {
    const other = session.collisions.declare(key, owner);
    return other === undefined
      ? []
      : [{ field, reason: `collides with ${ownerName(other)}: both declare ${words}` }];
  });
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
  try {
    await kind.spec.preflight?.(asked);
    if (asked.isNew && asked.failures.length === 0) {
      notes.push(...(await foretellCreation(session, kind, wanted, inputs)));
    }
  } catch (error) {
    if (!(error instanceof CredentialError)) {
      throw error;
    }
    session.sayOnce(
      `Not everything could be checked before the run, because the token may not read it (scope ${error.scopes.join(" or ")}).`,
    );
  }
  const warnings = asked.warnings.map((warning) => ({ label, text: `: ${warning}.`, isWarning: true }));
  return { problems: asked.failures, notes: [...notes, ...warnings] };
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

/** Pulumi does not tell the provider about a replacement that is requested on the command line. */
const UNLESS_FORCED = " (unless this run deletes that one first)";

/** Says in the preview what create would do. The same run may still change that, so nothing fails here. */
export async function foretellCreation(
  session: Session,
  kind: Kind,
  wanted: Bag,
  inputs: Bag,
  /** Ids of objects that this run will delete. */
  leaving: readonly string[] = [],
): Promise<Note[]> {
  const label = kind.label(knownFields(wanted));
  const announcement = kind.spec.announceCreation?.(knownFields(wanted));
  const announced =
    announcement === undefined ? [] : [{ label, text: `: ${announcement}`, isWarning: false }];
  // Existing objects can be compared with the declaration only if all its values are known.
  if (holdsUnknown(wanted) || holdsUnknown(inputs["adopt"])) {
    return announced;
  }
  const owner = ownerOf(inputs);
  const listed = await session.collection(kind, wanted).known();
  const matches = matchesOf(session, kind, listed, wanted).filter(({ id }) => {
    const object = kind.object(id);
    // An object that this resource already has is its predecessor, and is deleted before the new one is created.
    const makesRoom = kind.spec.createFirst !== true && session.claims.owns(object, owner);
    return !makesRoom && !leaving.includes(id) && session.claims.otherOwner(object, owner) === undefined;
  });
  const policy = (inputs["adopt"] as AdoptionPolicy | undefined) ?? session.settings.adopt;
  const adoption = decideAdoption(policy, matches, kind.spec.adoptOnlyAlways);
  switch (adoption.do) {
    case "refuse":
      return [{ label, text: ` will not be created${UNLESS_FORCED}: ${adoption.why}`, isWarning: true }];
    case "adopt": {
      const text = `: the one that the service already has (id ${adoption.id}) will be adopted${UNLESS_FORCED}.`;
      return [{ label, text, isWarning: false }];
    }
    case "create":
      return announced;
  }
}
