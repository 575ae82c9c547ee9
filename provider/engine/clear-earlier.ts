import { type Bag, hidden, pick } from "./bag";
import type { Kind } from "./kind";
import { lookForForms, sayGivenUp } from "./pending";
import { removeOwned } from "./remove";
import { say } from "./say";
import type { SentForm } from "./sent-forms";
import type { Session } from "./session";
import { hostOf } from "./settle";
import { steeringFields } from "./steering";

/**
 * Once one of several forms of a pending object is seen, the others are deleted: the program no longer declares them,
 * and they would go on opening the door. Those that do not turn up are given up in words.
 */
export async function clearEarlier(
  session: Session,
  kind: Kind,
  forms: readonly SentForm[],
  kept: object,
  inputs: Bag,
): Promise<void> {
  const host = await hostOf(session, kind, inputs);
  const found = await lookForForms(session, kind, forms, inputs);
  const id = kind.idOf(kept);
  for (const form of forms) {
    const live = found.get(form);
    if (live !== undefined && kind.idOf(live) !== id) {
      await removeEarlier(session, kind, kind.labelOn(form.wanted, host), live, inputs);
    } else if (!kind.isMatch(form.wanted, kind.show(kept))) {
      sayGivenUp(kind, form, host);
    }
  }
}

async function removeEarlier(
  session: Session,
  kind: Kind,
  label: string,
  live: object,
  inputs: Bag,
): Promise<void> {
  const id = kind.idOf(live);
  say(
    `${label} (id ${id}) was sent by an earlier run and has arrived. The program declares something else by now, so it is deleted.`,
  );
  const state = { ...pick(inputs, [...steeringFields, hidden.owner]), ...kind.show(live) };
  await removeOwned(session, kind, id, state);
}
