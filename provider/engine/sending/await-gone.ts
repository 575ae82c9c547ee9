import { Patience, settleTimeoutMs } from "../looking/patience";
import { settleIdle } from "../looking/settle";
import { say } from "../messages/lines";
import { listAfterSync } from "../pending/pending";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";
import { isUnlistedOtherwise, opensDoors, sendDelete } from "./send-delete";

export async function waitUntilGone(kind: BoundKind, id: string, state: Bag): Promise<void> {
  const device = await kind.deviceOf(kind.parts(id));
  if (device?.online === false) {
    const line =
      `${kind.label(state)} (id ${id}): the service accepted the delete, but ${device.name} is offline: the door still honours it ` +
      "until the lock is back.";
    if (state["waitFor"] === "accepted") {
      say(`Warning: ${line} No later run will check that it is gone: check in the app.`);
      return;
    }
    throw new Error(`${line} Run again then.`);
  }
  if (await awaitGoneOrDeleteAgain(kind, id, state)) {
    return;
  }
  throw new Error(
    `${kind.label(state)} (id ${id}): the delete was accepted, but ${device?.name ?? "the service"} still shows it.` +
      `${opensDoors(kind) ? " The door may still honour it." : ""} Run again; a longer settleTimeout gives it more time.`,
  );
}

/**
 * An object is gone if lists taken in two ways lack it. One list alone may be partial, and the door would still honour
 * the object.
 */
async function awaitGoneOrDeleteAgain(kind: BoundKind, id: string, state: Bag): Promise<boolean> {
  const patience = new Patience(kind.session, state);
  for (;;) {
    const idle = await settleIdle(kind, id, patience.restMs);
    if (idle === undefined) {
      return false;
    }
    if (idle.live !== undefined) {
      return clearGhost(kind, id, state);
    }
    if (await isUnlistedOtherwise(kind, id)) {
      return true;
    }
    if (patience.restMs === 0) {
      return false;
    }
    await patience.pause(patience.restMs);
  }
}

/**
 * The object is listed, and no operation on it is in progress. Asking the device what it really holds removes the
 * entry, or makes the next delete work.
 */
async function clearGhost(kind: BoundKind, id: string, state: Bag): Promise<boolean> {
  const isListed = (await listAfterSync(kind, kind.parts(id))).has(id);
  if (!isListed && (await isUnlistedOtherwise(kind, id))) {
    return true;
  }
  // Sent alone: if the object is gone by now, the service would refuse everything in the same request.
  if (!(await sendDelete(kind, id, state, { is: "not told" }))) {
    return true;
  }
  const collection = kind.collection(kind.parts(id));
  const gone = await kind.session.waitFor(collection, settleTimeoutMs(kind.session, state), (listed) =>
    listed.has(id) ? undefined : true,
  );
  return gone === true && (await isUnlistedOtherwise(kind, id));
}
