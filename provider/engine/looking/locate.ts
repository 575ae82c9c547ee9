import { CredentialError, SmartlockError } from "../../http";
import type { Kind } from "../kind/kind";
import { UnprovenError } from "../lists/absence";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, hidden, isImported, pick } from "../values/bag";
import { equal } from "../values/equality";
import { requireAccount } from "./account";
import { isYoung, lateUntil } from "./young";

/** What is known about an object with a given id. */
export type Sought =
  | { readonly is: "there"; readonly live: object; readonly isListed: boolean }
  /** No list shows it, and a read by its id is refused too, or there is no such read and its parent is gone. */
  | { readonly is: "refused"; readonly with?: string }
  /** No list shows it, and the service has given its id to another object. */
  | { readonly is: "another" }
  /** No list shows it, and it cannot be read by its id. */
  | { readonly is: "unlisted"; readonly why?: string };

/** If lists fail, nothing is known. */
export type SoughtToDelete = Sought | { readonly is: "not told" };

export type Located =
  | { readonly is: "there"; readonly live: object }
  /** No list shows it. Until then, the lists may only be late. */
  | { readonly is: "not yet"; readonly until: string }
  /** No list shows it, and it is not known whether it is gone. */
  | { readonly is: "unproven"; readonly why: string }
  /** Proven. `with` names its parent, if that is gone too. */
  | { readonly is: "gone"; readonly with?: string };

/**
 * Looks for the object of a state by the service's id: first in the run's list and, if the list lacks it, with a read
 * of its own. If that shows it, it is there, whatever its parent seems to be. The account must be the one in the
 * state.
 */
export async function seek(kind: BoundKind, id: string, state: Bag): Promise<Sought> {
  const parts = kind.parts(id);
  const { parent, byParent } = kind.spec;
  const isListedByParent = byParent === "only";
  const withParent: Sought = { is: "refused", with: parent?.noun ?? "" };
  if (isListedByParent) {
    // The list of a parent that is gone cannot be read.
    const { isGone, why } = await parentState(kind, parts, state);
    if (isGone || why !== undefined) {
      return isGone ? withParent : { is: "unlisted", why: why ?? "" };
    }
  }
  const view = kind.collection(parts);
  const { collection } = view;
  const listed = (await view.known()).get(id);
  if (listed !== undefined && !collection.isUnlisted(id)) {
    await requireAccount(kind, id, state, listed);
    return { is: "there", live: listed, isListed: true };
  }
  await requireOwnAccount(kind, id, state);
  // Asked above, if it lists the object.
  const isWithParent = async (): Promise<boolean> =>
    !isListedByParent && (await isParentGone(kind, parts, state));
  if (!collection.readsById) {
    return (await isWithParent()) ? withParent : { is: "unlisted" };
  }
  try {
    // Asked before its parent: the lists and reads that tell of that may be wrong as well.
    if (await view.isMissing(id)) {
      return (await isWithParent()) ? withParent : { is: "refused" };
    }
  } catch (error) {
    return { is: "unlisted", why: whyUnproven(error) };
  }
  const live = (await view.known()).get(id);
  if (live === undefined) {
    return { is: "unlisted", why: "the service shows it one moment and not the next" };
  }
  const isListed = !collection.isUnlisted(id);
  return !isListed && isAnother(kind, live, state) ? { is: "another" } : { is: "there", live, isListed };
}

/** The same for a delete, which uses the id whatever lists say, even if they fail, but only in the right account. */
export async function seekToDelete(kind: BoundKind, id: string, state: Bag): Promise<SoughtToDelete> {
  try {
    return await seek(kind, id, state);
  } catch (error) {
    whyUnproven(error);
    if (error instanceof CredentialError || state[hidden.account] === undefined) {
      throw error;
    }
    await requireAccount(kind, id, state, undefined);
    return { is: "not told" };
  }
}

/**
 * Finds the object of a state by the service's id. "Gone" is proven, never guessed: lists lack the object, and either a
 * read by its id is refused or, if the service has no such read, a second list some time later lacks it too. No proof
 * is needed if nobody would miss the object, neither as it is wanted now nor as it was set.
 */
