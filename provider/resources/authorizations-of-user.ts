import { claimOf } from "../engine/kind/ids";
import type { Reader } from "../engine/kind/listed";
import type { Content } from "../engine/kind/spec";
import { UnprovenError } from "../engine/lists/absence";
import { keepUnnamed } from "../engine/messages/kept-secret";
import { authorizations, authorizationsOf, listEveryType } from "./authorization/authorization-list";
import { lockNames } from "./locks";

/** The authorizations that would be lost with the user: all that have not been deleted in this run. */
export async function authorizationsOfUser(
  reader: Reader,
  { accountUserId }: { readonly accountUserId: number },
): Promise<Content[]> {
  const { collection } = authorizationsOf(reader);
  // An authorization that is missing from one list may still exist and would be deleted too, so look twice.
  // One look serves all users.
  await collection.lookAgain("of every type", undefined, () => listEveryType(reader.api));
  if (collection.isPartial) {
    throw new UnprovenError("the lists of authorizations leave out some that exist");
  }
  const held = (await collection.known()).where(
    "accountUserId alone",
    (live) => String(live.accountUserId),
    String(accountUserId),
  );
  const locks = held.length === 0 ? undefined : await lockNames(reader);
  return held.map(([id, live]) => {
    const lock = locks?.("smartlockId", live.smartlockId) ?? `lock ${live.smartlockId}`;
    keepUnnamed(live.name);
    return {
      object: claimOf(authorizations, id),
      words: `the authorization "${live.name}" on ${lock} (id ${id})`,
    };
  });
}
