import { CredentialError } from "../../http";
import { doubtsAbout } from "../kind/field-facts";
import { type Counts, Preflight } from "../kind/preflight";
import type { Problem } from "../kind/problem";
import type { Declaration } from "../kind/spec";
import { refusalOf } from "../lists/allowed";
import { say } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";
import { namesFor } from "../run/names-for";
import { foretellRefusal } from "../run/read-only";
import { type Bag, hidden, ownerOf, pick } from "../values/bag";
import { sanitise } from "../values/outputs";
import { withoutIgnored } from "../values/property-path";
import { referredBy } from "../values/references";
import { holdsUnknown, UNKNOWN } from "../values/unknown";
import { ownerName } from "../values/urn";
import { foretellCreation, type PreviewLine } from "./foretell-creation";
import { type Checked, checkInputs, failuresOf, ignoredOf, isFirstCheck, knownFields, WHOLE } from "./inputs";
import { type Change, tellChange, tellContents, tellCreation } from "./plan";

/** Finds everything that can be found before anything is written, from the program alone and with the service's help. */
export async function check(kind: BoundKind, olds: Bag, news: Bag): Promise<Checked> {
  const { inputs, problems } = checkInputs(kind.spec, news, olds);
  if (problems.length === 0) {
    kind.session.collisions.forget(ownerOf(news));
    kind.session.foretold.declares(ownerOf(news), inputs["name"], Object.keys(kind.spec.id).at(-1));
    const foreseen = await foresee(kind, olds, inputs);
    problems.push(...foreseen.problems);
    foreseen.notes.forEach((note) => say(`${note.isWarning ? "Warning: " : ""}${note.label}${note.text}`));
    sayDoubts(kind.spec, kind.label(inputs), withoutIgnored(inputs, ignoredOf(olds, inputs)));
    tellContents(kind, olds, inputs);
    if (foreseen.change !== undefined) {
      // A replacement that adopts has a line about the old one, too.
      await tellChange(kind, inputs, foreseen.change, undefined, undefined, `${ownerOf(inputs)} adopts`);
    }
    if (foreseen.isCreated) {
      await tellCreation(kind, inputs, kind.wanted(inputs));
    }
    if (isWritten(foreseen)) {
      foretellRefusal(kind.session);
    }
  }
  return { inputs: sanitise(inputs), failures: failuresOf(problems) };
}

/** Says what is allowed but may not be meant. */
export function sayDoubts(spec: Declaration, label: string, inputs: Bag): void {
  doubtsAbout(spec, knownFields(inputs)).forEach((doubt) => say(`Warning: ${label}: ${doubt}.`));
}

export interface Foreseen {
  readonly problems: Problem[];
  readonly notes: PreviewLine[];
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
export async function foresee(kind: BoundKind, olds: Bag, inputs: Bag): Promise<Foreseen> {
  const owner = ownerOf(inputs);
  const isNew = isFirstCheck(olds);
  const ignored = ignoredOf(olds, inputs);
  const declared = kind.wanted(inputs);
  const wanted = withoutIgnored(declared, ignored);
  const isWhole = kind.identity(declared).every((field) => Object.hasOwn(wanted, field));
  const problems = isWhole ? await collisions(kind, wanted, inputs) : [];
  kind.session.claims.checked(owner);
  if (kind.session.settings.preflight === "off") {
    return { problems, notes: [], isCreated: isNew };
  }
  const applied = isNew ? {} : kind.wanted(olds);
  const foreseen = await preflight(kind, applied, wanted, inputs);
  return { ...foreseen, problems: [...problems, ...foreseen.problems] };
}

/** An id that is not known yet is compared by the resource that it comes from. */
async function collisions(kind: BoundKind, wanted: Bag, inputs: Bag): Promise<Problem[]> {
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
  const other = kind.session.collisions.declare(kind.identityKey(compared), ownerOf(inputs));
  if (other === undefined) {
    return [];
  }
  const same = kind.identityInWords(compared, await namesFor(kind, inputs));
  const reason =
    `${ownerName(ownerOf(inputs))} and ${ownerName(other)} declare the same ${kind.spec.type}: ${same}. ` +
    "Declare it only once, or change one of these fields.";
  return [{ field: WHOLE, reason }];
}

async function preflight(kind: BoundKind, olds: Bag, wanted: Bag, inputs: Bag): Promise<Foreseen> {
  const isNew = Object.keys(olds).length === 0;
  const isOneMore = async (counts: Counts): Promise<boolean> =>
    isNew && !(await hasPredecessor(kind, wanted, ownerOf(inputs), counts));
  const asked = new Preflight<Bag>(kind.session, knownFields(wanted), olds, isOneMore);
  const label = kind.label(asked.wanted);
  const notes: PreviewLine[] = [];
  let isCreated = isNew;
  let change: Change | undefined;
  const trouble = await refusalOf(kind.spec.preflight?.(asked));
  if (asked.isNew && asked.failures.length === 0) {
    const problem = await unreadable(kind, wanted);
    if (problem !== undefined) {
      return { problems: [problem], notes: [], isCreated: false, isUnreadable: true };
    }
  }
  if (trouble instanceof CredentialError) {
    kind.session.sayOnce(
      `Some checks were skipped, because the token may not read what they need (scope ${trouble.scopes.join(" or ")}).`,
    );
  } else if (trouble !== undefined) {
    throw trouble;
  }
  if (asked.isNew && asked.failures.length === 0) {
    const foretold = await foretellCreation(kind, wanted, inputs);
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
async function unreadable(kind: BoundKind, wanted: Bag): Promise<Problem | undefined> {
  if (kind.spec.byParent === "only" && holdsUnknown(pick(wanted, Object.keys(kind.spec.id)))) {
    return undefined;
  }
  const refusal = await refusalOf(kind.collection(wanted).known());
  return (
    refusal && {
      field: WHOLE,
      reason:
        `The token was refused, or may not list ${kind.spec.docs.all}. A create first searches that list, so \`pulumi up\` would fail. ` +
        refusal.message,
    }
  );
}

/** Whether there is an object that a create would adopt, or that this resource already has and is about to replace. */
async function hasPredecessor(kind: BoundKind, wanted: Bag, owner: string, counts: Counts): Promise<boolean> {
  const listed = await kind.collection(wanted).known();
  return [...listed].some(([id, live]) => {
    const shown = kind.show(live);
    return counts(shown) && (kind.session.claims.owns(kind.object(id), owner) || kind.isMatch(wanted, shown));
  });
}
