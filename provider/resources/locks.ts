import type { Smartlock } from "../api";
import type { Collection } from "../engine/collection";
import type { Names } from "../engine/plan";
import type { Preflight } from "../engine/preflight";
import type { Asynchronous, Container } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { CredentialError } from "../http";

/** The `serverState` of a lock that the service can reach. */
const REACHABLE = 0;

/** The names of the locks that this process has read, by id. Whichever account a lock is in, it has its own id. */
const namesSeen = new Map<string, string>();

export function locksOf(session: Session): Collection<Smartlock> {
  return session.list("smartlocks", {
    list: async () => {
      const locks = await session.api.smartlocks.list();
      locks.forEach((lock) => namesSeen.set(String(lock.smartlockId), lock.name));
      return locks;
    },
    keyOf: (lock) => String(lock.smartlockId),
    get: (key) => session.api.smartlocks.get({ smartlockId: Number(key) }),
  });
}

/**
 * Whether the token can read this lock, or the lock is proven gone. Then a refused read of something on it is about that
 * thing. Asked once for everything on the lock.
 */
export async function isLockAccountedFor(
  session: Session,
  { smartlockId }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const locks = locksOf(session);
  const key = String(smartlockId);
  return (await locks.canRead(key)) || ((await locks.isMissing(key)) && !locks.isUncompared(key));
}

/** The locks of the account, or none if the token may not read them. */
export async function knownLocks(session: Session): Promise<ReadonlyMap<string, Smartlock>> {
  return (await ifReadable(locksOf(session).known())) ?? new Map<string, Smartlock>();
}

/** The names of the locks, for fields that hold their ids. Nothing fails for want of a name. */
export async function lockNames(
  session: Session,
): Promise<(field: string, id: unknown) => string | undefined> {
  const locks = await knownLocks(session).catch(() => new Map<string, Smartlock>());
  return (field, id) => (/^smartlockIds?$/.test(field) ? locks.get(String(id))?.name : undefined);
}

/** Locks in a sentence. */
export function speakLocks(value: unknown, names: Names): string {
  const named = (Array.isArray(value) ? value : [value]).map((id) => names("smartlockId", id));
  return named.length === 0 ? "no lock" : named.join(", ");
}

/** Finds a lock by its id. Undefined if the account does not have it, as far as anyone can tell. */
export async function findLock(session: Session, smartlockId: number): Promise<Smartlock | undefined> {
  const locks = locksOf(session);
  const key = String(smartlockId);
  return (await locks.seemsMissing(key)) ? undefined : (await locks.known()).get(key);
}

/** Fails if a field names a lock that the account does not have. */
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

/** Authorizations live on a lock and disappear when it does. */
export const lockContainer: Container = {
  noun: "lock",
  collection: (session) => locksOf(session) as unknown as Collection<object>,
  keyFrom: ({ smartlockId }) => String(smartlockId),
  nameSeen: (key) => namesSeen.get(key),
  isAccountedFor: isLockAccountedFor,
};

/** An authorization does not name its account, but its lock does. */
export async function accountOfLock(session: Session, fields: Readonly<Record<string, unknown>>) {
  return (await ifReadable(findLock(session, Number(fields["smartlockId"]))))?.accountId ?? undefined;
}

/** A token that is only for authorizations may not read locks. Then the result is unknown. */
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

/** The lock has to confirm every change to its authorizations. */
export const lockHost: NonNullable<Asynchronous<object>["host"]> = {
  keyFrom: ({ smartlockId }) => String(smartlockId),
  async find(session, key) {
    const lock = await ifReadable(findLock(session, Number(key)));
    return lock && { name: lock.name, online: isReachable(lock) };
  },
  sync: (api, key) => api.smartlocks.sync({ smartlockId: Number(key) }),
};
