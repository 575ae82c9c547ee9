import { answer, fieldsOf, integerParam, noContent, queryInteger, type Call, type Handlers } from "../call";
import { forbidden, invalid, notFound } from "../errors";
import type { SmartlockRecord } from "../records";
import { logDelivery } from "../webhook-log";
import { findLock } from "./authorizations";

/** The lock as the service returns it. */
export function smartlockView(lock: SmartlockRecord): Record<string, unknown> {
  return {
    ...lock,
    serverState: lock.offline === undefined ? lock.serverState : 4,
    offline: undefined,
    ghosts: undefined,
    adminPin: undefined,
    queue: undefined,
    opener: lock.type === 2,
    box: lock.type === 1,
    smartDoor: lock.type === 3,
    keyturner: [0, 3, 4, 5].includes(lock.type),
  };
}

export function lockOrForbidden(call: Call): SmartlockRecord {
  const lock = findLock(call.account, integerParam(call, "smartlockId"));
  if (lock === undefined) {
    throw forbidden();
  }
  return lock;
}

/** For operations that document a bad parameter, not a missing right, for a lock that does not exist. */
export function lockOrInvalid(call: Call): SmartlockRecord {
  const smartlockId = integerParam(call, "smartlockId");
  const lock = findLock(call.account, smartlockId);
  if (lock === undefined) {
    throw invalid("smartlockId", smartlockId);
  }
  return lock;
}

export const smartlockRoutes = {
  "GET /smartlock": (call) => {
    const authId = queryInteger(call, "authId", "auth_id");
    const type = queryInteger(call, "type", "type_");
    const found = call.account.smartlocks.filter(
      (lock) =>
        (authId === undefined || lock.authId === authId) && (type === undefined || lock.type === type),
    );
    return answer(found.map(smartlockView));
  },

  "GET /smartlock/{smartlockId}": (call) => {
    const lock = findLock(call.account, integerParam(call, "smartlockId"));
    if (lock === undefined) {
      throw notFound("Smartlock");
    }
    return answer(smartlockView(lock));
  },

  "POST /smartlock/{smartlockId}": (call) => {
    const lock = lockOrForbidden(call);
    const fields = fieldsOf(call);
    const name = fields.raw("name") === undefined ? lock.name : fields.requiredText("name");
    if (name.length > 32) {
      throw invalid("name", name);
    }
    const favorite = fields.boolean("favorite") ?? lock.favorite;
    Object.assign(lock, { name, favorite, updateDate: call.simulation.clock.iso() });
    const { smartlockId } = lock;
    logDelivery(call.simulation, "DEVICE_MASTERDATA", { smartlockId, name, favorite });
    return noContent();
  },

  "DELETE /smartlock/{smartlockId}": (call) => {
    const lock = lockOrForbidden(call);
    const { account, simulation } = call;
    simulation.queue.forgetLock(lock);
    account.smartlocks = account.smartlocks.filter((other) => other !== lock);
    account.authorizations.removeLock(lock.smartlockId);
    for (const address of account.addresses) {
      address.smartlockIds = address.smartlockIds.filter((id) => id !== lock.smartlockId);
    }
    logDelivery(simulation, "DEVICE_MASTERDATA", { smartlockId: lock.smartlockId, deleted: true });
    return noContent();
  },

  "POST /smartlock/{smartlockId}/sync": (call) => {
    call.simulation.queue.add(lockOrInvalid(call), { kind: "sync" });
    return noContent();
  },
} satisfies Partial<Handlers>;
