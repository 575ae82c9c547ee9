import { type Bag, ownerOf } from "./bag";
import type { View } from "./collection";
import { noteDeparture } from "./departure";
import type { Kind } from "./kind";
import { isContainerGone, locate } from "./located";
import { lookAfter } from "./lost-answer";
import { Patience } from "./patience";
import { awaitPending, findPending, isPending, listAfterSync } from "./pending";
import { say } from "./say";
import { forgetIntent } from "./send-create";
import { serviceId } from "./service-id";
import type { Session } from "./session";
import { hostOf, settleIdle, settleRefused } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";

/**
 * Deletes by the service's id only, never by name, and sees that it is gone. The guard counts the delete, unless somebody
 * has counted it already, or it belongs to a replacement: to a resource that the program still declares.
 */
export async function remove(
  session: Session,
  kind: Kind,
  handle: string,
  state: Bag,
  isCounted = session.claims.isChecked(ownerOf(state)),
): Promise<void> {
  const id = serviceId(kind, handle, state) ?? (await idOfPending(session, kind, state));
  if (id === undefined) {
    return;
  }
  const owner = ownerOf(state);
  const why = session.claims.whyKept(kind.object(id), owner);
  if (why !== undefined) {
    say(`${kind.label(state)} (id ${id}) is kept: ${why}.`);
    return;
  }
  await session.claims.leaving(kind.object(id), removeObject(session, kind, id, state, isCounted));
}

async function removeObject(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  isCounted: boolean,
): Promise<void> {
  const located = await locate(session, kind, id, state);
  if (located.is === "gone") {
    return;
  }
  if (!isCounted) {
    session.deleteGuard.count();
  }
  await refuseContents(session, kind, id, state);
  await noteDeparture(session, kind, id, state);
  await sendDelete(session, kind, id, state);
  if (kind.spec.asynchronous !== undefined) {
    await waitUntilGone(session, kind, id, state);
  }
  session.collection(kind, kind.parts(id)).removed(id);
}

/** What others made would go with it. */
async function refuseContents(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  if (state["deleteContents"] === true) {
    return;
  }
  const contentsOf = async () => (await kind.spec.contents?.(session, kind.parts(id))) ?? [];
  // What is declared without a reference to its holder goes at the same time.
  for (const { object } of await contentsOf()) {
    await session.claims.waitForDeletion(object);
  }
  const contents = await contentsOf();
  if (contents.length > 0) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: it still holds ${contents.map(({ words }) => words).join(", ")}, which this ` +
        "run did not delete and which would go with it. Delete that first, or set deleteContents: true and run `pulumi up`.",
    );
  }
}

async function sendDelete(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  const patience = new Patience(session, state);
  const collection = session.collection(kind, kind.parts(id));
  for (;;) {
    try {
      await session.writer(kind).remove(kind.parts(id));
      return;
    } catch (error) {
      if (await lookAfter(error, isAbsent(session, kind, id, state))) {
        return;
      }
      await lookAfter(error, settleRefused(session, kind, id, error, patience));
      // The request whose answer was lost may have done it meanwhile.
      if (await lookAfter(error, isUnlisted(collection, id))) {
        return;
      }
    }
  }
}

async function isAbsent(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  const parts = kind.parts(id);
  // What it was part of has taken it along; a list of that cannot be asked for.
  if (kind.spec.listedBy !== undefined && (await isContainerGone(session, kind, parts, state))) {
    return true;
  }
  return isUnlisted(session.collection(kind, parts), id);
}

/** The service does not say "absent" in one way for all kinds; its lists do, and one alone may be partial. */
async function isUnlisted(collection: View<object>, id: string): Promise<boolean> {
  return !(await collection.fresh()).has(id) && !(await collection.fresh()).has(id);
}

async function waitUntilGone(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  const host = await hostOf(session, kind, kind.parts(id));
  if (host?.online === false) {
    const line =
      `${kind.label(state)} (id ${id}): the service accepted the delete, but ${host.name} is offline: the door still honours it ` +
      "until the lock is back.";
    if (state["waitFor"] === "accepted") {
      say(`Warning: ${line}`);
      return;
    }
    throw new Error(`${line} Run again then.`);
  }
  if (await isGoneInTime(session, kind, id, state)) {
    return;
  }
  throw new Error(
    `${kind.label(state)} (id ${id}): the delete was accepted, but ${host?.name ?? "the service"} still shows it. The door may still ` +
      "honour it. Run again; a longer settleTimeout gives it more time.",
  );
}

/** Gone is missing in a list and in the next one: one alone may be partial, and the door would go on honouring it. */
async function isGoneInTime(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  const until = session.clock.now() + settleTimeoutMs(session, state);
  for (;;) {
    const idle = await settleIdle(session, kind, id, Math.max(0, until - session.clock.now()));
    if (idle === undefined) {
      return false;
    }
    if (idle.live !== undefined) {
      return isGhost(session, kind, id, state);
    }
    if (await isNextUnlisted(session, kind, id)) {
      return true;
    }
    if (session.clock.now() >= until) {
      return false;
    }
  }
}

/** In the next list, which all who wait look at together. */
async function isNextUnlisted(session: Session, kind: Kind, id: string): Promise<boolean> {
  const collection = session.collection(kind, kind.parts(id));
  const seen = await session.waitFor(collection, 0, (listed) => ({ isListed: listed.has(id) }));
  return seen?.isListed === false;
}

/** Listed, with nothing under way: asking the device what it really holds makes the entry go, or the next try work. */
async function isGhost(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  const isListed = (await listAfterSync(session, kind, kind.parts(id))).has(id);
  if (!isListed && (await isNextUnlisted(session, kind, id))) {
    return true;
  }
  await sendDelete(session, kind, id, state);
  const collection = session.collection(kind, kind.parts(id));
  const gone = await session.waitFor(collection, settleTimeoutMs(session, state), (listed) =>
    listed.has(id) ? undefined : true,
  );
  return gone === true && (await isNextUnlisted(session, kind, id));
}

/** What a pending one has become, if it is known; undefined if it is proven to be nothing. */
async function idOfPending(session: Session, kind: Kind, state: Bag): Promise<string | undefined> {
  const collection = session.collection(kind, state);
  const listed = isPending(state) ? findPending(session, kind, await collection.fresh(), state) : undefined;
  const wanted = kind.wanted(kind.inputsOf(state));
  if (listed !== undefined) {
    await forgetIntent(session, kind, wanted);
    return kind.idOf(listed);
  }
  const host = await hostOf(session, kind, state);
  if (host?.online === false) {
    throw new Error(
      `${kind.label(state)} is pending on ${host.name}, which is offline: it cannot be deleted, and may still arrive at the door. ` +
        "Run again when the lock is back. To give it up all the same, use `pulumi state delete`.",
    );
  }
  const arrived = await awaitPending(session, kind, state);
  await forgetIntent(session, kind, wanted);
  return arrived === undefined ? undefined : kind.idOf(arrived);
}
