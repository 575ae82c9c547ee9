import { unlessMistaken } from "./absence";
import { type Bag, hidden } from "./bag";
import type { Kind } from "./kind";
import type { Session } from "./session";
import { isBusy } from "./settle";

/** What an update has sent so far. */
export interface Attempt {
  /** Whether the service accepted it, or may have. Then it may still happen, even if the update fails. */
  mayHappen: boolean;
}

/** Stands for any operation, if nobody could tell which one it is. */
const ANY = "any";

/** What to record of an object for which this run sent what is wanted, if it may still happen. */
export function leftUnderWay(kind: Kind, live: object, wanted: Bag): Bag {
  if (isBusy(kind, live)) {
    return { [hidden.underWay]: operationOf(kind, live) };
  }
  // A list may be late: it does not show the operation yet.
  const isDone = kind.differences(wanted, kind.show(live)).length === 0;
  return isDone || kind.spec.asynchronous?.update !== true ? {} : { [hidden.underWay]: ANY };
}

/** The same after a failure: the service is asked what it is busy with. */
export async function leftByFailure(
  session: Session,
  kind: Kind,
  id: string,
  { mayHappen }: Attempt,
  wanted: Bag,
): Promise<Bag> {
  if (!mayHappen || kind.spec.asynchronous?.update !== true) {
    return {};
  }
  const listed = await session.collection(kind, kind.parts(id)).fresh().catch(unlessMistaken);
  const live = listed?.get(id);
  return live === undefined ? { [hidden.underWay]: ANY } : leftUnderWay(kind, live, wanted);
}

/** What a state recorded, as long as it is true of the object. */
export function stillUnderWay(kind: Kind, live: object, state: Bag): Bag {
  return isSame(kind, live, state) ? { [hidden.underWay]: operationOf(kind, live) } : {};
}

/**
 * Whether what an earlier run sent for this object is still in progress. Then an object that shows what is declared is
 * not done: a moment later it may be what that run wanted.
 */
export async function isUnderWay(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  if (state[hidden.underWay] === undefined || session.settings.diff === "state") {
    return false;
  }
  const live = (await session.collection(kind, kind.parts(id)).known()).get(id);
  return live !== undefined && isSame(kind, live, state);
}

function isSame(kind: Kind, live: object, state: Bag): boolean {
  const recorded = state[hidden.underWay];
  return isBusy(kind, live) && (recorded === ANY || recorded === operationOf(kind, live));
}

function operationOf(kind: Kind, live: object): string {
  return kind.spec.asynchronous?.operation?.(live) ?? ANY;
}
