import { accountToKeep } from "./account";
import { alteredIn, asDeclared } from "./altered";
import { type Bag, hidden, ownerOf, pick } from "./bag";
import type { Kind } from "./kind";
import { locate } from "./located";
import { besideEqual, formsIn } from "./look-for-forms";
import { whyNotMissed } from "./not-missed";
import { sanitise } from "./outputs";
import { findPending, isPending } from "./pending";
import { forgetIntent } from "./send-create";
import { earlierForms, latestForm, storedAgain } from "./sent-forms";
import { serviceId } from "./service-id";
import { hostOf } from "./settle";
import type { Session } from "./session";
import { sayTwins, sayTwinsOf, sayTwinsOfUnseen } from "./twins";
import { underWayNow } from "./under-way";
import { sayUnseen } from "./unseen";

/** Without an id, the object is gone. */
export interface ReadResult {
  readonly id?: string;
  readonly props?: Bag;
  readonly inputs?: Bag;
}

/** Returns what the service holds now, with exactly the inputs that the program declared. */
export async function read(session: Session, kind: Kind, handle: string, state: Bag): Promise<ReadResult> {
  const unchanged = { id: handle, props: sanitise({ ...state, ...storedAgain(state) }) };
  const id = serviceId(kind, handle, state);
  if (id === undefined || isPending(state)) {
    // While the lock is offline, an equal object may be somebody else's, and ours may arrive later.
    if ((await hostOf(session, kind, state))?.online === false) {
      return unchanged;
    }
    const listed = await session.collection(kind, state).known();
    const live = findPending(session, kind, listed, state);
    if (live === undefined) {
      return unchanged;
    }
    const { unseen } = formsIn(session, kind, listed, ownerOf(state), earlierForms(kind, state), [live]);
    // The state knows it. With the note, a later create would wait for it.
    await forgetIntent(session, kind, latestForm(kind, state).wanted);
    for (const one of besideEqual(kind, unseen, live)) {
      sayUnseen(kind, one, await hostOf(session, kind, state));
    }
    return shown(session, kind, kind.idOf(live), live, state);
  }
  const isGet = state[hidden.get] !== undefined;
  const located = await locate(session, kind, id, state, isGet ? undefined : {});
  switch (located.is) {
    case "there":
      return shown(session, kind, id, located.live, state);
    case "not yet":
    case "unproven":
      await sayTwinsOfUnseen(session, kind, id, state, ownerOf(state));
      return unchanged;
    case "gone":
      if (isGet) {
        throw new Error(`${kind.spec.type}.get: the service has no ${kind.spec.type} with the id ${id}.`);
      }
      // If it were taken out of the state, the next check would treat it as new, and refuse a time window that is over.
      if (whyNotMissed(session, kind, { is: "gone" }, state, {}) !== undefined) {
        return unchanged;
      }
      if (earlierForms(kind, state).length > 0) {
        // Another form of it may be on the door, and only the state knows about that.
        session.sayOnce(
          `${kind.label(state)} (id ${id}) no longer exists. It stays in the state, because something that was sent for ` +
            "it earlier may still be there: the next `pulumi up` looks for it.",
        );
        return unchanged;
      }
      session.sayOnce(
        `${kind.label(state)} (id ${id}) no longer exists${located.with === undefined ? "" : `, nor does its ${located.with}`}: ` +
          "it is removed from the state.",
      );
      if (session.collection(kind, kind.parts(id)).isAtHand) {
        await sayTwinsOf(session, kind, id, state);
      }
      return {};
  }
}

async function shown(
  session: Session,
  kind: Kind,
  id: string,
  listed: object,
  state: Bag,
): Promise<ReadResult> {
  const { live, mark, isSeen } = await underWayNow(session, kind, id, state, listed);
  const inputs = kind.inputsOf(state);
  await sayTwins(session, kind, id, kind.show(live), ownerOf(state));
  const account = await accountToKeep(session, kind, live, state);
  const altered = alteredIn(state);
  const sent = isSeen && state["waitFor"] === "accepted" ? pick(state, Object.keys(kind.wanted(inputs))) : {};
  const now = kind.outs(live, inputs, { account, madeAt: state[hidden.madeAt], altered });
  const outs = { ...kind.unshownIn(state), ...now, ...sent };
  const kept = { ...outs, ...pick(state, [hidden.unsure]), ...mark, ...storedAgain(state) };
  const props = isMarked(state) ? kept : without(kept, kind.unrecordedSecrets(kept, state));
  return { id, props, inputs: sanitise(asDeclared(pick(outs, Object.keys(inputs)), altered)) };
}

/**
 * Whether a program has told Pulumi which outputs are secret. For an imported resource, no program has done so yet. A
 * secret that is not yet marked in its state would be stored in the clear.
 */
function isMarked(state: Bag): boolean {
  return state[hidden.owner] !== undefined || state[hidden.get] !== undefined;
}

function without(bag: Bag, fields: readonly string[]): Bag {
  return pick(
    bag,
    Object.keys(bag).filter((field) => !fields.includes(field)),
  );
}
