import { UnprovenError } from "../engine/absence";
import { keepUnnamed } from "../engine/kept-secret";
import type { Content } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { authorizationCollection, listEveryType } from "./authorization-list";
import { lockNames } from "./locks";

/** The authorizations that would be lost with the user: all that have not been deleted in this run. */
export async function authorizationsOfUser(
  session: Session,
  { accountUserId }: { readonly accountUserId: number },
): Promise<Content[]> {
  const authorizations = authorizationCollection(session);
  // An authorization that is missing from one list may still exist and would be deleted too, so look twice.
  // One look serves all users.
  await authorizations.lookAgain("of every type", undefined, () => listEveryType(session.api));
  if (authorizations.isPartial) {
    throw new UnprovenError("the lists of authorizations leave out some that exist");
  }
  const held = (await authorizations.known()).where(
    "accountUserId alone",
    (live) => String(live.accountUserId),
    String(accountUserId),
  );
  const locks = held.length === 0 ? undefined : await lockNames(session);
  return held.map(([id, live]) => {
    const lock = locks?.("smartlockId", live.smartlockId) ?? `lock ${live.smartlockId}`;
    keepUnnamed(live.name);
    return {
      object: `Authorization ${id}`,
      words: `the authorization "${live.name}" on ${lock} (id ${id})`,
    };
  });
}
