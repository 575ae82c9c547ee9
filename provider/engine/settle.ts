import { BusyError } from "../http";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import { isOutcomeOpen } from "./lost-answer";
import type { Session } from "./session";

/** Seconds that a resource lets the service take. */
export function settleTimeoutMs(session: Session, inputs: Bag): number {
  const own = inputs["settleTimeout"];
  return (typeof own === "number" ? own : session.settings.settleTimeout) * 1000;
}

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
): Promise<object | undefined> {
  return session.waitFor(session.collection(kind, wanted), timeoutMs, (listed) => {
    const made = kind.matching(listed, wanted).filter(([id]) => !idsBefore.has(id));
    const [only, ...others] = made;
    if (others.length > 0) {
      throw new Error(
        `${kind.label(wanted)}: the service shows ${made.length} new ones (ids ${made.map(([id]) => id).join(", ")}) where ` +
          "one was made. Delete all but one, then run again.",
      );
    }
    return only !== undefined && !isBusy(kind, only[1]) ? only[1] : undefined;
  });
}

/** The object, once it shows what is wanted and nothing is under way on it. */
export async function settleUpdated(
  session: Session,
  kind: Kind,
  id: string,
  wanted: Bag,
  timeoutMs: number,
): Promise<object | undefined> {
  return session.waitFor(session.collection(kind, kind.parts(id)), timeoutMs, (listed) => {
    const live = listed.get(id);
    if (live === undefined || isBusy(kind, live)) {
      return undefined;
    }
    return kind.differences(wanted, kind.show(live)).length === 0 ? live : undefined;
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

/** The list may not show yet what the service says is under way. */
const PAUSE_MS = 200;

/**
 * After a write that was refused because of an operation under way, or of which nobody knows whether it was done: the object
 * as it is when it can be tried again. Other errors, and those after the deadline, stay what they are.
 */
export async function settleRefused(
  session: Session,
  kind: Kind,
  id: string,
  error: unknown,
  deadline: number,
): Promise<object | undefined> {
  if (!(error instanceof BusyError || isOutcomeOpen(error)) || Date.now() >= deadline) {
    throw error;
  }
  const idle = await settleIdle(session, kind, id, Math.max(0, deadline - Date.now()));
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return idle?.live;
}

/** The device on which the object lives, if it has one. */
export async function hostOf(session: Session, kind: Kind, fields: Bag) {
  const host = kind.spec.asynchronous?.host;
  return host === undefined ? undefined : host.find(session, host.keyFrom(fields));
}
