import { type Kind, unsureIn } from "../kind/kind";
import { readNow } from "../looking/read-now";
import { isBusy } from "../looking/settle";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, hidden, pick } from "../values/bag";

/** What an update has sent so far. */
export interface Attempt {
  /** Whether the service accepted it, or may have. Then it may still happen, even if the update fails. */
  mayHappen: boolean;
}

/** Stands for any operation, if nobody could tell which one it is. */
const ANY = "any";

/** The mark of an object for which this attempt sent what is wanted, if that may still happen. */
export function leftUnderWay(kind: Kind, live: object, { mayHappen }: Attempt, wanted: Bag): Bag {
  if (!mayHappen || kind.spec.asynchronous?.update !== true) {
    return {};
  }
  if (isBusy(kind, live)) {
    return { [hidden.underWay]: operationOf(kind, live) };
  }
  // A list may be late: it does not show the operation yet.
  const isDone = kind.differences(wanted, kind.show(live)).length === 0;
  return isDone ? {} : { [hidden.underWay]: ANY };
}

/**
 * What to record after an update that nobody waits for any longer: that it is under way, and the values that were sent.
 * An unchanged program then agrees with the state, and nothing is sent a second time.
 */
export function leftAsSent(kind: Kind, live: object, attempt: Attempt, wanted: Bag): Bag {
  const mark = leftUnderWay(kind, live, attempt, wanted);
  const isLeft = Object.keys(mark).length > 0;
  return { ...mark, ...(isLeft && pick(wanted, kind.differences(wanted, kind.show(live)))) };
}

/** What to record after a failure: the service is asked what it is busy with. This never fails itself, so that no id is lost. */
export async function leftByFailure(
  kind: BoundKind,
  id: string,
  attempt: Attempt,
  wanted: Bag,
): Promise<Bag> {
  if (!attempt.mayHappen || kind.spec.asynchronous?.update !== true) {
    return {};
  }
  const unknown = { [hidden.underWay]: ANY };
  return kind
    .collection(kind.parts(id))
    .fresh()
    .then((listed) => {
      const live = listed.get(id);
      return live === undefined ? unknown : leftUnderWay(kind, live, attempt, wanted);
    })
    .catch(() => unknown);
}

/** What is known now about the operation that a state recorded. */
export interface UnderWay {
  /** Whether it is still in progress. */
  readonly isSeen: boolean;
  /** What to go on recording. */
  readonly mark: Bag;
  /** The object as it is now. */
  readonly live: object;
}

/**
 * Whether what an earlier run sent for this object is still in progress. Then an object that shows what is declared is
 * not done: a moment later it may be what that run wanted. A list may be late, so only a read by id ends it.
 */
export async function underWayNow(
  kind: BoundKind,
  id: string,
  state: Bag,
  listed: object,
): Promise<UnderWay> {
  const recorded = state[hidden.underWay];
  if (recorded === undefined) {
    return { isSeen: false, mark: {}, live: listed };
  }
  const read = await readNow(kind, id);
  const live = read.live ?? listed;
  if (isSame(kind, live, state)) {
    return { isSeen: true, mark: { [hidden.underWay]: operationOf(kind, live) }, live };
  }
  const isOver = read.why === undefined;
  return { isSeen: false, mark: isOver ? {} : { [hidden.underWay]: recorded }, live };
}

function isSame(kind: Kind, live: object, state: Bag): boolean {
  const recorded = state[hidden.underWay];
  return isBusy(kind, live) && (recorded === ANY || recorded === operationOf(kind, live));
}

function operationOf(kind: Kind, live: object): string {
  return kind.spec.asynchronous?.operation?.(live) ?? ANY;
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
