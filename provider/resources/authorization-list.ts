import type { Authorization } from "../api";
import type { Collection } from "../engine/collection";
import type { Session } from "../engine/session";

/** All authorizations of the account, keyed as the state keys them. */
export function authorizationsOf(session: Session): Collection<Authorization> {
  return session.list("Authorization ", () => session.api.authorizations.list(), authorizationKey);
}

export function authorizationKey({ smartlockId, id }: Authorization): string {
  return `${smartlockId}/${id}`;
}
