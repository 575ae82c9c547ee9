import { BusyError, NotFoundError } from "../../http";
import type { Kind } from "../kind/kind";
import { mayTellAbsence } from "../lists/absence";
import { isParentGone, sayUncompared, type SoughtToDelete } from "../looking/locate";
import { Patience, settleTimeoutMs } from "../looking/patience";
import { settleRefused } from "../looking/settle";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";
import { lookOrFail } from "../writes/lost-answer";

/** Whether the service accepted the delete; false if it says that there is no such object. */
export async function sendDelete(
  kind: BoundKind,
  id: string,
  state: Bag,
  sought: SoughtToDelete,
): Promise<boolean> {
  const patience = new Patience(kind.session, state);
  let how: "together" | "alone" = sought.is === "there" && sought.isListed ? "together" : "alone";
  for (;;) {
    try {
      await kind.writer.remove(kind.parts(id), how);
      return true;
    } catch (error) {
      if (await lookOrFail(error, proveAbsent(kind, id, state, error, sought))) {
        if (!(error instanceof NotFoundError) && (await isUncompared(kind, id, sought))) {
          sayUncompared(kind, id, state);
        }
        return false;
      }
      const live = await lookOrFail(error, settleRefused(kind, id, error, patience)).catch((last: unknown) =>
        failInWords(kind, id, state, last),
      );
      // One absent id makes the service refuse the whole request, so objects that lists lack are sent alone.
      how = live === undefined ? "alone" : how;
    }
  }
}

/** Explains a 404 for an object that is still shown, and a lock that is offline. */
async function failInWords(kind: BoundKind, id: string, state: Bag, error: unknown): Promise<never> {
  if (error instanceof NotFoundError) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: the service answers that there is no such object (404), but still shows it. Run ` +
        "again.",
    );
  }
  const isWaiting = error instanceof BusyError;
  const device = isWaiting ? await kind.deviceOf(kind.parts(id)).catch(() => undefined) : undefined;
  if (device?.online === false) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: an earlier request is still under way (423), and ${device.name} is ` +
        "offline: the door still honours it until the lock is back. Run again then.",
    );
  }
  throw error;
}

/** Objects on a device open it. */
export function opensDoors(kind: Kind): boolean {
  return kind.spec.parent?.device !== undefined;
}

/**
 * Whether the answer to a delete means that the object does not exist. If that was expected, it does. Otherwise a
 * gateway may have answered, and it would answer a read by id in the same way. So a list has to lack the object too,
 * and no read may show it.
 */
async function proveAbsent(
  kind: BoundKind,
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
  const view = kind.collection(parts);
  const { readsById } = view.collection;
  if (readsById && (await view.readAgain(id)) !== undefined) {
    return false;
  }
  if (await isParentGone(kind, parts, state)) {
    return true;
  }
  // A list may lag behind what the service knows.
  const patienceMs = isUnknown || readsById ? settleTimeoutMs(kind.session, state) : 0;
  const isLacking = await kind.session.waitFor(view, patienceMs, (listed) =>
    listed.has(id) ? undefined : true,
  );
  // A single list may lack an object that exists.
  const isMissing = () => (readsById ? isUnlistedOtherwise(kind, id) : view.isMissing(id));
  return isLacking === true && (await isMissing());
}

/** Whether nothing beside the object could be read, so that nothing but refusals tell that it is gone. */
async function isUncompared(kind: BoundKind, id: string, sought: SoughtToDelete): Promise<boolean> {
  const view = kind.collection(kind.parts(id));
  const { collection } = view;
  if (collection.readsById || sought.is === "refused") {
    return collection.isUncompared(id);
  }
  // The delete itself was refused, and the list is all that there is beside it.
  return view.isAlone(id);
}

/** Checks the list that is taken in another way. All deletes that wait share one look at it. */
export async function isUnlistedOtherwise(kind: BoundKind, id: string): Promise<boolean> {
  const collection = kind.otherCollection(kind.parts(id));
  const seen = await kind.session.waitFor(collection, 0, (listed) => ({ isListed: listed.has(id) }));
  return seen?.isListed === false;
}
