import { asSent } from "../protocol/as-sent";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { type Change, declared, nameOf, type Subject } from "./subject";

/** One resource of the program that holds every kind with every change, each with its own object. */
export interface Entry {
  readonly subject: Subject;
  readonly n: number;
  /** Absent for the one object of each kind that nobody touches. */
  readonly change: Change | undefined;
  readonly name: string;
}

/** For each kind one object that stays as it is, and one for each change. */
export const entries: readonly Entry[] = subjects.flatMap((subject) => [
  { subject, n: 0, change: undefined, name: `${nameOf(subject)} untouched` },
  ...subject.changes.map((change, index) => ({
    subject,
    n: index + 1,
    change,
    name: `${nameOf(subject)} ${index + 1}: ${change.field} ${change.operation}`,
  })),
]);

export const changed = entries.filter(hasChange);

export function hasChange(entry: Entry): entry is Entry & { readonly change: Change } {
  return entry.change !== undefined;
}

export function before({ subject, n, name }: Entry): Declared {
  return { type: subject.kind, name, inputs: subject.inputs(n) };
}

export function after(entry: Entry): Declared {
  const { subject, n, name, change } = entry;
  if (change === undefined) {
    return before(entry);
  }
  const inputs = { ...subject.inputs(n), ...change.along?.(n), [change.field]: change.to(n) };
  return { type: subject.kind, name, inputs: declared(inputs) };
}

/** The value that the service holds after a change. */
export function storedValue({ n, change }: Entry & { readonly change: Change }): unknown {
  return change.stored === undefined ? change.to(n) : change.stored(n);
}

/** The inputs of a resource as its class sends them. */
export function sentInputs(kind: string, inputs: Bag, owner = "trap"): Bag {
  return asSent(kind, owner, declared(inputs));
}
