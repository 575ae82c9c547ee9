import type { Smartlock } from "../api";
import { numberPart } from "../engine/kind/ids";
import type { Listed, Parent, Reader } from "../engine/kind/listed";
import type { Preflight } from "../engine/kind/preflight";
import { ifAllowed, ifTokenAllows } from "../engine/lists/allowed";
import type { Collection } from "../engine/lists/collection";
import { nameOrId, type Names } from "../engine/messages/names";

/** The `serverState` of a lock that the service can reach. */
const REACHABLE = 0;

/** The names of the locks that this process has read, by id. Whichever account a lock is in, it has its own id. */
const namesSeen = new Map<string, string>();

const smartlockId = { smartlockId: numberPart };

/** How the service lists and reads locks. */
const locks: Listed<typeof smartlockId, Smartlock> = {
  type: "Smartlock",
  id: smartlockId,
  list: async (api) => {
    const all = await api.smartlocks.list();
    all.forEach((lock) => namesSeen.set(String(lock.smartlockId), lock.name));
    return all;
  },
  get: (api, id) => api.smartlocks.get(id),
  idOf: ({ smartlockId }) => ({ smartlockId }),
};

export function locksOf(reader: Reader): Collection<Smartlock> {
  return reader.collection(locks, {}).collection;
}

/** The locks of the account, or none if the token may not read them. */
export async function knownLocks(reader: Reader): Promise<ReadonlyMap<string, Smartlock>> {
  return (await ifTokenAllows(locksOf(reader).known())) ?? new Map<string, Smartlock>();
}

/** The names of the locks, for fields that hold their ids. Nothing fails for want of a name. */
export async function lockNames(reader: Reader): Promise<(field: string, id: unknown) => string | undefined> {
  const locks = await knownLocks(reader).catch(() => new Map<string, Smartlock>());
  return (field, id) => (/^smartlockIds?$/.test(field) ? locks.get(String(id))?.name : undefined);
}

/** Locks in a sentence. */
export function speakLocks(value: unknown, names: Names): string {
  const named = (Array.isArray(value) ? value : [value]).map((id) =>
    nameOrId(names, "smartlockId", id, "lock"),
  );
  return named.length === 0 ? "no lock" : named.join(", ");
}

/** Finds a lock by its id. Undefined if the account does not have it, as far as anyone can tell. */
export async function findLock(reader: Reader, smartlockId: number): Promise<Smartlock | undefined> {
  const locks = locksOf(reader);
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
    if ((await findLock(asked.reader, smartlockId)) === undefined) {
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

/** Authorizations live on a lock, and disappear when it does. It has to confirm every change to them. */
export const lockAsParent: Parent = {
  noun: "lock",
  kind: locks,
  keyFrom: ({ smartlockId }) => (typeof smartlockId === "number" ? String(smartlockId) : undefined),
  nameSeen: (key) => namesSeen.get(key),
  accountOf: async (reader, key) => (await ifAllowed(findLock(reader, Number(key))))?.accountId ?? undefined,
  device: {
    async find(reader, key) {
      const lock = await ifTokenAllows(findLock(reader, Number(key)));
      return lock && { name: lock.name, online: isReachable(lock) };
    },
    sync: (api, key) => api.smartlocks.sync({ smartlockId: Number(key) }),
  },
};
