import type { Smartlock } from "../api";
import type { Collection } from "../engine/collection";
import type { Preflight } from "../engine/preflight";
import type { Asynchronous, Container } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { CredentialError } from "../http";

/** The service's word for a lock that it reaches. */
const REACHABLE = 0;

export function locksOf(session: Session): Collection<Smartlock> {
  return session.list("smartlocks", {
    list: () => session.api.smartlocks.list(),
    keyOf: (lock) => String(lock.smartlockId),
    get: (key) => session.api.smartlocks.get({ smartlockId: Number(key) }),
  });
}

/** Whether the token reads this lock: asked once for all that is on it. */
export function lockIsReadable(
  session: Session,
  { smartlockId }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return locksOf(session).canRead(String(smartlockId));
}

/** The locks of the account; none where the token may not read them. */
export async function knownLocks(session: Session): Promise<ReadonlyMap<string, Smartlock>> {
  return (await ifReadable(locksOf(session).known())) ?? new Map<string, Smartlock>();
}

/** A lock by its id; undefined once it is proven that the account has none. */
export async function findLock(session: Session, smartlockId: number): Promise<Smartlock | undefined> {
  const locks = locksOf(session);
  const key = String(smartlockId);
  return (await locks.seemsMissing(key)) ? undefined : (await locks.known()).get(key);
}

/** Fails where a field names a lock that the account does not have. */
export async function requireLocks<W>(
  asked: Preflight<W>,
  field: string,
  smartlockIds: readonly number[],
): Promise<void> {
  for (const smartlockId of smartlockIds) {
    if ((await findLock(asked.session, smartlockId)) === undefined) {
      asked.fail([field], `names a lock that the account does not have (${smartlockId})`);
    }
  }
}

export function hasKeypad({ config }: Smartlock): boolean {
  return config?.keypadPaired === true || config?.keypad2Paired === true;
}

export function isReachable(lock: Smartlock): boolean {
  return lock.serverState === REACHABLE;
}

/** Authorizations live on a lock and go with it. */
export const lockContainer: Container = {
  noun: "lock",
  collection: (session) => locksOf(session) as unknown as Collection<object>,
  keyFrom: ({ smartlockId }) => String(smartlockId),
  isReadable: lockIsReadable,
};

/** An authorization does not tell its account; its lock does. */
export async function accountOfLock(session: Session, fields: Readonly<Record<string, unknown>>) {
  return (await ifReadable(findLock(session, Number(fields["smartlockId"]))))?.accountId ?? undefined;
}

/** A token for authorizations alone may not read locks; then nobody knows. */
async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CredentialError) {
      return undefined;
    }
    throw error;
  }
}

/** The lock has to confirm what is done to its authorizations. */
export const lockHost: NonNullable<Asynchronous<object>["host"]> = {
  keyFrom: ({ smartlockId }) => String(smartlockId),
  async find(session, key) {
    const lock = await ifReadable(findLock(session, Number(key)));
    return lock && { name: lock.name, online: isReachable(lock) };
  },
  sync: (api, key) => api.smartlocks.sync({ smartlockId: Number(key) }),
};
