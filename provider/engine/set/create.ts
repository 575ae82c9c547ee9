import { randomBytes } from "node:crypto";
import { create } from "../lifecycle/create";
import { checkInputs, failuresOf } from "../lifecycle/inputs";
import { type Bag, hidden, names } from "../values/bag";
import { type Created, IncompleteError } from "../values/outputs";
import type { BoundSet, SetKind } from "./members";
import { Outcome } from "./outcome";

/** Creates the objects at all places together. Only those that failed are left to the next run. */
export async function createSet(set: BoundSet, inputs: Bag): Promise<Created> {
  const places = set.places(inputs);
  const outcome = new Outcome();
  set.member.expect(places.map((place) => set.inputsAt(place, inputs)));
  await Promise.all(
    places.map((place) => outcome.record(place, undefined, () => createAt(set, place, inputs))),
  );
  const id = randomBytes(8).toString("hex");
  const outs = set.outs(inputs, outcome.states);
  const failure = await outcome.failure(set, inputs, places.length);
  if (failure !== undefined) {
    // If nothing was created, there is nothing to keep.
    throw outcome.states.size === 0 ? failure : new IncompleteError(id, outs, inputs, failure);
  }
  return { id, outs };
}

export async function createAt(set: BoundSet, place: string, inputs: Bag): Promise<Bag> {
  const declared = set.inputsAt(place, inputs);
  refuseUnfit(set, declared);
  const { outs } = await set.member.write(() => create(set.member, declared));
  return outs;
}

/** An ignored value is not checked, because it is there already. At a new place it would be new. */
export function refuseUnfit({ member }: SetKind, declared: Bag): void {
  const isIgnoring = names(declared[hidden.ignore]).length > 0;
  const [first] = isIgnoring ? failuresOf(checkInputs(member.spec, declared).problems) : [];
  if (first !== undefined) {
    throw new Error(
      `${member.label(declared)} was not created: ${first.reason} Somebody else set that, and ignoreChanges leaves it to others. ` +
        "Declare a value that is allowed, without ignoreChanges.",
    );
  }
}
