import { remove } from "../lifecycle/delete";
import { unlessMistaken } from "../lists/absence";
import { seekToDelete } from "../looking/locate";
import { earlierIn } from "../pending/look-for-forms";
import { earlierForms } from "../pending/sent-forms";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import type { BoundSet, Member, SetKind } from "./members";
import { Outcome } from "./outcome";

/**
 * Deletes all objects of a set together, or none if there are more than one run may delete. If the set is replaced,
 * only the objects that are not created again count.
 */
export async function removeSet(set: BoundSet, state: Bag): Promise<void> {
  const members = [...set.members(state)];
  set.member.expect(members.map(([, member]) => member.state));
  const isReplaced = (place: string, handle: string): boolean =>
    set.session.claims.isDeclaredAt(place, set.member.object(handle), ownerOf(state));
  await countDeletes(
    set,
    state,
    members.filter(([place, { handle }]) => !isReplaced(place, handle)).map(([, member]) => member),
  );
  const lost = set.placesWithoutId(state);
  const outcome = new Outcome();
  await Promise.all([
    ...lost.map((place) =>
      outcome.record(place, undefined, () => Promise.reject(idIsLost(set, place, state))),
    ),
    ...members.map(([place, { handle, state: before }]) =>
      outcome.record(place, before, async () => {
        const counting = isReplaced(place, handle) ? "not" : "together";
        await set.member.write(() => remove(set.member, handle, before, counting));
        return undefined;
      }),
    ),
  ]);
  const failure = await outcome.failure(set, set.inputsOf(state), members.length + lost.length);
  if (failure !== undefined) {
    throw failure;
  }
}

/** Fails if these are more objects than one run may delete. */
export async function countDeletes(set: BoundSet, state: Bag, members: readonly Member[]): Promise<void> {
  const sought = await Promise.all(members.map((member) => objectsToGo(set, member)));
  const objects = sought.flat();
  if (objects.length > 0) {
    const count = sought.filter((some) => some.length > 0).length;
    const places = `${count} ${set.noun}${count === 1 ? "" : "s"}`;
    set.session.deleteGuard.count(objects, `${set.label(state)} on ${places}`);
  }
}

/** If it were ignored, the object would go on opening the door. */
function idIsLost(set: SetKind, place: string, state: Bag): Error {
  return new Error(
    `${set.member.label(set.inputsAt(place, state))}: the state does not have its id, so it was not deleted. \`pulumi up\` finds it again ` +
      "under the adoption policy; `pulumi state delete` leaves it as it is.",
  );
}

/** The objects to delete, as far as is known. One that is gone, or that another resource of the run has taken over, is left out. */
async function objectsToGo({ member: kind }: BoundSet, { handle, state }: Member): Promise<string[]> {
  const id = kind.serviceId(handle, state);
  const earlier = await earlierToGo(kind, id, state);
  if (id === undefined) {
    return [kind.object(handle), ...earlier];
  }
  const object = kind.object(id);
  const { is } = await seekToDelete(kind, id, state);
  const { claims, deleteGuard } = kind.session;
  if (claims.whyKept(object, ownerOf(state)) !== undefined || is === "another") {
    return earlier;
  }
  if (is === "refused" && deleteGuard.believesReads) {
    deleteGuard.leaveOut(object);
    return earlier;
  }
  return [object, ...earlier];
}

/** What was sent in an earlier form and has arrived, as far as lists tell. The delete itself fails if they do not. */
async function earlierToGo(kind: BoundKind, id: string | undefined, state: Bag): Promise<string[]> {
  if (earlierForms(kind, state).length === 0) {
    return [];
  }
  const listed = await kind.collection(state).known().catch(unlessMistaken);
  const found = listed && earlierIn(kind, listed, id, state).found;
  return (found ?? []).map(([, live]) => kind.object(kind.idOf(live)));
}