export async function locate(kind: BoundKind, id: string, state: Bag, wanted?: Bag): Promise<Located> {
  try {
    if (wanted !== undefined && (await isNotWorthAsking(kind, id, state, wanted))) {
      return { is: "gone" };
    }
    const located = await locateWithToken(kind, id, state);
    const isOfNoAccount = isImported(state) && state[hidden.account] === undefined;
    return located.is === "gone" && isOfNoAccount ? accountUnknown(kind, id, state) : located;
  } catch (error) {
    if (error instanceof UnprovenError) {
      return unproven(kind, id, state, error.message);
    }
    throw error;
  }
}

/** The same in the account of the token, whichever account the state is of. */
export async function locateWithToken(kind: BoundKind, id: string, state: Bag): Promise<Located> {
  const sought = await seek(kind, id, state);
  switch (sought.is) {
    case "there":
      if (!sought.isListed) {
        kind.session.sayOnce(
          `${kind.label(state)} (id ${id}) is not in the service's list, but a read by its id shows it: it exists.`,
        );
      }
      return { is: "there", live: sought.live };
    case "another":
      kind.session.sayOnce(
        `${kind.label(state)} (id ${id}) is gone: the service has given its id to another object, which is left alone.`,
      );
      return { is: "gone" };
    case "refused": {
      const located =
        sought.with === undefined && isYoung(kind.session, state)
          ? await locateYoung(kind, id, state)
          : goneWith(sought.with);
      if (located.is === "gone" && kind.collection(kind.parts(id)).collection.isUncompared(id)) {
        sayUncompared(kind, id, state);
      }
      return located;
    }
    case "unlisted":
      return locateUnlisted(kind, id, state, sought.why);
  }
}

/** A young object that cannot be read by its id is gone if a moment later it still cannot be read. */
async function locateYoung(kind: BoundKind, id: string, state: Bag): Promise<Located> {
  const view = kind.collection(kind.parts(id));
  try {
    if (await view.confirmMissing(id)) {
      return { is: "gone" };
    }
  } catch (error) {
    return unproven(kind, id, state, whyUnproven(error));
  }
  const live = (await view.known()).get(id);
  return live === undefined
    ? unproven(kind, id, state, "the service shows it one moment and not the next")
    : { is: "there", live };
}

/**
 * An object that cannot be read by its id is gone if something else proves it: a later list, or a request that only
 * works while the object exists.
 */
async function locateUnlisted(
  kind: BoundKind,
  id: string,
  state: Bag,
  why: string | undefined,
): Promise<Located> {
  if (why !== undefined) {
    return unproven(kind, id, state, why);
  }
  const until = await withAccount(lateUntil(kind, id, state));
  if (until !== undefined) {
    return notYet(kind, id, state, until);
  }
  const view = kind.collection(kind.parts(id));
  try {
    if (await view.isMissing(id)) {
      return { is: "gone" };
    }
  } catch (error) {
    return unproven(kind, id, state, whyUnproven(error));
  }
  const live = (await view.known()).get(id);
  return live === undefined
    ? unproven(kind, id, state, "the service still answers for it")
    : { is: "there", live };
}

function unproven(kind: BoundKind, id: string, state: Bag, why: string): Located {
  kind.session.sayOnce(
    `Warning: ${kind.label(state)} (id ${id}) is not in the service's list, but that proves nothing: ${why}. It is treated ` +
      "as unchanged. Run again later.",
  );
  return { is: "unproven", why };
}

/** A token of another account sees nothing of it either. */
function accountUnknown(kind: BoundKind, id: string, state: Bag): Located {
  const why =
    "it was imported, and its state does not say which account it belongs to, so the token may be for another account";
  kind.session.sayOnce(
    `Warning: ${kind.label(state)} (id ${id}): the service has no object with this id, but that proves nothing: ${why}. It is treated as unchanged. If ` +
      "the token is the right one, it was deleted: take it out of the state with `pulumi state delete`, and the next `pulumi up` makes a new one.",
  );
  return { is: "unproven", why };
}

/** Otherwise the last object of its kind could never leave the state. But it must not do so in silence. */
export function sayUncompared(kind: BoundKind, id: string, state: Bag): void {
  kind.session.sayOnce(
    `Warning: ${kind.label(state)} (id ${id}): the service refuses to show it, and there is nothing similar to compare that answer with. It counts as deleted, which could not be confirmed.` +
      " Check in the app that it is gone.",
  );
}

function notYet(kind: BoundKind, id: string, state: Bag, until: string): Located {
  kind.session.sayOnce(
    `Warning: ${kind.label(state)} (id ${id}) was created only minutes ago and the service does not show it. Lists may be late, and the ` +
      `service cannot be asked for it by its id, so it counts as existing. Run again after ${until}: if it is still missing then, ` +
      "it counts as deleted.",
  );
  return { is: "not yet", until };
}

