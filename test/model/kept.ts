import type { AccountState } from "../../simulator";
import { differences } from "./compare";
import { figures } from "./figures";
import { keysOf } from "./ledger";
import { hiding, isHidden, isOutdated, isWithoutAddress, type Lie, shownBy } from "./lies";
import { isLeaving, type LiveObject, objectsOf } from "./objects";
import type { Expected, Placed } from "./program";
import type { Stack } from "./stack";

/**
 * An object that a run has no reason to create again: the state has it, it is as declared, and nobody asks for a
 * replacement.
 */
export interface Kept {
  readonly name: string;
  readonly object: LiveObject;
  /** The state does not have the resource that it belongs to, for example after a rename. */
  readonly isOfNew: boolean;
  /** The objects of that resource. */
  readonly holders: readonly LiveObject[];
}

/** The service cannot read these by id, so a list without them is proof. */
const blind = ["addressUnits", "webhooks"];

export function toBeKept({ program, state: stored }: Stack, state: AccountState): Kept[] {
  const expected = program.expected(state);
  const objects = new Map(objectsOf(state).map((object) => [object.key, object]));
  const storedOf = ({ name, alias }: Placed) => stored.get(name) ?? stored.get(alias ?? name);
  return program.resources
    .filter((placed) => !program.isMadeAnew(placed))
    .flatMap((placed) => {
      const { name } = placed;
      const had = storedOf(placed);
      const holder = program.holderOf(placed);
      const storedHolder = holder && storedOf(holder);
      const isOfNew = holder !== undefined && storedHolder === undefined;
      const holders = (storedHolder === undefined ? [] : keysOf(storedHolder)).flatMap(
        (key) => objects.get(key) ?? [],
      );
      return (had === undefined ? [] : keysOf(had)).flatMap((key) => {
        const object = objects.get(key);
        return object !== undefined && !isLeaving(state, object) && isDeclared(expected, name, object)
          ? [{ name, object, isOfNew, holders }]
          : [];
      });
    });
}

/** Objects that are gone or about to go after the run, although the service never proved them gone. */
export function notKept(all: readonly Kept[], { program }: Stack, state: AccountState, lies: readonly Lie[]) {
  // The object they are part of may have a new id for a good reason.
  const expected = program.expected(state);
  const objects = new Map(objectsOf(state).map((object) => [object.key, object]));
  const examined = all.filter(
    ({ name, object, isOfNew, holders }) =>
      isDeclared(expected, name, object) &&
      // What belongs to something that is gone is made again with it.
      ![object, ...holders].some((one) => isProvenGone(one, lies)) &&
      // A second holder was created, since no list showed the one that a resource with another name had.
      !(isOfNew && lies.some(hidesHolders)),
  );
  figures.count("kept its id, examined", examined.length);
  return examined.filter(({ object }) => {
    const now = objects.get(object.key);
    return now === undefined || isLeaving(state, now);
  });
}

function isDeclared(expected: readonly Expected[], name: string, object: LiveObject): boolean {
  return expected.some(
    (each) =>
      each.name === name &&
      each.identity === object.identity &&
      differences(each, object.record).length === 0,
  );
}

function hidesHolders({ kind, operation }: Lie): boolean {
  return hiding.includes(kind) && ["addresses", "users"].includes(shownBy(operation) ?? "");
}

/**
 * By the rules, the answers of the service prove it gone, or the service showed an outdated version that had to be
 * replaced.
 */
function isProvenGone(object: LiveObject, lies: readonly Lie[]): boolean {
  const { collection } = object;
  const isRefused = (shown: string): boolean =>
    lies.some(({ kind, operation }) => /^error 4/.test(kind) && shownBy(operation) === shown);
  const isUnseen = isHidden(lies, object);
  return (
    lies.some((lie) => isOutdated(lie, collection)) ||
    (isUnseen && (blind.includes(collection) || isRefused(collection))) ||
    // The list of its units is the witness of an address. If it is refused otherwise, that of another one is refused too.
    (isUnseen && collection === "addresses" && lies.some(isWithoutAddress))
  );
}
