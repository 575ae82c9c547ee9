import type { Authorization, SmartlockClient } from "../api";
import type { Listing } from "../engine/listing";
import type { PartLists } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { knownLocks } from "./locks";

/** In an account of so many locks the list of all authorizations is short anyway. */
const FEW_LOCKS = 20;
/** So many lists of single locks are asked for before the whole one. */
const FEW_LISTS = 4;

export function listAuthorizations(api: SmartlockClient): Promise<Authorization[]> {
  return api.authorizations.list();
}

/** The service also lists what is on one lock. */
export const authorizationsByLock: PartLists<Authorization> = {
  keyFrom: ({ smartlockId }) => (typeof smartlockId === "number" ? String(smartlockId) : undefined),
  list: (api, part) => api.authorizations.listOf({ smartlockId: Number(part) }),
  of: ({ smartlockId }) => String(smartlockId),
  areCheaper: async (session, count) => count <= FEW_LISTS && (await knownLocks(session)).size > FEW_LOCKS,
};

/** The authorizations of the account, of which those on one lock, if it is given, are surely there. */
export function authorizationsOf(session: Session, smartlockId?: number): Promise<Listing<Authorization>> {
  return session
    .list("Authorization ", () => listAuthorizations(session.api), authorizationKey, authorizationsByLock)
    .known(smartlockId === undefined ? undefined : String(smartlockId));
}

export function authorizationsOnLock(listed: Listing<Authorization>, smartlockId: number): Authorization[] {
  return listed
    .where("smartlockId alone", (live) => String(live.smartlockId), String(smartlockId))
    .map(([, live]) => live);
}

function authorizationKey({ smartlockId, id }: Authorization): string {
  return `${smartlockId}/${id}`;
}
