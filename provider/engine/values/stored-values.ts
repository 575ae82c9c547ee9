import { type Bag, hidden, isBag } from "./bag";

/**
 * All values in a state that somebody may have edited by hand: its own, those that were sent earlier and that nobody has
 * seen, and those of the objects of a set.
 */
export function valuesIn(state: Bag): Bag[] {
  const members = state[hidden.members];
  const own = isBag(members) ? Object.values(members).filter(isBag) : [];
  return [state, ...own].flatMap((one) => [one, ...earlierValues(one)]);
}

function earlierValues(state: Bag): Bag[] {
  const stored = state[hidden.earlier];
  return Array.isArray(stored) ? stored.filter(isStored).map(({ form }) => form) : [];
}

export interface StoredForm extends Bag {
  readonly form: Bag;
}

export function isStored(stored: unknown): stored is StoredForm {
  return isBag(stored) && isBag(stored["form"]);
}