function goneWith(parent: string | undefined): Located {
  return parent === undefined ? { is: "gone" } : { is: "gone", with: parent };
}

/**
 * The object is not listed, and nobody would miss it if it were gone: neither as it is wanted now, nor as it was set.
 * What was set to open a door for longer may still do so.
 */
async function isNotWorthAsking(kind: BoundKind, id: string, state: Bag, wanted: Bag): Promise<boolean> {
  const isMissed = (now: Bag): boolean => whyNotCreatedAgain(kind, { is: "gone" }, state, now) === undefined;
  if (isMissed(wanted) || isMissed({})) {
    return false;
  }
  if ((await kind.collection(kind.parts(id)).known()).has(id)) {
    return false;
  }
  await requireOwnAccount(kind, id, state);
  return true;
}

/** For an object that no list shows. */
function requireOwnAccount(kind: BoundKind, id: string, state: Bag): Promise<void> {
  return withAccount(requireAccount(kind, id, state, undefined));
}

/** If the account of the token cannot be read, nothing is proven. */
function withAccount<T>(asking: Promise<T>): Promise<T> {
  return asking.catch((error: unknown) => {
    throw new UnprovenError(`the account of the token could not be read: ${whyUnproven(error)}`);
  });
}

/** Whether the service created this object at another time than the one in the state. */
function isAnother(kind: Kind, live: object, state: Bag): boolean {
  const [made, recorded] = [kind.createdAt(live), state["creationDate"]].map((date) =>
    Date.parse(String(date)),
  );
  return Number.isFinite(made) && Number.isFinite(recorded) && made !== recorded;
}

/** Whether it is proven that the service does not have the object, no matter how young it is. */
export async function isProvenMissing(kind: BoundKind, id: string): Promise<boolean> {
  try {
    return await kind.collection(kind.parts(id)).isMissing(id);
  } catch (error) {
    whyUnproven(error);
    return false;
  }
}

/** A failure of the service, or an answer about another object, proves nothing. Any other error is thrown again. */
function whyUnproven(error: unknown): string {
  if (error instanceof SmartlockError || error instanceof UnprovenError) {
    return error.message.replace(/\.$/, "");
  }
  throw error;
}

/** Whether the object's parent is proven to be gone. If that is not known, `why` gives the reason. */
async function parentState(
  kind: BoundKind,
  parts: Bag,
  state: Bag,
): Promise<{ readonly isGone: boolean; readonly why?: string }> {
  const { parent } = kind.spec;
  const key = kind.parentOf(parts);
  if (parent === undefined || key === undefined) {
    return { isGone: false };
  }
  const idInWords = Object.values(parts).join("/");
  let isGone: boolean;
  try {
    isGone = await kind.session.collection(parent.kind, {}).isMissing(key);
  } catch (error) {
    // A token for authorizations only may not read locks. Then nobody knows. If nothing at all can be read, that is an error.
    const why = whyUnproven(error);
    await requireAccount(kind, idInWords, state, undefined);
    return { isGone: false, why };
  }
  if (isGone) {
    await requireOwnAccount(kind, idInWords, state);
  }
  return { isGone };
}

export async function isParentGone(kind: BoundKind, parts: Bag, state: Bag): Promise<boolean> {
  return (await parentState(kind, parts, state)).isGone;
}

/** The noun for the parent of a pending object, if that is gone. */
export async function goneParentOf(kind: BoundKind, state: Bag): Promise<string | undefined> {
  const parts = pick(state, Object.keys(kind.spec.id));
  return (await isParentGone(kind, parts, state)) ? kind.spec.parent?.noun : undefined;
}

/**
 * Why an object that is gone is not created again; undefined if it is missed. What is wanted of it now decides, not
 * what it was.
 */
export function whyNotCreatedAgain(
  kind: BoundKind,
  gone: Extract<Located, { is: "gone" }>,
  state: Bag,
  wanted: Bag,
): string | undefined {
  // What is to be somewhere else by now is missed there.
  const place = pick(wanted, Object.keys(kind.spec.id));
  const isMoved = Object.keys(place).some((part) => !equal(place[part], state[part]));
  const goneWith = isMoved ? undefined : gone.with;
  return kind.spec.notMissed?.({ ...state, ...wanted }, kind.session.api.serviceTime(), goneWith);
}
