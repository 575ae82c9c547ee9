import { type Bag, ownerOf } from "./bag";
import type { Kind } from "./kind";
import { goneHostOf } from "./located";
import { earlierIn, formsIn, listForForms } from "./look-for-forms";
import { awaitPending, findPending } from "./pending";
import { forgetIntent } from "./send-create";
import { earlierForms, latestForm, type SentForm } from "./sent-forms";
import type { Session } from "./session";
import { hostOf } from "./settle";
import { sayGivenUp, sayGivenUpWith } from "./unseen";

/** What a pending object became: one object for each form in which it was sent. None if there is nothing to delete. */
export async function objectsOfPending(session: Session, kind: Kind, state: Bag): Promise<object[]> {
  const collection = session.collection(kind, state);
  const host = await hostOf(session, kind, state);
  // Fails even if an equal object is listed: it may be somebody else's, and ours may arrive later.
  if (host?.online === false) {
    throw new Error(
      `${kind.label(state)} is pending on ${host.name}, which is offline: it cannot be deleted, and may still arrive at the door. ` +
        "Run again when the lock is back. To give it up all the same, use `pulumi state delete`.",
    );
  }
  const latest = latestForm(kind, state);
  const earlier = earlierForms(kind, state);
  const listed = findPending(session, kind, await collection.fresh(), state);
  if (listed === undefined && (await isGivenUpWithHost(session, kind, [latest, ...earlier], state))) {
    return [];
  }
  if (listed === undefined) {
    await awaitPending(session, kind, state);
  }
  // What was waited for was looked for in two ways already.
  const looked = await listForForms(session, kind, listed === undefined ? [] : earlier, state);
  const { found, unseen } = formsIn(session, kind, looked, ownerOf(state), [latest, ...earlier]);
  const doubtful = unseen.find(({ form, candidates }) => form === latest && candidates !== "");
  if (doubtful !== undefined) {
    throw new Error(
      `${kind.label(state)} is pending, and may have become what is new there since, under another name or changed by somebody: ` +
        `${doubtful.candidates}. Nothing was deleted, since that may be somebody else's. If it is not wanted, delete it by hand and run ` +
        "again; if it is somebody else's, give this one up with `pulumi state delete`.",
    );
  }
  await forgetIntent(session, kind, latest.wanted);
  unseen.forEach((one) => sayGivenUp(kind, one, host));
  return [...found.values()];
}

/** What became of forms that were sent before the object that the state knows by its id. */
export async function objectsOfEarlier(
  session: Session,
  kind: Kind,
  id: string,
  forms: readonly SentForm[],
  state: Bag,
): Promise<object[]> {
  if (forms.length === 0 || (await isGivenUpWithHost(session, kind, forms, state))) {
    return [];
  }
  const host = await hostOf(session, kind, state);
  const listed = await listForForms(session, kind, forms, state, host?.online !== false);
  const { found, unseen } = earlierIn(session, kind, listed, id, state);
  unseen.forEach((one) => sayGivenUp(kind, one, host));
  return [...found.values()];
}

/** Nothing can be deleted on a device that has left the account. */
async function isGivenUpWithHost(
  session: Session,
  kind: Kind,
  forms: readonly SentForm[],
  state: Bag,
): Promise<boolean> {
  const gone = await goneHostOf(session, kind, state);
  if (gone !== undefined) {
    forms.forEach((form) => sayGivenUpWith(kind, form, gone));
  }
  return gone !== undefined;
}
