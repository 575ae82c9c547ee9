import { type Bag, hidden, ownerOf, pick } from "./bag";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import { removeOwned } from "./remove";
import { say } from "./say";
import { seenForms, type UnseenForm } from "./seen-forms";
import { sayUnseen } from "./unseen";
import type { SentForm } from "./sent-forms";
import type { Session } from "./session";
import { hostOf } from "./settle";
import { steeringFields } from "./steering";

/**
 * Once a pending object is seen, its other forms are deleted: the program no longer declares them, and they would go on
 * opening the door. Returns those that the list does not show, which the state goes on remembering.
 */
export async function clearForms(
  session: Session,
  kind: Kind,
  listed: Listing<object>,
  forms: readonly SentForm[],
  kept: object,
  inputs: Bag,
): Promise<readonly SentForm[]> {
  const unseen = await clearSeen(session, kind, listed, forms, kept, inputs);
  for (const one of unseen) {
    sayUnseen(kind, one, await hostOf(session, kind, inputs));
  }
  const now = session.api.serviceTime();
  return unseen.map(({ form }) => ({ ...form, until: Math.min(form.until, now) }));
}

/** The same, without a word about what the list does not show. */
export async function clearSeen(
  session: Session,
  kind: Kind,
  listed: Listing<object>,
  forms: readonly SentForm[],
  kept: object,
  inputs: Bag,
): Promise<readonly UnseenForm[]> {
  const { found, unseen } = seenForms(session, kind, listed, ownerOf(inputs), forms, [kept]);
  for (const live of found.values()) {
    const id = kind.idOf(live);
    if (id !== kind.idOf(kept)) {
      const shown = kind.show(live);
      const host = await hostOf(session, kind, inputs);
      say(
        `${kind.labelOn(shown, host)} (id ${id}) was sent by an earlier run and has arrived. The program declares something else by now, ` +
          "so it is deleted.",
      );
      const state = { ...pick(inputs, [...steeringFields, hidden.owner]), ...shown };
      await removeOwned(session, kind, id, state);
    }
  }
  return unseen;
}
