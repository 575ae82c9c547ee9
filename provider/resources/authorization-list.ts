import type { Authorization, SmartlockClient } from "../api";
import type { Collection } from "../engine/collection";
import type { Listing } from "../engine/listing";
import type { OtherList, PartLists } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { type GrantType, grantType } from "./grant-types";
import { knownLocks, isLockAccountedFor } from "./locks";

/** In an account with no more locks than this, the list of all authorizations is short anyway. */
const FEW_LOCKS = 20;
/** Up to this many lists of single locks are requested instead of the whole list. */
const FEW_LISTS = 4;

export function listAuthorizations(api: SmartlockClient): Promise<Authorization[]> {
  return api.authorizations.list();
}

/** The types that this provider creates. */
const types = grantType.numbers;

/** Lists filtered by type. A create asks only for its own type. */
export const authorizationsByType: OtherList<Authorization> = {
  wordOf: ({ type }) => String(type),
  list: (api, _listedBy, type) =>
    api.authorizations.list({ types: type === undefined ? types : [grantType.numberOf(type as GrantType)] }),
  listPart: (api, smartlockId) => api.authorizations.listOf({ smartlockId: Number(smartlockId) }, { types }),
};

/** App, bridge, fob, keypad, keypad code, z-key, virtual. */
const EVERY_TYPE = [0, 1, 2, 3, 13, 14, 15];

/** All authorizations, requested in a different way than by `listAuthorizations`. */
export function listEveryType(api: SmartlockClient): Promise<Authorization[]> {
  return api.authorizations.list({ types: EVERY_TYPE });
}

/** The service can also list the authorizations on one lock. */
export const authorizationsByLock: PartLists<Authorization> = {
  keyFrom: ({ smartlockId }) => (typeof smartlockId === "number" ? String(smartlockId) : undefined),
  list: (api, part) => api.authorizations.listOf({ smartlockId: Number(part) }),
  of: ({ smartlockId }) => String(smartlockId),
  areCheaper: async (session, count) => count <= FEW_LISTS && (await knownLocks(session)).size > FEW_LOCKS,
};

/** The known authorizations of the account. If a lock is given, the list is sure to be complete only for that lock. */
export function authorizationsOf(session: Session, smartlockId?: number): Promise<Listing<Authorization>> {
  return authorizationCollection(session).known(smartlockId === undefined ? undefined : String(smartlockId));
}

/** The same list that the resources use. */
export function authorizationCollection(session: Session): Collection<Authorization> {
  return session.list("Authorization ", {
    list: () => listAuthorizations(session.api),
    keyOf: ({ smartlockId, id }) => `${smartlockId}/${id}`,
    parts: authorizationsByLock,
    get: (key) => {
      const [smartlockId, authorizationId = ""] = key.split("/");
      return getAuthorization(session.api, { smartlockId: Number(smartlockId), authorizationId });
    },
    isHolderAccountedFor: (key) => isLockAccountedFor(session, { smartlockId: Number(key.split("/")[0]) }),
  });
}

export function getAuthorization(
  api: SmartlockClient,
  { smartlockId, authorizationId }: { readonly smartlockId: number; readonly authorizationId: string },
): Promise<Authorization> {
  return api.authorizations.get({ smartlockId, id: authorizationId });
}

export function authorizationsOnLock(listed: Listing<Authorization>, smartlockId: number): Authorization[] {
  return listed
    .where("smartlockId alone", (live) => String(live.smartlockId), String(smartlockId))
    .map(([, live]) => live);
}
