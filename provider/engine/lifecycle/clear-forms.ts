import { steeringFields } from "../kind/steering";
import type { Listing } from "../lists/listing";
import { NOTHING_MAY_BE } from "../looking/by-exclusion";
import { say } from "../messages/lines";
import { besideEqual, formsIn, ownIn, type UnseenForm } from "../pending/look-for-forms";
import { earlierForms, endedAt, type SentForm, storedAgain, storedEarlier } from "../pending/sent-forms";
import { sayUnseen } from "../pending/unseen";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, hidden, ownerOf, pick } from "../values/bag";
import { removeOwned } from "./delete";

/**
 * Once a pending object is seen, its other forms are deleted: the program no longer declares them, and they would go on
 * opening the door. Returns those that the list does not show, which the state goes on remembering.
 */
export async function clearForms(
  kind: BoundKind,
  listed: Listing<object>,
  forms: readonly SentForm[],
  kept: object,
  inputs: Bag,
): Promise<readonly SentForm[]> {
  const unseen = await clearSeen(kind, listed, forms, [kept], inputs);
  for (const one of besideEqual(kind, unseen, kept)) {
    sayUnseen(kind, one, await kind.deviceOf(inputs));
  }
  const now = kind.session.api.serviceTime();
  return unseen.map(({ form }) => endedAt(form, now));
}

/** The same, without a word about what the list does not show. */
export async function clearSeen(
  kind: BoundKind,
  listed: Listing<object>,
  forms: readonly SentForm[],
  kept: readonly object[],
  inputs: Bag,
): Promise<readonly UnseenForm[]> {
  const { found, unseen } = formsIn(kind, listed, ownerOf(inputs), forms, kept);
  const going = [...kept, ...found.map(([, live]) => live)].map((live) => kind.idOf(live));
  const waiting: UnseenForm[] = [];
  for (const [form, live] of found) {
    const id = kind.idOf(live);
    const shown = kind.show(live);
    const state = { ...pick(inputs, [...steeringFields, hidden.owner]), ...shown };
    const isDeleted = await removeOwned(kind, id, state, undefined, going);
    const device = await kind.deviceOf(shown);
    if (device?.online === false) {
      // The lock may lose the delete.
      waiting.push({ form: { ...form, times: 1 }, mayBe: NOTHING_MAY_BE });
    } else if (isDeleted) {
      say(
        `${kind.labelOn(shown, device)} (id ${id}), which was sent by an earlier run, arrived late. It was deleted, because it is not the ` +
          "one that this resource has now.",
      );
    }
  }
  return [...unseen, ...waiting];
}

/** The state of an object that is left alone, after what arrived of its earlier forms was deleted. */
export async function clearedState(kind: BoundKind, handle: string, state: Bag, inputs: Bag): Promise<Bag> {
  const forms = earlierForms(kind, state);
  if (forms.length === 0) {
    return state;
  }
  const listed = await kind.collection(inputs).known();
  // It may be back in the list by now.
  const own = ownIn(listed, kind.serviceId(handle, state));
  const unseen = await clearSeen(kind, listed, forms, own, inputs);
  const rest = { ...state, [hidden.earlier]: undefined };
  return { ...rest, ...storedAgain(rest), ...storedEarlier(unseen.map(({ form }) => form)) };
}
