import { type Bag, hidden, names } from "./bag";
import { IncompleteError, sanitise } from "./outputs";
import type { Kind } from "./kind";
import { isKeptBack } from "./read-only";
import { storedAgain } from "./sent-forms";
import type { Session } from "./session";
import { isBusy } from "./settle";

/**
 * Fields that an update may have set although it was not confirmed. Those that the service never shows, such as a
 * password, are sent again, even if the program has gone back to the value in the state. For the others, see
 * `isUnderWay`.
 */
export function unsureIn(state: Bag): string[] {
  return names(state[hidden.unsure]);
}

/** Marks fields as unsure in a state. */
export function markUnsure(fields: readonly string[]): Bag {
  return fields.length === 0 ? {} : { [hidden.unsure]: [...new Set(fields)] };
}

/** The fields that the service never shows and that are still unsure after an update that sent these fields. */
export function stillUnsure(kind: Kind, state: Bag, sent: readonly string[]): string[] {
  return unsureIn(state).filter((field) => kind.isWriteOnly(field) && !sent.includes(field));
}

/**
 * Whether an earlier run sent a change of this object that is still in progress. Then an object that shows what is
 * declared is not done: a moment later it may be what that run wanted.
 */
export async function isUnderWay(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  if (unsureIn(state).every((field) => kind.isWriteOnly(field)) || session.settings.diff === "state") {
    return false;
  }
  const live = (await session.collection(kind, kind.parts(id)).known()).get(id);
  return live !== undefined && isBusy(kind, live);
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
    const marked = { ...known, ...markUnsure([...unsureIn(olds), ...fields]) };
    throw new IncompleteError(handle, sanitise({ ...marked, ...storedAgain(marked) }), news, error);
  };
}
