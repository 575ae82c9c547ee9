import { factsAbout, fieldsThat } from "../kind/field-facts";
import type { Kind } from "../kind/kind";
import { isNobodyNamed } from "../messages/kept-secret";
import { say } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";
import { circleError } from "../run/conflicts";
import { namesFor } from "../run/names-for";
import { type Bag, hidden, names, pick } from "../values/bag";

/** Warns if another object has the identity that this one is to get. A resource of this run that is known to have it gives it up. */
export async function sayTaken(
  kind: BoundKind,
  id: string,
  wanted: Bag,
  changed: readonly string[],
  owner: string,
): Promise<void> {
  const taken = kind.spec.adoption?.taken?.(wanted);
  if (taken === undefined || !kind.identity(wanted).some((field) => changed.includes(field))) {
    return;
  }
  const listed = await kind.collection(wanted).known();
  for (const [other, live] of kind.matching(listed, wanted)) {
    if (other !== id && kind.session.claims.otherOwner(kind.object(other), owner) === undefined) {
      kind.session.sayOnce(
        `Warning: ${kind.label(wanted)} (id ${id}) will not be changed (unless this run changes the other one first): its ${taken.what} is taken by ` +
          `${kind.label(kind.show(live))} (id ${other}). ${taken.advice}`,
      );
    }
  }
}

export function refuseFixed(kind: Kind, wanted: Bag, shownNow: Bag, changed: readonly string[]): void {
  const fixed = fieldsThat(kind.spec, "isFixed").find((field) => changed.includes(field));
  if (fixed !== undefined) {
    const [now, then] = [shownNow, wanted].map((fields) => kind.words(fixed, fields[fixed]));
    const why = kind.isUnseen(fixed)
      ? `its ${fixed} cannot be changed`
      : `${fixed} is ${now} and cannot be changed to ${then}`;
    throw new Error(`${kind.label(shownNow)}: ${why}. Declare another resource, or leave ${fixed} as it is.`);
  }
}

export function refuseCircle(kind: BoundKind, owner: string, wanted: Bag, shownNow: Bag): void {
  const move = kind.move(shownNow, { ...shownNow, ...wanted });
  const circle = move && kind.session.moves.add(move, owner);
  if (circle !== undefined) {
    throw circleError(circle);
  }
}

/** Pulumi creates what replaces something from the whole declaration, and the provider cannot keep it from doing so. */
export function sayNoLongerIgnored(label: string, news: Bag): void {
  say(
    `Warning: ${label} will be replaced, and ignoreChanges does not apply to the new one: ` +
      `${names(news[hidden.ignore]).join(", ")} will be as the program declares it, whatever it is now.`,
  );
}

/** Says what stays as it is although the program no longer declares it. Nobody knows a default that could be sent. */
export function sayReleased(kind: Kind, label: string, state: Bag, inputs: Bag): void {
  for (const field of kind.releasedUnshown(state, inputs)) {
    say(
      `Warning: ${label}: ${field} is no longer declared. The service never shows it, so it stays as it was set ` +
        `(${kind.words(field, state[field])}). To change it, declare the value that you want.`,
    );
  }
}

/** Pulumi shows what the program changed. Only these lines show what somebody else changed. */
export async function sayDrift(
  kind: BoundKind,
  changed: readonly string[],
  wanted: Bag,
  stored: Bag,
  shownNow: Bag,
  inputs: Bag,
): Promise<void> {
  const byOthers = changed.filter((field) => !kind.differsIn(field, wanted, stored));
  if (byOthers.length === 0) {
    return;
  }
  const device = await kind.deviceOf(shownNow);
  const label = kind.labelOn({ ...shownNow, ...pick(inputs, [hidden.owner]) }, device);
  const names = await namesFor(kind, inputs);
  for (const field of byOthers) {
    const isUnnamed = isNobodyNamed() && factsAbout(kind.spec, field).namesPeople === true;
    const difference = isUnnamed ? undefined : kind.differenceInWords(field, wanted, shownNow, names);
    const isCleared =
      Object.hasOwn(factsAbout(kind.spec, field), "default") && (wanted[field] ?? undefined) === undefined;
    const end = isCleared && !isUnnamed ? ", so it will be cleared" : "";
    say(`${label}: ${difference ?? `${field} differs from what is declared`}${end}.`);
  }
}
