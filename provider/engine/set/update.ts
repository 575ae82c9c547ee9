import { alteredIn, asKept } from "../kind/altered";
import { clearedState } from "../lifecycle/clear-forms";
import { remove } from "../lifecycle/delete";
import { update } from "../lifecycle/update";
import { locate, whyNotCreatedAgain } from "../looking/locate";
import { isPending } from "../pending/pending";
import { type Bag, hidden, names, ownerOf } from "../values/bag";
import { IncompleteError } from "../values/outputs";
import { withoutIgnored } from "../values/property-path";
import { createAt, refuseUnfit } from "./create";
import { countDeletes } from "./delete";
import type { BoundSet, Member } from "./members";
import { Outcome } from "./outcome";

/** Updates each object to what is declared, creates new ones and deletes those that are no longer wanted, all together. */
export async function updateSet(set: BoundSet, id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }> {
  // The state may have a former name of this resource, or none if it was imported.
  const members = set.members({ ...olds, [hidden.owner]: ownerOf(news) });
  const places = set.places(news);
  const leaving = [...members].filter(([place]) => !places.includes(place));
  set.member.expect(
    [...places, ...leaving.map(([place]) => place)].map((place) => set.inputsAt(place, news)),
  );
  await countDeletes(
    set,
    olds,
    leaving.map(([, member]) => member),
  );
  const outcome = new Outcome();
  await Promise.all([
    ...leaving.map(([place, { handle, state }]) =>
      outcome.record(place, state, async () => {
        await set.member.write(() => remove(set.member, handle, state, "together"));
        return undefined;
      }),
    ),
    ...places.map((place) => {
      const member = members.get(place);
      return outcome.record(place, member?.state, () =>
        member === undefined ? createAt(set, place, news) : updateAt(set, place, member, news),
      );
    }),
  ]);
  const outs = set.outs(news, outcome.states, olds[hidden.account]);
  const failure = await outcome.failure(set, news, places.length + leaving.length);
  if (failure !== undefined) {
    throw new IncompleteError(id, outs, news, failure);
  }
  return { outs };
}

async function updateAt(set: BoundSet, place: string, member: Member, news: Bag): Promise<Bag> {
  const inputs = set.inputsAt(place, news);
  switch (await whatToDo(set, member, inputs)) {
    case "leave":
      return clearedState(set.member, member.handle, member.state, inputs);
    case "make anew":
      // Before the delete: otherwise the door would be lost.
      refuseUnfit(set, inputs);
      await set.member.write(() => remove(set.member, member.handle, member.state, "not"));
      return createAt(set, place, news);
    case "update": {
      const { handle, state } = member;
      const { outs } = await set.member.write(() => update(set.member, handle, state, inputs));
      return outs;
    }
  }
}

/**
 * An object is created again at its place if it is gone, belongs to another resource now, or was changed by somebody in
 * a way that cannot be undone.
 */
async function whatToDo(
  { member: kind }: BoundSet,
  { handle, state }: Member,
  inputs: Bag,
): Promise<"leave" | "make anew" | "update"> {
  const id = kind.serviceId(handle, state);
  if (id === undefined || isPending(state)) {
    return "update";
  }
  if (kind.session.claims.successor(kind.object(id), ownerOf(inputs), ownerOf(state)) !== undefined) {
    return "make anew";
  }
  const wanted = withoutIgnored(kind.wanted(inputs), names(inputs[hidden.ignore]));
  const differences = (seen: Bag): string[] => kind.differences(asKept(wanted, alteredIn(state), seen), seen);
  const located = await locate(kind, id, state, wanted);
  if (located.is === "gone") {
    return whyNotCreatedAgain(kind, located, state, wanted) === undefined ? "make anew" : "leave";
  }
  if (located.is === "not yet" || located.is === "unproven") {
    return differences(state).length === 0 ? "leave" : "update";
  }
  const seen = kind.show(located.live);
  const fixed = kind.replacedBy({ ...seen, ...wanted });
  return differences(seen).some((field) => fixed.includes(field)) ? "make anew" : "update";
}
