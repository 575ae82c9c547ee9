import type { Authorization, SmartlockClient } from "../../api";
import { numberPart } from "../../engine/kind/ids";
import type { IdValues, Listed, ListsByParent, OtherList, Reader } from "../../engine/kind/listed";
import type { Listing } from "../../engine/lists/listing";
import type { View } from "../../engine/lists/view";
import { textPart } from "../fields";
import { knownLocks, lockAsParent } from "../locks";
import { grantType, type GrantType } from "./grant-types";

/** In an account with no more locks than this, the list of all authorizations is short anyway. */
const MAX_LOCKS_OF_SMALL_ACCOUNT = 20;

/** Up to this many lists of single locks are requested instead of the whole list. */
const MAX_SINGLE_LISTS = 4;

/** The types that this provider creates. */
const types = grantType.numbers;

/** Lists filtered by type. A create asks only for its own type. */
const authorizationsByType: OtherList<Authorization> = {
  wordOf: ({ type }) => String(type),
  list: (api, _parent, type) =>
    api.authorizations.list({ types: type === undefined ? types : [grantType.numberOf(type as GrantType)] }),
  listByParent: (api, smartlockId) =>
    api.authorizations.listOf({ smartlockId: Number(smartlockId) }, { types }),
};

/** App, bridge, fob, keypad, keypad code, z-key, virtual. */
const EVERY_TYPE = [0, 1, 2, 3, 13, 14, 15];

/** All authorizations, requested in a different way than by the usual list. */
export function listEveryType(api: SmartlockClient): Promise<Authorization[]> {
  return api.authorizations.list({ types: EVERY_TYPE });
}

/** The service can also list the authorizations on one lock. */
const authorizationsByLock: ListsByParent<Authorization> = {
  list: (api, smartlockId) => api.authorizations.listOf({ smartlockId: Number(smartlockId) }),
  areCheaper: async (reader, count) =>
    count <= MAX_SINGLE_LISTS && (await knownLocks(reader)).size > MAX_LOCKS_OF_SMALL_ACCOUNT,
};

const id = {
  /** The lock that it is on. */
  smartlockId: numberPart,
  /** The id that the service gave the authorization. */
  authorizationId: textPart,
};

/** How the service lists and reads authorizations. */
export const authorizations = {
  type: "Authorization",
  id,
  parent: lockAsParent,
  list: (api: SmartlockClient) => api.authorizations.list(),
  byParent: authorizationsByLock,
  otherwise: authorizationsByType,
  get: (api: SmartlockClient, { smartlockId, authorizationId }: IdValues<typeof id>) =>
    api.authorizations.get({ smartlockId, id: authorizationId }),
  idOf: ({ smartlockId, id }: Authorization) => ({ smartlockId, authorizationId: id }),
} satisfies Listed<typeof id, Authorization>;

/** The list that the resources use. If a lock is given, it is sure to be complete only for that lock. */
export function authorizationsOf(reader: Reader, smartlockId?: number): View<Authorization> {
  return reader.collection(authorizations, smartlockId === undefined ? {} : { smartlockId });
}

export function authorizationsOnLock(listed: Listing<Authorization>, smartlockId: number): Authorization[] {
  return listed
    .where("smartlockId alone", (live) => String(live.smartlockId), String(smartlockId))
    .map(([, live]) => live);
}
