import { type Bag, ownerOf } from "../bag";
import { seekToDelete } from "../located";
import { remove } from "../remove";
import { serviceId } from "../service-id";
import type { Session } from "../session";
import type { Member, SetKind } from "./members";
import { Outcome } from "./outcome";

/** Deletes all objects of a set, together, or none if they are more than may go in one run. */
export async function removeSet(session: Session, set: SetKind, state: Bag): Promise<void> {
  const members = [...set.members(state)];
  session.expect(
    set.member,
    members.map(([, member]) => member.state),
  );
  const isReplaced = session.claims.isChecked(ownerOf(state));
  if (!isReplaced) {
    await countDeletes(
      session,
      set,
      members.map(([, member]) => member),
    );
  }
  const lost = set.placesWithoutId(state);
  const outcome = new Outcome();
  await Promise.all([
    ...lost.map((place) =>
      outcome.record(place, undefined, () => Promise.reject(idIsLost(set, place, state))),
    ),
    ...members.map(([place, { handle, state: before }]) =>
      outcome.record(place, before, async () => {
        const counting = isReplaced ? "not" : "together";
        await session.write(set.member, () => remove(session, set.member, handle, before, counting));
        return undefined;
      }),
    ),
  ]);
  const failure = await outcome.failure(session, set, set.inputsOf(state), members.length + lost.length);
  if (failure !== undefined) {
    throw failure;
  }
}

/** Fails if these are more than may go in one run. */
export async function countDeletes(
  session: Session,
  set: SetKind,
  members: readonly Member[],
): Promise<void> {
  const present = await Promise.all(members.map((member) => isPresent(session, set, member)));
  session.deleteGuard.count(present.filter(Boolean).length);
}

/** Taken for nothing, it would go on opening the door. */
function idIsLost(set: SetKind, place: string, state: Bag): Error {
  return new Error(
    `${set.member.label(set.inputsAt(place, state))}: the state does not tell its id, so it was not deleted. \`pulumi up\` finds it again ` +
      "by the adoption policy; `pulumi state delete` leaves it as it is.",
  );
}

/** Whether there is something to delete, as far as is known. */
async function isPresent(
  session: Session,
  { member: kind }: SetKind,
  { handle, state }: Member,
): Promise<boolean> {
  const id = serviceId(kind, handle, state);
  const sought = id === undefined ? undefined : await seekToDelete(session, kind, id, state);
  return sought?.is !== "refused" && sought?.is !== "another";
}
