import { alteredIn, asDeclared, asKept } from "../kind/altered";
import { accountToKeep } from "../looking/account";
import { locate, whyNotCreatedAgain } from "../looking/locate";
import { readNow } from "../looking/read-now";
import { sayTwins, sayTwinsOf, sayTwinsOfUnseen } from "../looking/twins";
import { forgetCreate } from "../pending/create-note";
import { underWayNow } from "../pending/left-by-update";
import { besideEqual, formsIn } from "../pending/look-for-forms";
import { findPending, isPending } from "../pending/pending";
import { earlierForms, latestForm, storedAgain } from "../pending/sent-forms";
import { sayUnseen } from "../pending/unseen";
import type { BoundKind } from "../run/bound-kind";
import { opensDoors } from "../sending/send-delete";
import { type Bag, hidden, isImported, ownerOf, pick } from "../values/bag";
import { sanitise } from "../values/outputs";

/** Without an id, the object is gone. */
export interface ReadResult {
  readonly id?: string;
  readonly props?: Bag;
  readonly inputs?: Bag;
}

/** Returns what the service holds now, with exactly the inputs that the program declared. */
export async function read(kind: BoundKind, handle: string, state: Bag): Promise<ReadResult> {
  const unchanged = { id: handle, props: sanitise({ ...state, ...storedAgain(state) }) };
  const id = kind.serviceId(handle, state);
  if (id === undefined || isPending(state)) {
    // While the lock is offline, an equal object may be somebody else's, and ours may arrive later.
    if ((await kind.deviceOf(state))?.online === false) {
      return unchanged;
    }
    const listed = await kind.collection(state).known();
    const live = findPending(kind, listed, state);
    if (live === undefined) {
      return unchanged;
    }
    const { unseen } = formsIn(kind, listed, ownerOf(state), earlierForms(kind, state), [live]);
    // The state knows it. With the note, a later create would wait for it.
    await forgetCreate(kind, latestForm(kind, state).wanted);
    for (const one of besideEqual(kind, unseen, live)) {
      sayUnseen(kind, one, await kind.deviceOf(state));
    }
    return shown(kind, kind.idOf(live), live, state);
  }
  const isGet = state[hidden.get] !== undefined;
  const located = await locate(kind, id, state, isGet ? undefined : {});
  switch (located.is) {
    case "there": {
      const live = await believed(kind, id, located.live, state);
      return live === undefined ? unchanged : shown(kind, id, live, state);
    }
    case "not yet":
    case "unproven":
      await sayTwinsOfUnseen(kind, id, state, ownerOf(state));
      return unchanged;
    case "gone":
      if (isGet) {
        throw new Error(
          `${kind.spec.type}.get: the service has no ${kind.spec.type} with the id ${id}. Check the id, and ` +
            "whether the token belongs to the right account.",
        );
      }
      // If it were taken out of the state, the next check would treat it as new, and refuse a time window that is over.
      if (whyNotCreatedAgain(kind, { is: "gone" }, state, {}) !== undefined) {
        return unchanged;
      }
      if (earlierForms(kind, state).length > 0) {
        // Another form of it may be on the door, and only the state knows about that.
        kind.session.sayOnce(
          `${kind.label(state)} (id ${id}) no longer exists. It stays in the state, because something that was sent for ` +
            "it earlier may still be there: the next `pulumi up` looks for it.",
        );
        return unchanged;
      }
      kind.session.sayOnce(
        `${kind.label(state)} (id ${id}) no longer exists: ${
          located.with === undefined ? "it is removed from the state." : wentWith(kind, id, located.with)
        }`,
      );
      if (kind.collection(kind.parts(id)).isAtHand) {
        await sayTwinsOf(kind, id, state, "is gone");
      }
      return {};
  }
}

/** The object's parent is no longer in the account. If it is a device, it may be in another one, and nobody told it. */
function wentWith(kind: BoundKind, id: string, noun: string): string {
  const inUse = opensDoors(kind)
    ? ` If the ${noun} is still in use, it may still honour this: delete it there.`
    : "";
  return (
    `its ${noun} (id ${kind.parentOf(kind.parts(id))}) is no longer in the account, and this went with it. It is removed from the ` +
    `state.${inUse}`
  );
}

/**
 * A list may be late. Before its values take the place of those in the state, the object is read by its id: otherwise
 * the state would agree with a program that has already narrowed what the door still has. Undefined if that fails.
 */
async function believed(
  kind: BoundKind,
  id: string,
  listed: object,
  state: Bag,
): Promise<object | undefined> {
  const known = asKept(kind.wanted(kind.inputsOf(state)), alteredIn(state), kind.show(listed));
  if (kind.differences(known, kind.show(listed)).length === 0) {
    return listed;
  }
  const { live, why } = await readNow(kind, id);
  if (why !== undefined) {
    kind.session.sayOnce(
      `Warning: ${kind.label(state)} (id ${id}): a list shows other values than the state has. The list may be late, and reading this by its id ` +
        `failed, so the state stays as it was. Refresh again later. ${why}`,
    );
    return undefined;
  }
  return live ?? listed;
}

async function shown(kind: BoundKind, id: string, listed: object, state: Bag): Promise<ReadResult> {
  const { live, mark, isSeen } = await underWayNow(kind, id, state, listed);
  const inputs = kind.inputsOf(state);
  await sayTwins(kind, id, { ...pick(state, [hidden.altered]), ...kind.show(live) }, ownerOf(state));
  const account = await accountToKeep(kind, live, state);
  const altered = alteredIn(state);
  const sent = isSeen && state["waitFor"] === "accepted" ? pick(state, Object.keys(kind.wanted(inputs))) : {};
  const now = kind.outs(live, inputs, { account, madeAt: state[hidden.madeAt], altered });
  const outs = { ...kind.unshownIn(state), ...now, ...sent };
  const kept = { ...outs, ...pick(state, [hidden.unsure]), ...mark, ...storedAgain(state) };
  // No program has told Pulumi yet which of its outputs are secret. They would be stored in the clear.
  const props = isImported(state) ? without(kept, kind.unrecordedSecrets(kept, state)) : kept;
  return { id, props, inputs: sanitise(asDeclared(pick(outs, Object.keys(inputs)), altered)) };
}

function without(bag: Bag, fields: readonly string[]): Bag {
  return pick(
    bag,
    Object.keys(bag).filter((field) => !fields.includes(field)),
  );
}
