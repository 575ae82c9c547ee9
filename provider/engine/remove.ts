import { BusyError, NotFoundError } from "../http";
import { mayTellAbsence, UnprovenError } from "./absence";
import { type Bag, ownerOf } from "./bag";
import { noteDeparture } from "./departure";
import type { Kind } from "./kind";
import {
  isContainerGone,
  isProvenMissing,
  sayUncompared,
  seekToDelete,
  type SoughtToDelete,
} from "./located";
import { lookAfter } from "./lost-answer";
import { Patience } from "./patience";
import { objectsOfEarlier, objectsOfPending } from "./objects-sent";
import { listAfterSync } from "./pending";
import { manyOf } from "./plan";
import type { Content } from "./resource-spec";
import { say } from "./say";
import { serviceId } from "./service-id";
import type { Session } from "./session";
import { hostOf, settleIdle, settleRefused } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";
import { sayTwinsOf } from "./twins";

/**
 * How a delete counts for the guard: alone, together with others that were counted at once, or not at all, because it
 * is part of a replacement.
 */
export type Counting = "alone" | "together" | "not";

/**
 * Deletes by the service's id only, never by name and whatever lists say, and makes sure that the object is gone. Only
 * what was sent and has no id yet is looked for by its values. A resource that the program still declares is being
 * replaced, so its delete does not count.
 */
export async function remove(
  session: Session,
  kind: Kind,
  handle: string,
  state: Bag,
  counting?: Counting,
): Promise<void> {
  const id = serviceId(kind, handle, state);
  if (id === undefined) {
    const pending = await objectsOfPending(session, kind, state);
    await removeAll(session, kind, handle, asGoing(kind, pending.found, state), state, counting);
    pending.sayGivenUp();
    return;
  }
  // What the state knows by its id is deleted even if it is not known what became of the rest.
  const looking = objectsOfEarlier(session, kind, id, state);
  const found = await looking.then(
    (earlier) => earlier.found,
    () => [],
  );
  await removeAll(session, kind, handle, [{ id, state }, ...asGoing(kind, found, state)], state, counting);
  (await looking).sayGivenUp();
}

/** An object to delete, with what is known about it. */
interface Going {
  readonly id: string;
  readonly state: Bag;
}

function asGoing(kind: Kind, objects: readonly object[], state: Bag): Going[] {
  return objects.map((live) => ({ id: kind.idOf(live), state: { ...state, ...kind.show(live) } }));
}

/** Deletes all of these, or none if they are more than one run may delete. */
async function removeAll(
  session: Session,
  kind: Kind,
  handle: string,
  all: readonly Going[],
  state: Bag,
  counting: Counting | undefined,
): Promise<void> {
  const going = all.map(({ id }) => id);
  const isReplaced = session.claims.isDeclared(kind.object(handle), ownerOf(state));
  const count = (ids: readonly string[]): void =>
    session.deleteGuard.count(
      ids.map((id) => kind.object(id)),
      `${kind.label(state)} (ids ${going.join(", ")})`,
    );
  let how = counting;
  if (how === undefined && !isReplaced && all.length > 1) {
    count(going);
    how = "together";
  } else if (how === "together" && going.length > 1) {
    // When objects are counted together, one is already counted, and perhaps more.
    count(going.slice(1));
  }
  for (const [index, one] of all.entries()) {
    const isDeleted = await removeOwned(session, kind, one.id, one.state, how, going);
    if (isDeleted && index > 0) {
      const host = await hostOf(session, kind, one.state);
      const done = host?.online === false ? "is to be deleted as well" : "was deleted as well";
      say(`${kind.label(one.state)} (id ${one.id}), which was sent by an earlier run, ${done}.`);
    }
  }
}

/** Deletes an object by its id, unless it belongs to another resource by now. Returns whether it did. */
export async function removeOwned(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  counting?: Counting,
  /** Ids that are deleted with it. */
  going: readonly string[] = [],
): Promise<boolean> {
  const owner = ownerOf(state);
  const why = session.claims.whyKept(kind.object(id), owner);
  if (why !== undefined) {
    say(`${kind.label(state)} (id ${id}) is kept: ${why}.`);
    return false;
  }
  const counted = counting ?? (session.claims.isDeclared(kind.object(id), owner) ? "not" : "alone");
  await session.claims.leaving(kind.object(id), removeObject(session, kind, id, state, counted, going));
  return true;
}

