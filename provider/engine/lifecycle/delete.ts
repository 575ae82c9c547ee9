import type { Kind } from "../kind/kind";
import { contentsToGo, sayContentsGone } from "../looking/contents";
import { isParentGone, seekToDelete, type SoughtToDelete } from "../looking/locate";
import { sayTwinsOf } from "../looking/twins";
import { journalDelete } from "../looking/young";
import { say } from "../messages/lines";
import { objectsOfEarlier, objectsOfPending } from "../pending/objects-sent";
import type { BoundKind } from "../run/bound-kind";
import { waitUntilGone } from "../sending/await-gone";
import { opensDoors, sendDelete } from "../sending/send-delete";
import { type Bag, hidden, isImported, ownerOf, pick } from "../values/bag";
import { ownerName } from "../values/urn";

/**
 * How a delete counts for the guard: alone, together with others that were counted at once, or not at all, because it
 * is part of a replacement.
 */
export type Counting = "alone" | "together" | "not";

/**
 * Deletes by the service's id only, never by name and whatever lists say, and makes sure that the object is gone. Only
 * what was sent and has no id yet is looked for by its values. A resource that the program still declares is being
 * replaced, so its delete does not count.
 */
export async function remove(
  kind: BoundKind,
  handle: string,
  state: Bag,
  counting?: Counting,
): Promise<void> {
  const id = kind.serviceId(handle, state);
  if (id === undefined) {
    const pending = await objectsOfPending(kind, state);
    await removeAll(kind, handle, asGoing(kind, pending.found, state), state, counting);
    pending.sayGivenUp();
    return;
  }
  // What the state knows by its id is deleted even if it is not known what became of the rest.
  const looking = objectsOfEarlier(kind, id, state);
  const found = await looking.then(
    (earlier) => earlier.found,
    () => [],
  );
  await removeAll(kind, handle, [{ id, state }, ...asGoing(kind, found, state)], state, counting);
  (await looking).sayGivenUp();
}

/** An object to delete, with what is known about it. */
interface Going {
  readonly id: string;
  readonly state: Bag;
}

function asGoing(kind: Kind, objects: readonly object[], state: Bag): Going[] {
  return objects.map((live) => ({ id: kind.idOf(live), state: { ...state, ...kind.show(live) } }));
}

/** Deletes all of these, or none if they are more than one run may delete. */
async function removeAll(
  kind: BoundKind,
  handle: string,
  all: readonly Going[],
  state: Bag,
  counting: Counting | undefined,
): Promise<void> {
  const going = all.map(({ id }) => id);
  const isReplaced = kind.session.claims.isDeclared(kind.object(handle), ownerOf(state));
  const count = (ids: readonly string[]): void =>
    kind.session.deleteGuard.count(
      ids.map((id) => kind.object(id)),
      `${kind.label(state)} (ids ${going.join(", ")})`,
    );
  let how = counting;
  if (how === undefined && !isReplaced && all.length > 1) {
    count(going);
    how = "together";
  } else if (how === "together" && going.length > 1) {
    // When objects are counted together, one is already counted, and perhaps more.
    count(going.slice(1));
  }
  for (const [index, one] of all.entries()) {
    const isDeleted = await removeOwned(kind, one.id, one.state, how, going);
    if (isDeleted && index > 0) {
      const device = await kind.deviceOf(one.state);
      const done = device?.online === false ? "is to be deleted as well" : "was deleted as well";
      say(`${kind.label(one.state)} (id ${one.id}), which was sent by an earlier run, ${done}.`);
    }
  }
}

/** Deletes an object by its id, unless it belongs to another resource by now. Returns whether it did. */
export async function removeOwned(
  kind: BoundKind,
  id: string,
  state: Bag,
  counting?: Counting,
  /** Ids that are deleted with it. */
  going: readonly string[] = [],
): Promise<boolean> {
  const owner = ownerOf(state);
  const keeper = kind.session.claims.keeper(kind.object(id), owner);
  if (keeper !== undefined && isImported(state)) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: it belongs to ${ownerName(keeper)} now. This state was imported, and no run has ` +
        `changed it since, so it does not say which resource it belongs to. If it was imported twice, remove this one with \`pulumi state delete\`.${howToRecord(kind)}`,
    );
  }
  const why = kind.session.claims.whyKept(kind.object(id), owner);
  if (why !== undefined) {
    say(`${kind.label(state)} (id ${id}) is kept: ${why}.`);
    return false;
  }
  const counted = counting ?? (kind.session.claims.isDeclared(kind.object(id), owner) ? "not" : "alone");
  await kind.session.claims.leaving(kind.object(id), removeObject(kind, id, state, counted, going));
  return true;
}

