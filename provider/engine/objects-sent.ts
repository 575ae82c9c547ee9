import { type Bag, ownerOf } from "./bag";
import { isNothing } from "./by-exclusion";
import type { Kind } from "./kind";
import { Listing } from "./listing";
import { goneHostOf } from "./located";
import { earlierIn, formsIn, listForForms, type UnseenForm } from "./look-for-forms";
import { awaitPending, type Become, findPending } from "./pending";
import type { Host } from "./resource-spec";
import { forgetIntent } from "./send-create";
import { earlierForms, isLatest, latestForm, type SentForm } from "./sent-forms";
import type { Session } from "./session";
import { hostOf } from "./settle";
import { arrivedToo, mayBeIt, sayGivenUp, sayGivenUpWith, sayUnseen } from "./unseen";

/** The objects to delete, and what to say about the rest once they are deleted. */
export interface ObjectsSent {
  readonly found: readonly object[];
  sayGivenUp(): void;
}

/** What a pending object became: one object for each time that it was sent. None if there is nothing to delete. */
export async function objectsOfPending(session: Session, kind: Kind, state: Bag): Promise<ObjectsSent> {
  const collection = session.collection(kind, state);
  const host = await hostOf(session, kind, state);
  // Fails even if an equal object is listed: it may be somebody else's, and ours may arrive later.
  if (host?.online === false) {
    throw new Error(
      `${kind.label(state)} is pending and cannot be deleted, because ${host.name} is offline. It may still arrive at the door. ` +
        `Run again when the lock is back, or ${kind.howToGiveUp}.`,
    );
  }
  const latest = latestForm(kind, state);
  const earlier = earlierForms(kind, state);
  const first = await collection.fresh();
  const isListed = findPending(session, kind, first, state) !== undefined;
  const gone = isListed ? undefined : await givenUpWithHost(session, kind, [latest, ...earlier], state);
  if (gone !== undefined) {
    await forgetIntent(session, kind, latest.wanted);
    return gone;
  }
  if (!isListed) {
    await awaitPending(session, kind, state);
  }
  // Later lists may lack what the first one showed. It is deleted by its id.
  const looked = Listing.of([...first, ...(await listForForms(session, kind, earlier, state, isListed))]);
  const { found, unseen } = formsIn(session, kind, looked, ownerOf(state), [latest, ...earlier]);
  const doubtful = unseen.find(({ form, mayBe }) => isLatest(form) && !isNothing(mayBe));
  if (doubtful !== undefined) {
    // The state remembers it. With the note, a person could not give it up.
    await forgetIntent(session, kind, latest.wanted);
    unseen.filter((one) => one !== doubtful).forEach((one) => sayUnseen(kind, one, host));
    throw new Error(
      `${kind.labelOn(state, host)} is pending. ${mayBeIt(doubtful.mayBe, "renamed or changed")} ` +
        `Nothing was deleted, since that may be somebody else's. If it is not wanted, delete it by hand and run ` +
        `again; if it is somebody else's, ${kind.howToGiveUp}.${arrivedToo(kind, found)}`,
    );
  }
  await forgetIntent(session, kind, latest.wanted);
  return sentAs(kind, found, unseen, host);
}

function sentAs(
  kind: Kind,
  found: readonly Become[],
  unseen: readonly UnseenForm[],
  host: Host | undefined,
): ObjectsSent {
  return {
    found: found.map(([, live]) => live),
    sayGivenUp: () => unseen.forEach((one) => sayGivenUp(kind, one, host)),
  };
}

/** What became of forms that were sent before the object that the state knows by its id. */
export async function objectsOfEarlier(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
): Promise<ObjectsSent> {
  const forms = earlierForms(kind, state);
  const gone = forms.length === 0 ? NOTHING : await givenUpWithHost(session, kind, forms, state);
  if (gone !== undefined) {
    return gone;
  }
  const host = await hostOf(session, kind, state);
  const listed = await listForForms(session, kind, forms, state, host?.online !== false);
  const { found, unseen } = earlierIn(session, kind, listed, id, state);
  return sentAs(kind, found, unseen, host);
}

const NOTHING: ObjectsSent = { found: [], sayGivenUp: () => undefined };

/** Nothing can be deleted on a device that has left the account. Undefined if it has not. */
async function givenUpWithHost(
  session: Session,
  kind: Kind,
  forms: readonly SentForm[],
  state: Bag,
): Promise<ObjectsSent | undefined> {
  const gone = await goneHostOf(session, kind, state);
  return gone === undefined
    ? undefined
    : { found: [], sayGivenUp: () => forms.forEach((form) => sayGivenUpWith(kind, form, gone)) };
}
