import { type Bag, hidden, isBag, pick } from "../values/bag";
import { equal } from "../values/equality";
import type { Altered, Kind } from "./kind";

/** What an earlier run recorded. Somebody may have edited it by hand. */
export function alteredIn(state: Bag): Altered {
  const recorded = state[hidden.altered];
  const entries = Object.entries(isBag(recorded) ? recorded : {});
  return Object.fromEntries(
    entries.flatMap(([field, value]) =>
      isBag(value) ? [[field, { declared: value["declared"], shown: value["shown"] }]] : [],
    ),
  );
}

/** The fields that the service shows differently from what was sent, although it did what it was asked. */
export function alterations(kind: Kind, wanted: Bag, shown: Bag): Altered {
  const fields = kind.alterable.filter(
    (field) => Object.hasOwn(wanted, field) && kind.differences(pick(wanted, [field]), shown).length > 0,
  );
  return Object.fromEntries(fields.map((field) => [field, { declared: wanted[field], shown: shown[field] }]));
}

/** A declaration in the form in which the service is seen to store it, so that this is no difference. */
export function asKept(wanted: Bag, altered: Altered, seen: Bag): Bag {
  const kept = Object.entries(altered).filter(
    ([field, { declared, shown }]) => equal(wanted[field], declared) && equal(seen[field], shown),
  );
  return { ...wanted, ...Object.fromEntries(kept.map(([field, { shown }]) => [field, shown])) };
}

/** The reverse: stored values, as they were declared. */
export function asDeclared(kept: Bag, altered: Altered): Bag {
  const declared = Object.entries(altered).filter(([field, { shown }]) => equal(kept[field], shown));
  return { ...kept, ...Object.fromEntries(declared.map(([field, one]) => [field, one.declared])) };
}

/** Advice for kinds where only a name, which the service may cut, tells two objects apart; empty for other kinds. */
export function adviceOnNames(kind: Kind, wanted: Bag): string {
  return !kind.isIdentityAlterable(wanted)
    ? ""
    : " The service may cut names: two that start alike become the same. Make them differ earlier in the name.";
}

/** Whether the service can have made the shown value from the declared one. */
export type IsAltered = (declared: unknown, shown: unknown) => boolean;

/** Whether a service that cuts names, trims them or changes their case can have made the shown name from the declared one. */
export function looksAltered(declared: unknown, shown: unknown): boolean {
  const [sent, kept] = [plain(declared), plain(shown)];
  return kept !== "" && sent.startsWith(kept);
}

/** No service cuts names shorter than this. */
const LEAST_CUT = 10;

/** The same, for objects that anybody can have made since: the first letters of a name prove nothing. */
export function isSurelyAltered(declared: unknown, shown: unknown): boolean {
  const [sent, kept] = [plain(declared), plain(shown)];
  return kept === sent || (kept.length >= LEAST_CUT && sent.startsWith(kept));
}

function plain(name: unknown): string {
  return typeof name === "string" ? name.trim().toLowerCase() : "";
}

/** Whether the object is as it was sent, except for names that the service altered. */
export function isAsSent(kind: Kind, live: object, wanted: Bag, isAltered: IsAltered): boolean {
  const shown = kind.show(live);
  return kind
    .differencesFromCreate(wanted, shown)
    .every((field) => kind.alterable.includes(field) && isAltered(wanted[field], shown[field]));
}

/**
 * Whether the shown name is what the service made of the wanted one. If it is the name from before, the list may be
 * late, unless the service makes the same name of both.
 */
export function isMadeOf(
  wanted: unknown,
  shown: unknown,
  before: unknown,
  earlier?: Altered[string],
): boolean {
  const isNew = !equal(shown, before);
  return isNew
    ? looksAltered(wanted, shown)
    : earlier !== undefined && isMadeOfBoth(earlier.declared, wanted, shown);
}

const cases: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
];

/**
 * Whether a service that made the shown name from one name, by cutting it or changing its case, makes the same from the
 * other.
 */
function isMadeOfBoth(one: unknown, other: unknown, shown: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string" || typeof shown !== "string") {
    return false;
  }
  const { length } = shown;
  const possible = cases.filter((inCase) => inCase(one.slice(0, length)) === shown);
  const isCutAlike = other.length === length || one.length > length;
  return (
    isCutAlike && possible.length > 0 && possible.every((inCase) => inCase(other.slice(0, length)) === shown)
  );
}
