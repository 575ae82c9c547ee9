import { type Bag, hidden, names } from "./bag";
import { IncompleteError, sanitise } from "./outputs";
import { isKeptBack } from "./read-only";

/**
 * The fields that the service never shows, such as a password, and that an update which failed may have set. They are sent again,
 * even where the program has gone back to what the state has.
 */
export function unsureIn(state: Bag): string[] {
  return names(state[hidden.unsure]);
}

/** What is still unsure after an update that sent these fields. */
export function stillUnsure(state: Bag, sent: readonly string[]): Bag {
  const rest = unsureIn(state).filter((field) => !sent.includes(field));
  return rest.length === 0 ? {} : { [hidden.unsure]: rest };
}

/** A failure after such fields may have been set, which the state has to know. */
export function recordUnsure(
  handle: string,
  fields: readonly string[],
  olds: Bag,
  news: Bag,
): (error: unknown) => never {
  return (error) => {
    if (fields.length === 0 || isKeptBack(error)) {
      throw error;
    }
    const unsure = [...new Set([...unsureIn(olds), ...fields])];
    throw new IncompleteError(handle, sanitise({ ...olds, [hidden.unsure]: unsure }), news, error);
  };
}
