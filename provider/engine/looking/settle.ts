import { isAsSent, isMadeOf, looksAltered } from "../kind/altered";
import type { Altered, Kind } from "../kind/kind";
import type { Listing } from "../lists/listing";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";
import type { Patience } from "./patience";

export function isBusy(kind: Kind, live: object): boolean {
  return kind.spec.asynchronous?.busy(live) ?? false;
}

/** Waits until a new object with the wanted identity is listed and no operation is in progress on it. */
export async function settleCreated(
  kind: BoundKind,
  wanted: Bag,
  /** Ids of objects that have the wanted identity but are not the new one. */
  idsBefore: ReadonlySet<string>,
  isNew: (live: object) => boolean,
  timeoutMs: number,
  /** Recognises the new object in another way, if no object has the wanted identity. */
  recognise: (listed: Listing<object>) => object | undefined = () => undefined,
): Promise<object | undefined> {
  const madeIn = (listed: Listing<object>): [string, object][] =>
    kind.matching(listed, wanted).filter(([id, live]) => !idsBefore.has(id) && isNew(live));
  const onlyOf = (made: readonly [string, object][]): object | undefined => {
    const [only, ...others] = made;
    if (others.length > 0) {
      throw new Error(
        `${kind.label(wanted)}: the service shows ${made.length} new ones (ids ${made.map(([id]) => id).join(", ")}) where ` +
          "one was created. Delete all but one, then run again.",
      );
    }
    return only === undefined || isBusy(kind, only[1]) ? undefined : only[1];
  };
  const collection = kind.collection(wanted);
  const settled = await kind.session.waitFor(collection, timeoutMs, (listed) => {
    const made = madeIn(listed);
    return made.length === 0
      ? recognise(listed)
      : onlyOf(made.filter(([, live]) => isAsSent(kind, live, wanted, looksAltered)));
  });
  // An object that differs may be somebody else's, and ours may follow. If none does, the service made this one from
  // what it was sent.
  return settled ?? onlyOf(madeIn(await collection.known()));
}

/**
 * Waits until the object shows what is wanted, or a name that the service made from it, and no operation is in progress
 * on it. `earlier` is what the service made of an earlier name.
 */
export async function settleUpdated(
  kind: BoundKind,
  before: object,
  wanted: Bag,
  timeoutMs: number,
  earlier: Altered = {},
): Promise<object | undefined> {
  const id = kind.idOf(before);
  const shownBefore = kind.show(before);
  return kind.session.waitFor(kind.collection(kind.parts(id)), timeoutMs, (listed) => {
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

/** Waits until no operation is in progress on the object, and returns it; undefined if time runs out. */
export async function settleIdle(
  kind: BoundKind,
  id: string,
  timeoutMs: number,
): Promise<{ readonly live: object | undefined } | undefined> {
  return kind.session.waitFor(kind.collection(kind.parts(id)), timeoutMs, (listed) => {
    const live = listed.get(id);
    return live === undefined || !isBusy(kind, live) ? { live } : undefined;
  });
}

/**
 * After a write that was refused because an operation is in progress, or whose outcome is unknown: waits until it can
 * be tried again, and returns the object. Other errors are thrown again, and so are all errors once patience has run
 * out.
 */
export async function settleRefused(
  kind: BoundKind,
  id: string,
  error: unknown,
  patience: Patience,
): Promise<object | undefined> {
  if (!patience.allows(error)) {
    throw error;
  }
  const idle = await settleIdle(kind, id, patience.restMs);
  await patience.pause();
  return idle?.live;
}

/** The label with the name of the device. If the device cannot be found out, the label is without it. */
export async function labelOf(kind: BoundKind, fields: Bag): Promise<string> {
  return kind.labelOn(fields, await kind.deviceOf(fields).catch(() => undefined));
}
