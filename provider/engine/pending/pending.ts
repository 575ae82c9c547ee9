import { isAsSent, isSurelyAltered } from "../kind/altered";
import type { Kind } from "../kind/kind";
import type { Listing } from "../lists/listing";
import { canBe, isMadeAfter, isMadeBefore } from "../looking/by-exclusion";
import { settleTimeoutMs } from "../looking/patience";
import { isBusy } from "../looking/settle";
import { say } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import { earlierForms, latestForm, type SentForm, withoutOne } from "./sent-forms";

/** Whether the object was recorded before the service showed it. */
export function isPending(state: Bag): boolean {
  return typeof state["pending"] === "object" && state["pending"] !== null;
}

const EARLIER_TOO = " What was sent before it may be there too: if it turns up, it is deleted.";

/** Whether there is anything to do about a pending object. There is not if the lock is offline and the user accepts that. */
export async function pendingChanges(kind: BoundKind, state: Bag): Promise<boolean> {
  const device = await kind.deviceOf(state);
  if (device?.online === false && state["waitFor"] === "accepted") {
    say(`Warning: ${kind.label(state)} is still pending: ${device.name} is offline.`);
    return false;
  }
  const also = earlierForms(kind, state).length === 0 ? "" : EARLIER_TOO;
  say(
    `${kind.label(state)} is pending: it was sent, but ${device?.name ?? "the service"} had not confirmed it.${also}`,
  );
  return true;
}

/**
 * The object that a pending one became: the first with its identity that is not older, and that is as it was sent or,
 * since a dead run may have changed it, as it is declared now. Any other object may be somebody else's.
 */
export function findPending(
  kind: BoundKind,
  listed: Listing<object>,
  state: Bag,
  declared: Bag = state,
): object | undefined {
  const latest = latestForm(kind, state);
  const forms = [latest.wanted, kind.wanted(kind.inputsOf(declared))];
  const [first] = madeOf(kind, listed, ownerOf(state), latest, forms).filter((live) => !isBusy(kind, live));
  return first;
}

/** A form and an object that it has become. */
export type Become = readonly [SentForm, object];

/**
 * What became of these forms: at most as many objects for each as it was sent, exactly as it was sent. `kept` is what
 * belongs to the resource already.
 */
export function findForms(
  kind: BoundKind,
  listed: Listing<object>,
  owner: string,
  forms: readonly SentForm[],
  kept: readonly object[] = [],
): readonly Become[] {
  return forms.reduce<readonly Become[]>((found, form) => {
    const taken = [...kept, ...found.map(([, live]) => live)].map((live) => kind.idOf(live));
    const made = madeOf(kind, listed, owner, form).filter((live) => !taken.includes(kind.idOf(live)));
    return [...found, ...made.slice(0, form.times).map((live) => [form, live] as const)];
  }, []);
}

/** The objects that can have come from what was sent, and that are nobody else's. */
function madeOf(
  kind: BoundKind,
  listed: Listing<object>,
  owner: string,
  form: SentForm,
  values?: readonly Bag[],
): object[] {
  return kind
    .matching(listed, form.wanted)
    .filter(
      ([id, live]) =>
        isMadeOf(kind, form, id, live, values) &&
        kind.session.claims.otherOwner(kind.object(id), owner) === undefined,
    )
    .sort(byCreation(kind))
    .map(([, live]) => live);
}

/** Whether an object with the identity of a form can have come from it: made at the right time, and with one of these values. */
export function isMadeOf(
  kind: Kind,
  { wanted, sent: { at, notIt }, until }: SentForm,
  id: string,
  live: object,
  values: readonly Bag[] = [wanted],
): boolean {
  const isEqual = values.some((one) => isAsSent(kind, live, one, isSurelyAltered));
  return !isMadeBefore(kind, live, at) && !isMadeAfter(kind, live, until) && !notIt.includes(id) && isEqual;
}

/**
 * The form that has become this object. None if a dead run has made it, or changed it, to what the program declares now:
 * then all of them may still be on the door.
 */
export function formOf(kind: Kind, live: object, forms: readonly SentForm[]): SentForm | undefined {
  return forms.find((form) => isMadeOf(kind, form, kind.idOf(live), live));
}

/** The forms of which something may be there beside this object, which was made of one of them. */
export function formsBeside(kind: Kind, live: object, forms: readonly [SentForm, ...SentForm[]]): SentForm[] {
  return withoutOne(forms, formOf(kind, live, forms) ?? forms[0]);
}

/** Always the same order, whatever the order of the list. */
function byCreation(kind: Kind): (left: [string, object], right: [string, object]) => number {
  const madeAt = (live: object): number => Date.parse(kind.createdAt(live) ?? "") || 0;
  return (left, right) => madeAt(left[1]) - madeAt(right[1]) || (left[0] < right[0] ? -1 : 1);
}

/**
 * The same, after the device was asked what it holds and had time to do what it was sent. So an object that is only
 * listed, or still waits in the device's queue, is neither sent again nor given up. Undefined if the object is proven
 * not to exist.
 */
export async function awaitPending(kind: BoundKind, state: Bag, declared?: Bag): Promise<object | undefined> {
  const find = (listed: Listing<object>): object | undefined => findPending(kind, listed, state, declared);
  const synced = find(await listAfterSync(kind, state));
  if (synced !== undefined) {
    return synced;
  }
  const collection = kind.collection(state);
  const found = await kind.session.waitFor(collection, settleTimeoutMs(kind.session, state), find);
  const wanted = kind.wanted(kind.inputsOf(state));
  const listed = found === undefined ? kind.matching(await collection.fresh(), wanted) : [];
  const busy = listed.find(([, live]) => isBusy(kind, live) && canBe(kind, live, wanted));
  if (busy !== undefined) {
    const where = (await kind.deviceOf(state))?.name ?? "the service";
    throw new Error(
      `${kind.label(state)} (id ${busy[0]}) is still pending: ${where} is still busy with it. Run again later.`,
    );
  }
  if (found !== undefined) {
    return found;
  }
  // The next step is to send it again or to give it up.
  const forms = [latestForm(kind, state), ...earlierForms(kind, state)];
  await lookOtherwiseNow(
    kind,
    forms.map((form) => form.wanted),
  );
  return find(await collection.known());
}

/**
 * Looks in a list that is taken in another way for what these forms may have become. The look that all creates share
 * may be older than what has just been waited for.
 */
export async function lookOtherwiseNow(kind: BoundKind, forms: readonly Bag[]): Promise<void> {
  const looks = forms.map((wanted) => {
    const { collection } = kind.collection(wanted);
    return kind.session.waitFor(kind.otherCollection(wanted), 0, (listed) => {
      kind.alike(listed, wanted, kind.fixedIdentity(wanted)).forEach(([, live]) => collection.saw(live));
      return true;
    });
  });
  await Promise.all(looks);
}

/** The list after the service has asked the device what it really holds. */
export async function listAfterSync(kind: BoundKind, fields: Bag): Promise<Listing<object>> {
  await kind.sync(fields);
  return kind.collection(fields).fresh();
}
