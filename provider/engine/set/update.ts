import { alteredIn, asKept } from "../altered";
import { type Bag, hidden, names, ownerOf } from "../bag";
import { clearedState } from "../clear-forms";
import { withoutIgnored } from "../ignored";
import { locate } from "../located";
import { whyNotMissed } from "../not-missed";
import { IncompleteError } from "../outputs";
import { isPending } from "../pending";
import { remove } from "../remove";
import { serviceId } from "../service-id";
import type { Session } from "../session";
import { update } from "../update";
import { createAt, refuseUnfit } from "./create";
import type { Member, SetKind } from "./members";
import { Outcome } from "./outcome";
import { countDeletes } from "./remove";

/** Updates each object to what is declared, creates new ones and deletes those that are no longer wanted, all together. */
export async function updateSet(
  session: Session,
  set: SetKind,
  id: string,
  olds: Bag,
  news: Bag,
): Promise<{ outs: Bag }> {
  const members = set.members(olds);
  const places = set.places(news);
  const leaving = [...members].filter(([place]) => !places.includes(place));
  session.expect(
    set.member,
    [...places, ...leaving.map(([place]) => place)].map((place) => set.inputsAt(place, news)),
  );
  await countDeletes(
    session,
    set,
    olds,
    leaving.map(([, member]) => member),
  );
  const outcome = new Outcome();
  await Promise.all([
    ...leaving.map(([place, { handle, state }]) =>
      outcome.record(place, state, async () => {
        await session.write(set.member, () => remove(session, set.member, handle, state, "together"));
        return undefined;
      }),
    ),
    ...places.map((place) => {
      const member = members.get(place);
      return outcome.record(place, member?.state, () =>
        member === undefined
          ? createAt(session, set, place, news)
          : updateAt(session, set, place, member, news),
      );
    }),
  ]);
  const outs = set.outs(news, outcome.states, olds[hidden.account]);
  const failure = await outcome.failure(session, set, news, places.length + leaving.length);
  if (failure !== undefined) {
    throw new IncompleteError(id, outs, news, failure);
  }
  return { outs };
}

async function updateAt(
  session: Session,
  set: SetKind,
  place: string,
  member: Member,
  news: Bag,
): Promise<Bag> {
  const inputs = set.inputsAt(place, news);
  switch (await whatToDo(session, set, member, inputs)) {
    case "leave":
      return clearedState(session, set.member, member.handle, member.state, inputs);
    case "make anew":
      // Before the delete: otherwise the door would be lost.
      refuseUnfit(set, inputs);
      await session.write(set.member, () => remove(session, set.member, member.handle, member.state, "not"));
      return createAt(session, set, place, news);
    case "update": {
      const { handle, state } = member;
      const { outs } = await session.write(set.member, () =>
        update(session, set.member, handle, state, inputs),
      );
      return outs;
    }
  }
}

/**
 * An object is created again at its place if it is gone, belongs to another resource now, or was changed by somebody in
 * a way that cannot be undone.
 */
async function whatToDo(
  session: Session,
  { member: kind }: SetKind,
  { handle, state }: Member,
  inputs: Bag,
): Promise<"leave" | "make anew" | "update"> {
  const id = serviceId(kind, handle, state);
  if (id === undefined || isPending(state)) {
    return "update";
  }
  if (session.claims.successor(kind.object(id), ownerOf(inputs), ownerOf(state)) !== undefined) {
    return "make anew";
  }
  const wanted = withoutIgnored(kind.wanted(inputs), names(inputs[hidden.ignore]));
  const differences = (seen: Bag): string[] => kind.differences(asKept(wanted, alteredIn(state), seen), seen);
  const located = await locate(session, kind, id, state, wanted);
  if (located.is === "gone") {
    return whyNotMissed(session, kind, located, state, wanted) === undefined ? "make anew" : "leave";
  }
  if (located.is === "not yet" || located.is === "unproven") {
    return differences(state).length === 0 ? "leave" : "update";
  }
  const fixed: readonly string[] = kind.spec.replacedBy?.(wanted) ?? [];
  return differences(kind.show(located.live)).some((field) => fixed.includes(field)) ? "make anew" : "update";
}
