import { type Bag, hidden, names } from "./bag";
import { IncompleteError, sanitise } from "./outputs";
import { isKeptBack } from "./read-only";
import { storedAgain } from "./sent-forms";

/**
 * Fields that the service never shows, such as a password, and that a failed update may have set. They are sent again,
 * even if the program has gone back to the value in the state.
 */
export function unsureIn(state: Bag): string[] {
  return names(state[hidden.unsure]);
}

/** The fields that are still unsure after an update that sent these fields. */
export function stillUnsure(state: Bag, sent: readonly string[]): Bag {
  const rest = unsureIn(state).filter((field) => !sent.includes(field));
  return rest.length === 0 ? {} : { [hidden.unsure]: rest };
}

/**
 * Handles a failure after which the state has to record more than before: fields may have been set, or a pending object
 * has an id now.
 */
export function recordFailed(
  handle: string,
  fields: readonly string[],
  olds: Bag,
  known: Bag,
  news: Bag,
): (error: unknown) => never {
  return (error) => {
    if ((fields.length === 0 && known === olds) || isKeptBack(error)) {
      throw error;
    }
    const unsure = [...new Set([...unsureIn(olds), ...fields])];
    const marked = unsure.length === 0 ? known : { ...known, [hidden.unsure]: unsure };
    throw new IncompleteError(handle, sanitise({ ...marked, ...storedAgain(marked) }), news, error);
  };
}
