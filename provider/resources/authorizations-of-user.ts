import type { Content } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { authorizationsOf } from "./authorization-list";

/** What a user would lose: authorizations that nobody has deleted in this run. */
export async function authorizationsOfUser(
  session: Session,
  { accountUserId }: { readonly accountUserId: number },
): Promise<Content[]> {
  const listed = await authorizationsOf(session);
  return listed
    .where("accountUserId alone", (live) => String(live.accountUserId), String(accountUserId))
    .map(([id, live]) => ({
      object: `Authorization ${id}`,
      words: `the authorization "${live.name}" on lock ${live.smartlockId} (id ${id})`,
    }));
}
