import { isAsSent, isSurelyAltered } from "../kind/altered";
import type { Kind } from "../kind/kind";
import { Listing } from "../lists/listing";
import { becomeSince, type MayBe } from "../looking/by-exclusion";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, hidden, ownerOf } from "../values/bag";
import { type Become, findForms, isMadeOf, listAfterSync, lookOtherwiseNow } from "./pending";
import { earlierForms, fewer, type SentForm } from "./sent-forms";

/** What lists show of forms in which an object was sent. */
export interface FormsInList {
  readonly found: readonly Become[];
  readonly unseen: readonly UnseenForm[];
}

/** A form that no list shows. It may be on the door anyway. */
export interface UnseenForm {
  readonly form: SentForm;
  /** What it may have become. */
  readonly mayBe: MayBe;
}

/**
 * A list of the place of these fields in which to look for forms: if there are any, taken in two ways, and after the
 * device was asked what it holds, if that can be. What an earlier list of this run showed is in it, even if later ones
 * lack it: it is deleted by its id.
 */
export async function listForForms(
  kind: BoundKind,
  forms: readonly SentForm[],
  fields: Bag,
  isToSync = true,
): Promise<Listing<object>> {
  const collection = kind.collection(fields);
  const [form] = forms;
  if (form === undefined) {
    return collection.known();
  }
  const before = collection.isAtHand ? [...(await collection.known())] : [];
  await (isToSync ? listAfterSync(kind, form.wanted).catch(() => collection.fresh()) : collection.fresh());
  await lookOtherwiseNow(
    kind,
    forms.map(({ wanted }) => wanted),
  );
  return Listing.of([...before, ...(await collection.known())]);
}

/** `kept` is what else belongs to the resource. */
export function formsIn(
  kind: BoundKind,
  listed: Listing<object>,
  owner: string,
  forms: readonly SentForm[],
  kept: readonly object[] = [],
): FormsInList {
  const found = findForms(kind, listed, owner, forms, kept);
  const own = [...kept, ...found.map(([, live]) => live)];
  const rest = forms.flatMap((form) => fewer(form, found.filter(([one]) => one === form).length));
  const unseen = withoutOthers(kind, listed, owner, rest, own).filter(
    (form) => !isExcludedBy(kind, form, own),
  );
  const mayBe = (form: SentForm): MayBe => becomeOf(kind, listed, owner, form, own);
  return { found, unseen: unseen.map((form) => ({ form, mayBe: mayBe(form) })) };
}

/** What the list shows of the forms that were sent before the object that the state knows by this id. */
export function earlierIn(
  kind: BoundKind,
  listed: Listing<object>,
  id: string | undefined,
  state: Bag,
): FormsInList {
  return formsIn(kind, listed, ownerOf(state), earlierForms(kind, state), ownIn(listed, id));
}

/** The object that the state knows by this id, if the list shows it. */
export function ownIn(listed: Listing<object>, id: string | undefined): object[] {
  const own = id === undefined ? undefined : listed.get(id);
  return own === undefined ? [] : [own];
}

/** Those that a user can tell from the object: of what was sent twice in the same form, nobody can say which one is missing. */
export function besideEqual(kind: Kind, unseen: readonly UnseenForm[], live: object): UnseenForm[] {
  return unseen.filter(({ form }) => !isAsSent(kind, live, form.wanted, isSurelyAltered));
}

/** What this form may have become, besides what is known to be its own. */
function becomeOf(
  kind: BoundKind,
  listed: Listing<object>,
  owner: string,
  { wanted, sent, until }: SentForm,
  own: readonly object[],
): MayBe {
  const inputs = { ...wanted, [hidden.owner]: owner };
  const notIt = [...sent.notIt, ...own.map((live) => kind.idOf(live))];
  return becomeSince(kind, listed, inputs, { ...sent, until, notIt }).mayBe;
}

/** Whether there can be nothing of this form beside these objects, because the service allows its identity only once. */
export function isExcludedBy(kind: Kind, form: SentForm, own: readonly object[]): boolean {
  return kind.isUnique(form.wanted) && own.some((live) => kind.isMatch(form.wanted, kind.show(live)));
}

/**
 * The forms without those of which another resource took the object over, or has something beside which it cannot be.
 * What another resource made with the same values is not ours, but ours may be there too. `own` is known already.
 */
export function withoutOthers(
  kind: BoundKind,
  listed: Listing<object>,
  owner: string,
  forms: readonly SentForm[],
  own: readonly object[] = [],
): SentForm[] {
  const known = new Set(own.map((live) => kind.idOf(live)));
  return forms.flatMap((form) => {
    const theirs = kind
      .matching(listed, form.wanted)
      .filter(([id]) => kind.session.claims.otherOwner(kind.object(id), owner) !== undefined);
    if (kind.isUnique(form.wanted)) {
      return fewer(form, theirs.length);
    }
    const equal = theirs.filter(([id, live]) => isMadeOf(kind, form, id, live)).map(([id]) => id);
    const taken = equal.filter((id) => kind.session.claims.isAdopted(kind.object(id)) && !known.has(id));
    taken.slice(0, form.times).forEach((id) => known.add(id));
    // The next run must neither take such an object for ours nor subtract it once more.
    const sent = { ...form.sent, notIt: [...form.sent.notIt, ...equal] };
    return equal.length === 0 ? [form] : fewer({ ...form, sent }, taken.length);
  });
}
