import type { Kind } from "../kind/kind";
import type { Told } from "../kind/spec";
import { manyOf, nameOrId, type Names } from "../messages/names";
import type { BoundKind } from "../run/bound-kind";
import { namesFor } from "../run/names-for";
import { type Bag, hidden, names as listOf, ownerOf } from "../values/bag";
import { UNKNOWN } from "../values/unknown";

/** Values of a field that stand for many objects of a set. */
export interface Places {
  readonly field: string;
  readonly ids: readonly unknown[];
}

/** Prints in one line what the program is about to create. */
export async function tellCreation(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  places?: Places,
  about = ownerOf(inputs),
): Promise<void> {
  const told = await toldOf(kind, inputs, wanted, {}, [], places);
  const text = kind.spec.inPlan?.created(told) ?? `${kind.label(wanted)} will be created`;
  const mail = mailOf(kind, wanted, places?.ids);
  kind.session.plan.tell(kind.spec.type, about, `${text}${mail.words}.`, mail.count);
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
  kind: BoundKind,
  inputs: Bag,
  { wanted, was, changed }: Change,
  /** If another one takes its place: whether that one is created, rather than adopted. */
  replacement?: { readonly isCreated: boolean },
  places?: Places,
  /** What the line is about. There is only one about each. */
  about = ownerOf(inputs),
): Promise<void> {
  if (changed.length === 0) {
    return;
  }
  const told = {
    ...(await toldOf(kind, inputs, wanted, was, changed, places)),
    isReplaced: replacement !== undefined,
  };
  const text = kind.spec.inPlan?.changed(told) ?? `${kind.label(was)}: ${changesIn(told)}`;
  const mail = replacement?.isCreated === true ? mailOf(kind, { ...was, ...wanted }, places?.ids) : undefined;
  const replaces = replacement === undefined ? "" : "; this replaces it";
  kind.session.plan.tell(kind.spec.type, about, `${text}${replaces}${mail?.words ?? ""}.`, mail?.count);
}

/** Prints that the program now declares what is there already, because somebody else has set it. */
export async function tellAlready(
  kind: BoundKind,
  label: string,
  inputs: Bag,
  fields: readonly string[],
  state: Bag,
  about = ownerOf(inputs),
): Promise<void> {
  const wanted = kind.wanted(inputs);
  const { was, words } = await toldOf(kind, inputs, wanted, state, fields, undefined);
  const values = fields.map((field) => {
    const now = words(field, wanted[field]);
    return now === "another value"
      ? `the declared ${field}`
      : `${field} ${now} (${words(field, was[field])} in the state)`;
  });
  kind.session.plan.tell(
    kind.spec.type,
    `${about} already`,
    `${label} already has what the program declares now: ${values.join(", ")}.`,
  );
}

/** Whose the object is, if the kind can say that. */
export async function whoseIs(kind: BoundKind, inputs: Bag, wanted: Bag): Promise<string | undefined> {
  return kind.spec.inPlan?.who?.(await toldOf(kind, inputs, wanted, {}, [], undefined));
}

/** Prints that the program lets a later delete take more than the object itself, in the preview that begins with it. */
export function tellContents(kind: BoundKind, olds: Bag, inputs: Bag): void {
  if (inputs["deleteContents"] === true && olds["deleteContents"] !== true) {
    kind.session.plan.tell(
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
  const each = isForOne ? "" : ` for each ${spec.parent?.noun ?? "place"}`;
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

async function toldOf(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  was: Bag,
  changed: readonly string[],
  places: Places | undefined,
): Promise<Told> {
  const nameOf = await namesFor(kind, inputs);
  const noun = kind.spec.parent?.noun;
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
    isReplaced: false,
    isNothingIgnored,
    names,
    isUnseen: (field) => kind.isUnseen(field),
    words: (field, value) => kind.words(field, value, names),
  };
}

/** The fields that the program changes, rather than somebody else. */
export function changedByProgram(kind: Kind, fields: readonly string[], wanted: Bag, stored: Bag): string[] {
  return fields.filter((field) => kind.isWriteOnly(field) || kind.differsIn(field, wanted, stored));
}
