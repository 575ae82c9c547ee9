import { type Bag, hidden, names } from "./bag";

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

/** The fields that are unsure after an update that failed and may have sent these fields. */
export function unsureAfterFailure(state: Bag, sent: readonly string[]): Bag {
  const unsure = [...new Set([...unsureIn(state), ...sent])];
  return unsure.length === 0 ? {} : { [hidden.unsure]: unsure };
}
