import { type Bag, hidden, names, ownerOf } from "./bag";
import { isAsSent, isSurelyAltered } from "./altered";
import { canBe, CLOCK_TOLERANCE_MS } from "./by-exclusion";
import type { Sent } from "./intent";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import type { Host } from "./resource-spec";
import { say } from "./say";
import type { Session } from "./session";
import { hostOf, isBusy } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";

/** Whether the object was recorded before the service showed it. */
export function isPending(state: Bag): boolean {
  return typeof state["pending"] === "object" && state["pending"] !== null;
}

/** What the state records about what was sent. The time is NaN if the state does not have it. */
export function pendingSent(state: Bag): Sent {
  const at = Date.parse(String((state["pending"] as Bag | undefined)?.["since"]));
  return { at, notIt: names(state[hidden.notIt]) };
}

/** Warns that runs no longer look for the object. If it still arrives, nobody knows about it. */
export function sayGivenUp(kind: Kind, state: Bag, host: Host | undefined): void {
  say(
    `Warning: ${kind.labelOn(state, host)} was pending and has never arrived: ${host?.name ?? "the service"} does not have it. It is given ` +
      "up; nothing was deleted.",
  );
}

/** Whether there is anything to do about a pending object. There is not if the lock is offline and the user accepts that. */
export async function pendingChanges(session: Session, kind: Kind, state: Bag): Promise<boolean> {
  const host = await hostOf(session, kind, state);
  if (host?.online === false && state["waitFor"] === "accepted") {
    say(`Warning: ${kind.label(state)} is still pending: ${host.name} is offline.`);
    return false;
  }
  say(
    `${kind.label(state)} is pending: the service accepted it, and ${host?.name ?? "it"} had not confirmed it.`,
  );
  return true;
}

/**
 * The object that a pending one became: the first with its identity that is not older, and that is as it was sent or,
 * since a dead run may have changed it, as it is declared now. Any other object may be somebody else's.
 */
export function findPending(
  session: Session,
  kind: Kind,
  listed: Listing<object>,
  state: Bag,
  declared: Bag = state,
): object | undefined {
  const owner = ownerOf(state);
  const wanted = kind.wanted(kind.inputsOf(state));
  const { at: since, notIt } = pendingSent(state);
  // Without a time, every object with that identity would be young enough, even those of other people.
  if (Number.isNaN(since)) {
    throw new Error(
      `${kind.label(wanted)} is pending, but what is stored of it does not tell since when, so nobody can tell which object ` +
        "it has become. Nothing was done. Import a state from before, or use `pulumi state delete` to give it up.",
    );
  }
  const forms = [wanted, kind.wanted(kind.inputsOf(declared))];
  const [first] = kind
    .matching(listed, wanted)
    .filter(([id, live]) => {
      const created = Date.parse(kind.spec.createdAt(live) ?? "");
      const isOlder = created < since - CLOCK_TOLERANCE_MS;
      const isOthers = session.claims.otherOwner(kind.object(id), owner) !== undefined;
      const isEqual = forms.some((form) => isAsSent(kind, live, form, isSurelyAltered));
      return !isOlder && !notIt.includes(id) && !isOthers && isEqual && !isBusy(kind, live);
    })
    .sort(byCreation(kind));
  return first?.[1];
}

/** Always the same order, whatever the order of the list. */
function byCreation(kind: Kind): (left: [string, object], right: [string, object]) => number {
  const madeAt = (live: object): number => Date.parse(kind.spec.createdAt(live) ?? "") || 0;
  return (left, right) => madeAt(left[1]) - madeAt(right[1]) || (left[0] < right[0] ? -1 : 1);
}

/**
 * The same, after the device was asked what it holds and had time to do what it was sent. So an object that is only
 * listed, or still waits in the device's queue, is neither sent again nor given up. Undefined if the object is proven
 * not to exist.
 */
export async function awaitPending(
  session: Session,
  kind: Kind,
  state: Bag,
  declared?: Bag,
): Promise<object | undefined> {
  const find = (listed: Listing<object>): object | undefined =>
    findPending(session, kind, listed, state, declared);
  const synced = find(await listAfterSync(session, kind, state));
  if (synced !== undefined) {
    return synced;
  }
  const collection = session.collection(kind, state);
  const found = await session.waitFor(collection, settleTimeoutMs(session, state), find);
  const wanted = kind.wanted(kind.inputsOf(state));
  const listed = found === undefined ? kind.matching(await collection.fresh(), wanted) : [];
  const busy = listed.find(([, live]) => isBusy(kind, live) && canBe(kind, live, wanted));
  if (busy !== undefined) {
    const where = (await hostOf(session, kind, state))?.name ?? "the service";
    throw new Error(
      `${kind.label(state)} (id ${busy[0]}) is still pending: ${where} is still busy with it. Run again later.`,
    );
  }
  if (found !== undefined) {
    return found;
  }
  // Look in a list that is taken in another way, because the next step is to send it again or to give it up.
  await session.lookAgain(kind, state);
  return find(await collection.known());
}

/** The list after the service has asked the device what it really holds. */
export async function listAfterSync(session: Session, kind: Kind, fields: Bag): Promise<Listing<object>> {
  const host = kind.spec.asynchronous?.host;
  if (host !== undefined) {
    await host.sync(session.api, host.keyFrom(fields));
  }
  return session.collection(kind, fields).fresh();
}
