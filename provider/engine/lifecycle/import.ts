import { fieldsThat } from "../kind/field-facts";
import type { Declaration } from "../kind/spec";
import { locateWithToken } from "../looking/locate";
import { LinesError } from "../messages/lines";
import { manyOf } from "../messages/names";
import type { BoundKind } from "../run/bound-kind";
import { namesFor } from "../run/names-for";
import { type Bag, hidden, isHidden } from "../values/bag";
import { type Checked, checkInputs, failuresOf } from "./inputs";

/**
 * Whether `check` is called for an entry of an import from a file. Pulumi passes the inputs of such an entry as both the
 * old and the new ones. What a program sends is marked, and what was stored before never is, so nothing that somebody
 * writes into an entry makes it look like a program's.
 */
export function isImport(olds: Bag, news: Bag): boolean {
  const isOfProgram = news[hidden.program] === true && olds[hidden.program] === undefined;
  return !isOfProgram && [olds, news].every((bag) => bag[hidden.provider] !== undefined);
}

/** How an entry names its objects in `__import`. */
export interface ImportForm {
  /** Undefined if this is not its form. */
  readonly idsIn: (named: unknown) => readonly string[] | undefined;
  /** What it repeats: `the id of the entry`. */
  readonly sameAs: string;
  /** The field that says where the objects are, and the part of their ids that says it too, if they are in something. */
  readonly where: { readonly field: string; readonly part: string } | undefined;
}

export function oneId({ id, inputs }: Pick<Declaration, "id" | "inputs">): ImportForm {
  const part = Object.keys(id).find((name) => Object.hasOwn(inputs.shape, name));
  return {
    idsIn: (named) => (typeof named === "string" ? [named] : undefined),
    sameAs: "the id of the entry",
    where: part === undefined ? undefined : { field: part, part },
  };
}

/**
 * Refuses an entry that names nothing, or not what its fields say, or that would put a secret into the state in the
 * clear. Pulumi treats failures of this check as warnings, and imports the entry all the same: only an error stops it.
 */
export async function checkImport(
  kind: BoundKind,
  spec: Declaration,
  label: string,
  news: Bag,
  form: ImportForm,
): Promise<Checked> {
  const ids = form.idsIn(news[hidden.import]);
  refuse(label, [
    ...programFieldsIn(news),
    ...secretsIn(spec, news),
    ...(ids === undefined ? [withoutIds(form)] : []),
    ...mistakesIn(spec, news),
  ]);
  refuse(label, await otherPlaces(kind, news, ids ?? [], form));
  for (const id of ids ?? []) {
    refuse(label, await absenceOf(kind, id));
  }
  return { inputs: news, failures: [] };
}

function refuse(label: string, reasons: readonly string[]): void {
  if (reasons.length > 0) {
    throw new LinesError(reasons.map((reason) => `The import of ${label} was refused: ${reason}`));
  }
}

/** Pulumi does not say whether the entry marks a value as a secret. One that is not marked would be readable for ever. */
function secretsIn(spec: Declaration, news: Bag): string[] {
  const given = fieldsThat(spec, "isSecret").filter((field) => (news[field] ?? undefined) !== undefined);
  return given.length === 0
    ? []
    : [
        `its entry has ${given.join(", ")}, which must stay secret. Leave it out of inputs and outputs. ` +
          "The next `pulumi up` records what the program declares, encrypted. With --skip-preview, Pulumi has already written " +
          "the entry to its backup of the state: use another value from now on.",
      ];
}

/**
 * An entry that was copied from a state. With the same inputs, a program comes here of which a transform ignores all
 * changes: Pulumi then replaces everything that the class has sent.
 */
function programFieldsIn(news: Bag): string[] {
  const allowed: readonly string[] = [hidden.import, hidden.provider];
  const given = Object.keys(news).filter((key) => isHidden(key) && !allowed.includes(key));
  return given.length === 0
    ? []
    : [
        `its inputs have ${given.join(", ")}, which only a program sets. Of the fields that start with "__", leave only ` +
          `${allowed.map((field) => `"${field}"`).join(" and ")} in an entry. If you are not importing, a transform in your program ` +
          'sets ignoreChanges to "*": let it list the fields.',
      ];
}

function withoutIds({ sameAs }: ImportForm): string {
  return `its inputs must have "${hidden.import}" with the same value as ${sameAs}, so that the provider can check whether it exists.`;
}

/** Secrets are left out, so they do not count as missing. */
function mistakesIn(spec: Declaration, news: Bag): string[] {
  const secrets = fieldsThat(spec, "isSecret");
  const problems = checkInputs(spec, news).problems.filter(({ field }) => !secrets.includes(field));
  return failuresOf(problems).map(({ reason }) => reason);
}

/** The state would have an object on one lock, and say that it is on another. */
async function otherPlaces(
  kind: BoundKind,
  news: Bag,
  ids: readonly string[],
  { where }: ImportForm,
): Promise<string[]> {
  if (where === undefined) {
    return [];
  }
  const { field, part } = where;
  const declared = new Set([news[field]].flat().map(String));
  const named = new Set(ids.map((id) => String(kind.parts(id)[part])));
  const sides = [
    { side: `"${hidden.import}"`, places: [...named].filter((place) => !declared.has(place)) },
    { side: field, places: [...declared].filter((place) => !named.has(place)) },
  ].filter(({ places }) => places.length > 0);
  if (sides.length === 0) {
    return [];
  }
  const names = await namesFor(kind, news);
  const noun = kind.spec.parent?.noun ?? "place";
  const nameOf = (place: string): string => {
    const name = names(part, place);
    return name === place ? `${noun} ${place}` : `${name} (${place})`;
  };
  const only = sides.map(({ side, places }) => `Only ${side} names ${manyOf(places.map(nameOf))}.`);
  const nouns = field === part ? noun : `${noun}s`;
  return [
    `"${hidden.import}" and ${field} do not name the same ${nouns}. ${only.join(" ")} Correct the entry.`,
  ];
}

async function absenceOf(kind: BoundKind, id: string): Promise<string[]> {
  const { type } = kind.spec;
  const located = await locateWithToken(kind, id, {});
  switch (located.is) {
    case "there":
      return [];
    case "gone":
      return [
        `the service has no ${type} with the id ${id}. Correct the id in the file, or leave the entry out.`,
      ];
    default:
      return [
        `it is not certain that the service has the ${type} with the id ${id}. Check the id, and run again.`,
      ];
  }
}
