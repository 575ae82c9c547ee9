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

/** A failure after which the state has to know more than before: such fields may have been set, or a pending object has an id now. */
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
    throw new IncompleteError(handle, sanitise(marked), news, error);
  };
}
