import { read, type ReadResult } from "../lifecycle/read";
import { type Bag, hidden, pick } from "../values/bag";
import { sanitise } from "../values/outputs";
import type { BoundSet } from "./members";

/** Reads what the service holds now for each object. An object that is proven to be gone no longer belongs to the set. */
export async function readSet(set: BoundSet, id: string, state: Bag): Promise<ReadResult> {
  if (state[hidden.get] !== undefined) {
    throw new Error(`${set.spec.type} has no get: the service knows its objects, not the set.`);
  }
  const members = [...set.members(state)];
  set.member.expect(members.map(([, member]) => member.state));
  const results = await Promise.all(
    members.map(async ([place, { handle, state: before }]) => {
      const { id: found, props } = await read(set.member, handle, before);
      return { place, props: found === undefined ? undefined : props };
    }),
  );
  const states = new Map(
    results.flatMap(({ place, props }) => (props === undefined ? [] : [[place, props]])),
  );
  if (members.length > 0 && states.size === 0) {
    return {};
  }
  const inputs = set.inputsOf(state);
  const outs = set.outs(inputs, states, state[hidden.account]);
  return { id, props: outs, inputs: sanitise(pick(outs, Object.keys(inputs))) };
}