async function removeObject(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  counting: Counting,
  going: readonly string[],
): Promise<void> {
  const sought = await seekToDelete(session, kind, id, state);
  if (sought.is === "another") {
    say(
      `${kind.label(state)} (id ${id}) is gone: the service has given its id to another object. Nothing was deleted.`,
    );
    return;
  }
  const held = await contentsToGo(session, kind, id, state, sought);
  if (held === "refused with what is gone") {
    say(
      `Warning: ${kind.label(state)} (id ${id}) is gone, as far as the service tells. No delete was sent for it, because what it holds ` +
        "could not be read, and would go with it. If the app still shows it, delete it there.",
    );
    return;
  }
  const contents = (held ?? []).map((content) => content.object);
  const object = kind.object(id);
  const { deleteGuard } = session;
  // What was left out when many were counted together may turn out to be there.
  const isCountedHere = counting === "alone" || (counting === "together" && deleteGuard.isLeftOut(object));
  const isBelievedGone = sought.is === "refused" && deleteGuard.believesReads;
  const counted = isCountedHere && !isBelievedGone ? [object, ...contents] : contents;
  if (counted.length > 0) {
    const withContents = contents.length > 0 ? ", with everything it holds" : "";
    deleteGuard.count(counted, `${kind.label(state)} (id ${id})${withContents}`);
  }
  await noteDeparture(session, kind, id, state);
  const isAccepted = await sendDelete(session, kind, id, state, sought);
  if (isAccepted) {
    if (sought.is === "refused") {
      countAccepted(session, kind, id, state, counting);
    }
    if (sought.is === "unlisted") {
      session.collection(kind, kind.parts(id)).collection.noteHidden(id);
    }
    // For other kinds, the answer means that the delete is done.
    if (kind.spec.asynchronous !== undefined) {
      await waitUntilGone(session, kind, id, state);
    }
  }
  if (await isContainerGone(session, kind, kind.parts(id), state)) {
    sayMayBeInContainer(kind, id, state, isAccepted);
  }
  session.collection(kind, kind.parts(id)).removed(id);
  if (isAccepted) {
    sayContentsGone(kind, id, state, held);
  }
  deleteGuard.went(isAccepted && counting !== "not" ? [object, ...contents] : contents);
  if (isListAtHand(kind, sought)) {
    await sayTwinsOf(session, kind, id, state, going);
  }
}

/** What the object was on is no longer in the account. It may be in another one now, and nobody told it about the delete. */
function sayMayBeInContainer(kind: Kind, id: string, state: Bag, isAccepted: boolean): void {
  const noun = kind.spec.container?.noun;
  const accepted = isAccepted ? "the service accepted the delete, but " : "";
  const reached = isAccepted ? "may not have reached" : "did not reach";
  say(
    `Warning: ${kind.label(state)} (id ${id}): ${accepted}its ${noun} is no longer in the account, so the delete ${reached} the ${noun}. If the ` +
      `${noun} is still in use, it may still ${opensDoors(kind) ? "honour" : "have"} this: delete it there.`,
  );
}

/** The service has accepted a delete that nobody counted, because the object seemed to be gone. Now it counts. */
function countAccepted(session: Session, kind: Kind, id: string, state: Bag, counting: Counting): void {
  const { deleteGuard } = session;
  deleteGuard.distrustReads();
  for (const words of counting === "not" ? [] : deleteGuard.countAfter(kind.object(id))) {
    say(
      `Warning: ${kind.label(state)} (id ${id}) seemed to be gone, but the service accepted its delete. ${words}`,
    );
  }
}

/** A list that failed cannot be read, nor can the list of a container that is gone. */
function isListAtHand(kind: Kind, sought: SoughtToDelete): boolean {
  const isOfContainer = kind.spec.listedBy !== undefined;
  if (sought.is === "not told") {
    return false;
  }
  return !isOfContainer || sought.is === "there" || (sought.is === "unlisted" && sought.why === undefined);
}

/** Says what was deleted with an object because of `deleteContents`, for people who only meant the object itself. */
function sayContentsGone(kind: Kind, id: string, state: Bag, held: readonly Content[] | undefined): void {
  const what = `${kind.label(state)} (id ${id})`;
  const [first] = held ?? [];
  if (held === undefined) {
    say(
      `Warning: ${what}: everything that it still held was deleted with it (deleteContents). What that was could not be read.`,
    );
  } else if (first !== undefined) {
    const [type = ""] = first.object.split(" ");
    const were = held.length === 1 ? `1 ${type} was` : `${held.length} ${type}s were`;
    say(`${what}: ${were} deleted with it (deleteContents): ${manyOf(held.map(({ words }) => words))}.`);
  }
}

