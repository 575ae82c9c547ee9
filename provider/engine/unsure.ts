import { type Bag, hidden, names } from "./bag";
import type { Intent } from "./intent";
import type { Kind } from "./kind";
import { IncompleteError, sanitise } from "./outputs";
import type { Session } from "./session";

/**
 * The declared fields that the service never shows, such as a password, and that an update which failed or died may have set to
 * something else than the state has. They are sent again, also where the program has gone back to what the state has.
 */
export async function unsureFields(
  session: Session,
  kind: Kind,
  id: string,
  wanted: Bag,
  state: Bag,
): Promise<readonly string[]> {
  const unshown = Object.keys(wanted).filter((field) => kind.isWriteOnly(field));
  if (unshown.length === 0) {
    return [];
  }
  const left = await (await noteOf(session, kind, id)).left();
  return left === undefined ? names(state[hidden.unsure]) : unshown;
}

/** An update that sets such fields: noted in case the run dies, and recorded in the state where it fails. */
export async function setUnshown<T>(
  session: Session,
  kind: Kind,
  id: string,
  unshown: readonly string[],
  olds: Bag,
  news: Bag,
  update: () => Promise<T>,
): Promise<T> {
  if (unshown.length === 0) {
    return update();
  }
  const note = await noteOf(session, kind, id);
  await note.note().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    session.sayOnce(
      `Warning: no note could be made before ${unshown.join(", ")} of ${kind.label(olds)} is set, which is done all the same: if this run dies and ` +
        `the program goes back to the old value, the new one may stay. ${why}`,
    );
  });
  try {
    const updated = await update();
    await note.forget();
    return updated;
  } catch (error) {
    throw new IncompleteError(id, sanitise({ ...olds, [hidden.unsure]: unshown }), news, error);
  }
}

async function noteOf(session: Session, kind: Kind, id: string): Promise<Intent> {
  return session.intent([session.settings.baseUrl, await session.account(), "update", kind.object(id)]);
}
