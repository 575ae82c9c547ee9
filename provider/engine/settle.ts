import { type Altered, isAsSent, isMadeOf, looksAltered } from "./altered";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import type { Patience } from "./patience";
import type { Session } from "./session";

export function isBusy(kind: Kind, live: object): boolean {
  return kind.spec.asynchronous?.busy(live) ?? false;
}

/** A new object with the wanted identity, once it is listed and nothing is under way on it. */
export async function settleCreated(
  session: Session,
  kind: Kind,
  wanted: Bag,
  /** Those with the wanted identity that are not the new one. */
  idsBefore: ReadonlySet<string>,
  timeoutMs: number,
  /** What else can be told to be it, where no object has the wanted identity. */
  recognise: (listed: Listing<object>) => object | undefined = () => undefined,
): Promise<object | undefined> {
  const madeIn = (listed: Listing<object>): [string, object][] =>
    kind.matching(listed, wanted).filter(([id]) => !idsBefore.has(id));
  const onlyOf = (made: readonly [string, object][]): object | undefined => {
    const [only, ...others] = made;
    if (others.length > 0) {
      throw new Error(
        `${kind.label(wanted)}: the service shows ${made.length} new ones (ids ${made.map(([id]) => id).join(", ")}) where ` +
          "one was made. Delete all but one, then run again.",
      );
    }
    return only === undefined || isBusy(kind, only[1]) ? undefined : only[1];
  };
  const collection = session.collection(kind, wanted);
  const settled = await session.waitFor(collection, timeoutMs, (listed) => {
    const made = madeIn(listed);
    return made.length === 0
      ? recognise(listed)
      : onlyOf(made.filter(([, live]) => isAsSent(kind, live, wanted, looksAltered)));
  });
  // What differs may be somebody else's, and ours may follow. If none does, the service has made this of what it was sent.
  return settled ?? onlyOf(madeIn(await collection.known()));
}

/**
 * The object, once it shows what is wanted, or a name that the service made of it, and nothing is under way on it. `earlier`
 * is what it made of an earlier name.
 */
export async function settleUpdated(
  session: Session,
  kind: Kind,
  before: object,
  wanted: Bag,
  timeoutMs: number,
  earlier: Altered = {},
): Promise<object | undefined> {
  const id = kind.idOf(before);
  const shownBefore = kind.show(before);
  return session.waitFor(session.collection(kind, kind.parts(id)), timeoutMs, (listed) => {
    const live = listed.get(id);
    if (live === undefined || isBusy(kind, live)) {
      return undefined;
    }
    const shown = kind.show(live);
    const isDone = kind
      .differences(wanted, shown)
      .every(
        (field) =>
          kind.alterable.includes(field) &&
          isMadeOf(wanted[field], shown[field], shownBefore[field], earlier[field]),
      );
    return isDone ? live : undefined;
  });
}

/** The object as it is when nothing is under way on it any more; undefined when the time is over. */
export async function settleIdle(
  session: Session,
  kind: Kind,
  id: string,
  timeoutMs: number,
): Promise<{ readonly live: object | undefined } | undefined> {
  return session.waitFor(session.collection(kind, kind.parts(id)), timeoutMs, (listed) => {
    const live = listed.get(id);
    return live === undefined || !isBusy(kind, live) ? { live } : undefined;
  });
}

/**
 * After a write that was refused because of an operation under way, or of which nobody knows whether it was done: the object
 * as it is when it can be tried again. Other errors, and those for which patience has ended, stay what they are.
 */
export async function settleRefused(
  session: Session,
  kind: Kind,
  id: string,
  error: unknown,
  patience: Patience,
): Promise<object | undefined> {
  if (!patience.allows(error)) {
    throw error;
  }
  const idle = await settleIdle(session, kind, id, patience.restMs);
  await patience.pause();
  return idle?.live;
}

/** The device on which the object lives, if it has one. */
export async function hostOf(session: Session, kind: Kind, fields: Bag) {
  const host = kind.spec.asynchronous?.host;
  return host === undefined ? undefined : host.find(session, host.keyFrom(fields));
}