async function removeObject(
  kind: BoundKind,
  id: string,
  state: Bag,
  counting: Counting,
  going: readonly string[],
): Promise<void> {
  const sought = await seekToDelete(kind, id, state);
  if (sought.is === "another") {
    say(
      `${kind.label(state)} (id ${id}) is gone: the service has given its id to another object. Nothing was deleted.`,
    );
    return;
  }
  refuseWrongImport(kind, id, state, sought);
  const held = await contentsToGo(kind, id, state, sought);
  if (held === "refused with what is gone") {
    say(
      `Warning: ${kind.label(state)} (id ${id}) is gone, as far as the service says. No delete was sent for it, because what it contains could not be read, and would be deleted with it` +
        ". If the app still shows it, delete it there.",
    );
    await sayTwinsOf(kind, id, state, "is gone", going);
    return;
  }
  const contents = (held ?? []).map((content) => content.object);
  const object = kind.object(id);
  const { deleteGuard } = kind.session;
  // What was left out when many were counted together may turn out to be there.
  const isCountedHere = counting === "alone" || (counting === "together" && deleteGuard.isLeftOut(object));
  const isBelievedGone = sought.is === "refused" && deleteGuard.believesReads;
  // What is gone holds nothing. If the service accepts the delete all the same, all of it counts afterwards.
  const counted = isBelievedGone ? [] : isCountedHere ? [object, ...contents] : contents;
  if (counted.length > 0) {
    const withContents = contents.length > 0 ? ", with everything it holds" : "";
    deleteGuard.count(counted, `${kind.label(state)} (id ${id})${withContents}`);
  }
  await journalDelete(kind, id, state);
  const isAccepted = await sendDelete(kind, id, state, sought);
  if (isAccepted) {
    if (sought.is === "refused") {
      countAccepted(kind, id, state, counting === "not" ? contents : [object, ...contents]);
    }
    if (sought.is === "unlisted") {
      kind.collection(kind.parts(id)).collection.noteHidden(id);
    }
    // For other kinds, the answer means that the delete is done.
    if (kind.spec.asynchronous !== undefined) {
      await waitUntilGone(kind, id, state);
    }
  }
  if (!isAccepted && isImported(state) && state[hidden.account] === undefined) {
    say(
      `Warning: ${kind.label(state)} (id ${id}): the service has no object with this id. It was imported, and its state does not say which account it belongs to. ` +
        "If the token belongs to another account, it is still there.",
    );
  }
  if (await isParentGone(kind, kind.parts(id), state)) {
    sayMayBeInParent(kind, id, state, isAccepted);
  }
  kind.collection(kind.parts(id)).removed(id);
  if (isAccepted) {
    sayContentsGone(kind, id, state, held);
    deleteGuard.went(counting === "not" ? contents : [object, ...contents]);
  }
  if (isListAtHand(kind, sought)) {
    await sayTwinsOf(kind, id, state, "was deleted", going);
  }
}

/** An import takes the id as the file has it. If that is the id of something else, it must not go in place of what is meant. */
/** An update records which resource an imported state belongs to. What the service cannot change has none. */
function howToRecord({ spec }: Kind): string {
  const canWait = Object.hasOwn(spec.inputs.shape, "settleTimeout");
  if (!canWait && spec.update === undefined) {
    return "";
  }
  const first = canWait
    ? "declare another settleTimeout for it"
    : "change it in a way that does not replace it,";
  return ` If you replace it with \`--replace\`, ${first} and run \`pulumi up\` once before: that records it.`;
}

function refuseWrongImport(kind: Kind, id: string, state: Bag, sought: SoughtToDelete): void {
  if (!isImported(state) || sought.is !== "there") {
    return;
  }
  const shown = kind.show(sought.live);
  const declared = kind.wanted(kind.inputsOf(state));
  // A file leaves out secrets, such as a code.
  const known = pick(declared, kind.identity(declared));
  if (kind.differences(known, shown).length > 0) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: it was imported with this id, but the service shows ${kind.label(shown)} there. If the ` +
        "import file had the wrong id, take this entry out with `pulumi state delete`, and import it again. If it is the right one " +
        "and has changed since, declare it and run `pulumi up` once: after that it can be deleted.",
    );
  }
}

/** What the object was on is no longer in the account. It may be in another one now, and nobody told it about the delete. */
function sayMayBeInParent(kind: Kind, id: string, state: Bag, isAccepted: boolean): void {
  const noun = kind.spec.parent?.noun;
  const accepted = isAccepted ? "the service accepted the delete, but " : "";
  const reached = isAccepted ? "may not have reached" : "did not reach";
  say(
    `Warning: ${kind.label(state)} (id ${id}): ${accepted}its ${noun} is no longer in the account, so the delete ${reached} the ${noun}. If the ` +
      `${noun} is still in use, it may still ${opensDoors(kind) ? "honour" : "have"} this: delete it there.`,
  );
}

/** The service has accepted a delete that nobody counted, because the object seemed to be gone. Now it counts. */
function countAccepted(kind: BoundKind, id: string, state: Bag, gone: readonly string[]): void {
  const { deleteGuard } = kind.session;
  deleteGuard.distrustReads();
  const words = gone.flatMap((object) => deleteGuard.countAfter(object)).at(-1);
  if (words !== undefined) {
    say(
      `Warning: ${kind.label(state)} (id ${id}) seemed to be gone, but the service accepted its delete. ${words}`,
    );
  }
}

/** A list that failed cannot be read, nor can the list of a parent that is gone. */
function isListAtHand(kind: Kind, sought: SoughtToDelete): boolean {
  const isListedByParent = kind.spec.byParent === "only";
  if (sought.is === "not told") {
    return false;
  }
  return !isListedByParent || sought.is === "there" || (sought.is === "unlisted" && sought.why === undefined);
}
