import { type Bag, hidden, names as listOf, ownerOf } from "./bag";
import type { Kind } from "./kind";
import { referredBy } from "./reference";
import type { Session } from "./session";
import { holdsUnknown, NOT_KNOWN_YET, UNKNOWN } from "./unknown";

/** The names of the things that ids stand for: the name that people gave it or, if nobody knows one, the id. */
export type Names = (field: string, id: unknown) => string;

/** The name or, if nobody knows one, the id with its noun, if it has one: `lock 17179869185`. */
export function nameOrId(names: Names, field: string, id: unknown, noun: string | undefined): string {
  const name = names(field, id);
  return name === String(id) && noun !== undefined ? `${noun} ${name}` : name;
}

/** What a sentence about a change needs. */
export interface Told<Fields = Bag> {
  readonly wanted: Fields;
  /** What it was before. Empty for something new. */
  readonly was: Fields;
  /** The fields that the program changes. */
  readonly changed: readonly string[];
  /** If fields are ignored, their declared values are not known here: Pulumi passes on the old ones. */
  readonly isNothingIgnored: boolean;
  readonly names: Names;
  /** The value of a field in words. */
  readonly words: (field: string, value: unknown) => string;
}

/** Values of a field that stand for many objects of a set. */
export interface Places {
  readonly field: string;
  readonly ids: readonly unknown[];
}

/** Prints in one line what the program is about to create. */
export async function tellCreation(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  places?: Places,
  about = ownerOf(inputs),
): Promise<void> {
  const told = await toldOf(session, kind, inputs, wanted, {}, [], places);
  const text = kind.spec.inPlan?.created(told) ?? `${kind.label(wanted)} will be created`;
  const mail = mailOf(kind, wanted, places?.ids);
  session.plan.tell(kind.spec.type, about, `${text}${mail.words}.`, mail.count);
}

/** What the program changes in something that exists. */
export interface Change {
  readonly wanted: Bag;
  /** What is there now. */
  readonly was: Bag;
  readonly changed: readonly string[];
}

/** Prints in one line what the program changes in something that exists. */
export async function tellChange(
  session: Session,
  kind: Kind,
  inputs: Bag,
  { wanted, was, changed }: Change,
  isReplaced: boolean,
  places?: Places,
  /** What the line is about. There is only one about each. */
  about = ownerOf(inputs),
): Promise<void> {
  if (changed.length === 0) {
    return;
  }
  const told = await toldOf(session, kind, inputs, wanted, was, changed, places);
  const text = kind.spec.inPlan?.changed(told) ?? `${kind.label(was)}: ${changesIn(told)}`;
  const mail = isReplaced ? mailOf(kind, wanted, places?.ids) : undefined;
  session.plan.tell(
    kind.spec.type,
    about,
    `${text}${mail === undefined ? "" : `; this replaces it${mail.words}`}.`,
    mail?.count,
  );
}

/** Prints that the program lets a later delete take more than the object itself, in the preview that begins with it. */
export function tellContents(session: Session, kind: Kind, olds: Bag, inputs: Bag): void {
  if (inputs["deleteContents"] === true && olds["deleteContents"] !== true) {
    session.plan.tell(
      kind.spec.type,
      `${ownerOf(inputs)} deleteContents`,
      `${kind.label(inputs)}: when it is deleted, everything that it still holds will be deleted with it (deleteContents).`,
    );
  }
}

/** The invitations that go out when these are created, and how to say that at the end of a sentence. */
function mailOf(
  { spec }: Kind,
  wanted: Bag,
  places: readonly unknown[] = [""],
): { readonly words: string; readonly count: number } {
  if (spec.inPlan?.isMailed?.(wanted) !== true) {
    return { words: "", count: 0 };
  }
  const isForOne = places.length === 1 && places[0] !== UNKNOWN;
  const each = isForOne ? "" : ` for each ${spec.container?.noun ?? "place"}`;
  return { words: `; an invitation is mailed${each}`, count: places.length };
}

/** `name "Villa" (was "House"), another password` */
export function changesIn({ wanted, was, changed, words }: Told): string {
  return changed
    .map((field) => {
      const now = words(field, wanted[field]);
      if (now !== "another value") {
        return `${field} ${now} (was ${words(field, was[field])})`;
      }
      // If nobody knows the secret that was there, it may have been the same.
      return (was[field] ?? undefined) === undefined
        ? `the declared ${field} will be sent`
        : `another ${field}`;
    })
    .join(", ");
}

/** The names for the ids of a declaration. Where nothing may be asked, an id is its own name. */
export async function namesFor(session: Session, kind: Kind, inputs: Bag): Promise<Names> {
  const known = session.settings.preflight === "off" ? undefined : await kind.spec.names?.(session);
  const references = inputs[hidden.references];
  return (field, id) => {
    const { name, sameAs } = referredBy(references, field);
    if (holdsUnknown(id) || id === sameAs) {
      return (name && session.foretold.nameOf(name, field)) ?? name ?? NOT_KNOWN_YET;
    }
    return known?.(field, id) ?? String(id);
  };
}

async function toldOf(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  was: Bag,
  changed: readonly string[],
  places: Places | undefined,
): Promise<Told> {
  const nameOf = await namesFor(session, kind, inputs);
  const noun = kind.spec.container?.noun;
  const nameAt = (field: string, id: unknown): string =>
    id === UNKNOWN ? `${noun ?? "place"}s that are not known yet` : nameOrId(nameOf, field, id, noun);
  const names: Names = (field, id) =>
    field === places?.field ? manyOf(places.ids.map((each) => nameAt(field, each))) : nameOf(field, id);
  const isNothingIgnored = listOf(inputs[hidden.ignore]).length === 0;
  return {
    wanted,
    // Of an object with open keys, the others are nobody's business here.
    was: {
      ...was,
      ...Object.fromEntries(changed.map((field) => [field, kind.comparable(field, wanted, was)])),
    },
    changed,
    isNothingIgnored,
    names,
    words: (field, value) => kind.words(field, value, names),
  };
}

/** More names than this are counted. */
const MOST_NAMES = 5;

/** `Front door, Garage and 12 more` */
export function manyOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  const named = names.slice(0, MOST_NAMES).join(", ");
  return rest > 0 ? `${named} and ${rest} more` : names.length === 0 ? "no lock" : named;
}

/** The fields that the program changes, rather than somebody else. */
export function changedByProgram(kind: Kind, fields: readonly string[], wanted: Bag, stored: Bag): string[] {
  return fields.filter((field) => kind.isWriteOnly(field) || kind.differsIn(field, wanted, stored));
}