/**
 * Objects that others made are deleted too only if the user allows it. Then they count, because nobody creates them
 * again. Otherwise they are looked for even if the object seems to be gone: if it is not, they would go with it.
 * Undefined if they may go, nobody counts, and they could not be read.
 */
async function contentsToGo(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  sought: SoughtToDelete,
): Promise<readonly Content[] | undefined | "refused with what is gone"> {
  const mayGo = state["deleteContents"] === true;
  if (kind.spec.contents === undefined) {
    return [];
  }
  const isGone = async (): Promise<boolean> =>
    sought.is === "refused" ||
    (sought.is === "unlisted" && sought.why === undefined && (await isProvenMissing(session, kind, id)));
  // What is gone holds nothing that could be counted.
  if (mayGo && (await isGone())) {
    return [];
  }
  try {
    return await contentsNow(session, kind, id, state, mayGo);
  } catch (error) {
    if (!mayGo && mayTellAbsence(error) && (await isGone())) {
      return "refused with what is gone";
    }
    if (mayGo && !session.deleteGuard.isSet) {
      return undefined;
    }
    throw mayGo ? uncounted(kind, id, state, error) : untold(kind, id, state, error);
  }
}

/** What the object holds when nothing of it is being deleted any more. Fails if there is something that must stay. */
async function contentsNow(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  mayGo: boolean,
): Promise<readonly Content[]> {
  // Contents that are declared without a reference to their holder are deleted at the same time.
  for (const { object } of await kind.contents(session, id)) {
    await session.claims.waitForDeletion(object);
  }
  const contents = await kind.contents(session, id);
  if (contents.length > 0 && !mayGo) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: it still holds ${manyOf(contents.map(({ words }) => words))}, which this ` +
        "run did not delete and which would go with it. Delete that first. Or, if everything it holds may go: put it back into the program " +
        "with deleteContents: true, run `pulumi up`, and then remove it.",
    );
  }
  return contents;
}

function untold(kind: Kind, id: string, state: Bag, error: unknown): unknown {
  return error instanceof UnprovenError
    ? new Error(
        `${kind.label(state)} (id ${id}) was not deleted: it is not known what would go with it: ${error.message}. Run again later. If ` +
          "everything it holds may go, declare it with deleteContents: true, run `pulumi up`, and then remove it.",
      )
    : error;
}

function uncounted(kind: Kind, id: string, state: Bag, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `${kind.label(state)} (id ${id}) was not deleted: what would go with it could not be counted for smartlock:maxDeletes. Use a ` +
      `token that may list it, or unset smartlock:maxDeletes for this run. ${why}`,
  );
}

/** Whether the service accepted the delete; false if it says that there is no such object. */
async function sendDelete(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  sought: SoughtToDelete,
): Promise<boolean> {
  const patience = new Patience(session, state);
  let how: "together" | "alone" = sought.is === "there" && sought.isListed ? "together" : "alone";
  for (;;) {
    try {
      await session.writer(kind).remove(kind.parts(id), how);
      return true;
    } catch (error) {
      if (await lookAfter(error, isAbsence(session, kind, id, state, error, sought))) {
        if (!(error instanceof NotFoundError) && (await isUncompared(session, kind, id, sought))) {
          sayUncompared(session, kind, id, state);
        }
        return false;
      }
      const live = await lookAfter(error, settleRefused(session, kind, id, error, patience)).catch(
        (last: unknown) => failInWords(session, kind, id, state, last),
      );
      // One absent id makes the service refuse the whole request, so objects that lists lack are sent alone.
      how = live === undefined ? "alone" : how;
    }
  }
}

/** Explains a 404 for an object that is still shown, and a lock that is offline. */
async function failInWords(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  error: unknown,
): Promise<never> {
  if (error instanceof NotFoundError) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: the service answers that there is no such object (404), but still shows it. Run ` +
        "again.",
    );
  }
  const isWaiting = error instanceof BusyError;
  const host = isWaiting ? await hostOf(session, kind, kind.parts(id)).catch(() => undefined) : undefined;
  if (host?.online === false) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: an earlier request is still under way (423), and ${host.name} is ` +
        "offline: the door still honours it until the lock is back. Run again then.",
    );
  }
  throw error;
}

/** Objects on a device open it. */
function opensDoors(kind: Kind): boolean {
  return kind.spec.asynchronous?.host !== undefined;
}

/**
 * Whether the answer to a delete means that the object does not exist. If that was expected, it does. Otherwise a
 * gateway may have answered, and it would answer a read by id in the same way. So a list has to lack the object too,
 * and no read may show it.
 */
async function isAbsence(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  error: unknown,
  sought: SoughtToDelete,
): Promise<boolean> {
  if (!mayTellAbsence(error)) {
    return false;
  }
  const isUnknown = error instanceof NotFoundError;
  const isUnlisted = sought.is === "unlisted" && sought.why === undefined;
  const parts = kind.parts(id);
  if (sought.is === "refused" || (isUnlisted && isUnknown)) {
    return true;
  }
  const view = session.collection(kind, parts);
  const { readsById } = view.collection;
  if (readsById && (await view.readAgain(id)) !== undefined) {
    return false;
  }
  if (await isContainerGone(session, kind, parts, state)) {
    return true;
  }
  // A list may lag behind what the service knows.
  const patienceMs = isUnknown || readsById ? settleTimeoutMs(session, state) : 0;
  const isLacking = await session.waitFor(view, patienceMs, (listed) => (listed.has(id) ? undefined : true));
  // A single list may lack an object that exists.
  const isMissing = () => (readsById ? isUnlistedOtherwise(session, kind, id) : view.isMissing(id));
  return isLacking === true && (await isMissing());
}

/** Whether nothing beside the object could be read, so that nothing but refusals tell that it is gone. */
async function isUncompared(
  session: Session,
  kind: Kind,
  id: string,
  sought: SoughtToDelete,
): Promise<boolean> {
  const view = session.collection(kind, kind.parts(id));
  const { collection } = view;
  if (collection.readsById || sought.is === "refused") {
    return collection.isUncompared(id);
  }
  // The delete itself was refused, and the list is all that there is beside it.
  return view.isAlone(id);
}

async function waitUntilGone(session: Session, kind: Kind, id: string, state: Bag): Promise<void> {
  const host = await hostOf(session, kind, kind.parts(id));
  if (host?.online === false) {
    const line =
      `${kind.label(state)} (id ${id}): the service accepted the delete, but ${host.name} is offline: the door still honours it ` +
      "until the lock is back.";
    if (state["waitFor"] === "accepted") {
      say(`Warning: ${line} No later run will check that it is gone: check in the app.`);
      return;
    }
    throw new Error(`${line} Run again then.`);
  }
  if (await isGoneInTime(session, kind, id, state)) {
    return;
  }
  throw new Error(
    `${kind.label(state)} (id ${id}): the delete was accepted, but ${host?.name ?? "the service"} still shows it.` +
      `${opensDoors(kind) ? " The door may still honour it." : ""} Run again; a longer settleTimeout gives it more time.`,
  );
}

/**
 * An object is gone if lists taken in two ways lack it. One list alone may be partial, and the door would still honour
 * the object.
 */
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
    if (await isUnlistedOtherwise(session, kind, id)) {
      return true;
    }
    if (session.clock.now() >= until) {
      return false;
    }
  }
}

/** Checks the list that is taken in another way. All deletes that wait share one look at it. */
async function isUnlistedOtherwise(session: Session, kind: Kind, id: string): Promise<boolean> {
  const collection = session.otherCollection(kind, kind.parts(id));
  const seen = await session.waitFor(collection, 0, (listed) => ({ isListed: listed.has(id) }));
  return seen?.isListed === false;
}

/**
 * The object is listed, and no operation on it is in progress. Asking the device what it really holds removes the
 * entry, or makes the next delete work.
 */
async function isGhost(session: Session, kind: Kind, id: string, state: Bag): Promise<boolean> {
  const isListed = (await listAfterSync(session, kind, kind.parts(id))).has(id);
  if (!isListed && (await isUnlistedOtherwise(session, kind, id))) {
    return true;
  }
  // Sent alone: if the object is gone by now, the service would refuse everything in the same request.
  if (!(await sendDelete(session, kind, id, state, { is: "not told" }))) {
    return true;
  }
  const collection = session.collection(kind, kind.parts(id));
  const gone = await session.waitFor(collection, settleTimeoutMs(session, state), (listed) =>
    listed.has(id) ? undefined : true,
  );
  return gone === true && (await isUnlistedOtherwise(session, kind, id));
}
