import type { Kind } from "../kind/kind";
import type { Device } from "../kind/listed";
import { Listing } from "../lists/listing";
import { isNothing } from "../looking/by-exclusion";
import { goneParentOf } from "../looking/locate";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import { forgetCreate } from "./create-note";
import { earlierIn, formsIn, listForForms, type UnseenForm } from "./look-for-forms";
import { awaitPending, type Become, findPending } from "./pending";
import { earlierForms, isLatest, latestForm, type SentForm } from "./sent-forms";
import { arrivedToo, mayBeIt, sayGivenUp, sayGivenUpWith, sayUnseen } from "./unseen";

/** The objects to delete, and what to say about the rest once they are deleted. */
export interface ObjectsSent {
  readonly found: readonly object[];
  sayGivenUp(): void;
}

/** What a pending object became: one object for each time that it was sent. None if there is nothing to delete. */
export async function objectsOfPending(kind: BoundKind, state: Bag): Promise<ObjectsSent> {
  const collection = kind.collection(state);
  const device = await kind.deviceOf(state);
  // Fails even if an equal object is listed: it may be somebody else's, and ours may arrive later.
  if (device?.online === false) {
    throw new Error(
      `${kind.label(state)} is pending and cannot be deleted, because ${device.name} is offline. It may still arrive at the door. ` +
        `Run again when the lock is back, or ${kind.naming.howToGiveUp}.`,
    );
  }
  const latest = latestForm(kind, state);
  const earlier = earlierForms(kind, state);
  const first = await collection.fresh();
  const isListed = findPending(kind, first, state) !== undefined;
  const gone = isListed ? undefined : await givenUpWithParent(kind, [latest, ...earlier], state);
  if (gone !== undefined) {
    await forgetCreate(kind, latest.wanted);
    return gone;
  }
  if (!isListed) {
    await awaitPending(kind, state);
  }
  // Later lists may lack what the first one showed. It is deleted by its id.
  const looked = Listing.of([...first, ...(await listForForms(kind, earlier, state, isListed))]);
  const { found, unseen } = formsIn(kind, looked, ownerOf(state), [latest, ...earlier]);
  const doubtful = unseen.find(({ form, mayBe }) => isLatest(form) && !isNothing(mayBe));
  if (doubtful !== undefined) {
    // The state remembers it. With the note, a person could not give it up.
    await forgetCreate(kind, latest.wanted);
    unseen.filter((one) => one !== doubtful).forEach((one) => sayUnseen(kind, one, device));
    throw new Error(
      `${kind.labelOn(state, device)} is pending. ${mayBeIt(doubtful.mayBe, "renamed or changed")} ` +
        `Nothing was deleted, since that may be somebody else's. If it is not wanted, delete it by hand and run ` +
        `again; if it is somebody else's, ${kind.naming.howToGiveUp}.${arrivedToo(kind, found)}`,
    );
  }
  await forgetCreate(kind, latest.wanted);
  return sentAs(kind, found, unseen, device);
}

function sentAs(
  kind: Kind,
  found: readonly Become[],
  unseen: readonly UnseenForm[],
  device: Device | undefined,
): ObjectsSent {
  return {
    found: found.map(([, live]) => live),
    sayGivenUp: () => unseen.forEach((one) => sayGivenUp(kind, one, device)),
  };
}

/** What became of forms that were sent before the object that the state knows by its id. */
export async function objectsOfEarlier(kind: BoundKind, id: string, state: Bag): Promise<ObjectsSent> {
  const forms = earlierForms(kind, state);
  const gone = forms.length === 0 ? NOTHING : await givenUpWithParent(kind, forms, state);
  if (gone !== undefined) {
    return gone;
  }
  const device = await kind.deviceOf(state);
  const listed = await listForForms(kind, forms, state, device?.online !== false);
  const { found, unseen } = earlierIn(kind, listed, id, state);
  return sentAs(kind, found, unseen, device);
}

const NOTHING: ObjectsSent = { found: [], sayGivenUp: () => undefined };

/** Nothing can be deleted on a device that has left the account. Undefined if it has not. */
async function givenUpWithParent(
  kind: BoundKind,
  forms: readonly SentForm[],
  state: Bag,
): Promise<ObjectsSent | undefined> {
  const gone = await goneParentOf(kind, state);
  return gone === undefined
    ? undefined
    : { found: [], sayGivenUp: () => forms.forEach((form) => sayGivenUpWith(kind, form, gone)) };
}
