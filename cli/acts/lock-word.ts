import type { CallOptions, Smartlock, SmartlockClient, SmartlockLog } from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";
import { isReachable } from "../../provider/resources/locks";
import { confirmed, type Look, waiting } from "./act";
import { type LockDeed, sayEnd } from "./lock-deeds";

/** Entries of a log that one look reads: as many as the service gives at a time. */
const ENTRIES = 50;

const MOTOR_BLOCKED = 254;

type LookAtLock = (client: SmartlockClient, answer: unknown, options: CallOptions) => Promise<Look>;

/**
 * Waits for the lock to confirm it. A new entry in its log is best. Without the right to read it, a state that has changed
 * to the wanted one has to do. An equal action of somebody else at the same moment cannot be told apart.
 */
export async function lockWord(
  client: SmartlockClient,
  lock: Smartlock,
  deed: LockDeed,
): Promise<LookAtLock> {
  const { smartlockId, name } = lock;
  const before = await ifAllowed(client.smartlocks.listLogsOf({ smartlockId }, { limit: ENTRIES }));
  const known = new Set(before?.map(({ id }) => id));
  const showed = lock.state?.state ?? undefined;
  return async (later, _answer, options) => {
    if (before !== undefined) {
      const entries = await later.smartlocks.listLogsOf({ smartlockId }, { limit: ENTRIES }, options);
      const entry = entries.find(({ id, action }) => !known.has(id) && action === deed.action);
      return entry === undefined ? waiting(await whyNoEntry(later, lock, options)) : fromEntry(name, entry);
    }
    const now = await later.smartlocks.get({ smartlockId }, options);
    return fromState(now, showed, deed);
  };
}

function fromEntry(name: string, { state, date, error }: SmartlockLog): Look {
  const wrong = state === undefined || state === null || state === 0 ? (error ?? undefined) : sayEnd(state);
  return wrong === undefined
    ? confirmed(`the log of ${name} says so (${date}).`)
    : { is: "failed", words: `the log of ${name} says: ${wrong}.` };
}

async function whyNoEntry(client: SmartlockClient, lock: Smartlock, options: CallOptions): Promise<string> {
  const now = await client.smartlocks.get({ smartlockId: lock.smartlockId }, options);
  return isReachable(now)
    ? `the log of ${lock.name} has no such entry yet`
    : `${lock.name} is offline, and an action that does not reach it may be lost`;
}

function fromState(now: Smartlock, showed: number | undefined, { states, word }: LockDeed): Look {
  const state = now.state?.state ?? undefined;
  if (state === MOTOR_BLOCKED && showed !== MOTOR_BLOCKED) {
    return { is: "failed", words: `${now.name} shows that its motor is blocked.` };
  }
  if (state !== undefined && state !== showed && states.includes(state)) {
    return confirmed(`${now.name} shows it.`);
  }
  const silent =
    states.length === 0
      ? `what ${now.name} shows does not tell whether "${word}" was done`
      : showed !== undefined && states.includes(showed)
        ? `${now.name} showed the same before`
        : `${now.name} does not show it yet`;
  return waiting(`${silent}, and the token may not read its log (scope smartlock.log)`);
}
