import { asInteger, BodyFields } from "../body";
import { fieldsOf, noContent, type Answer, type Call, type Handlers } from "../call";
import { invalid, notAllowed, unprocessable } from "../errors";
import { knowsAction } from "../lock-actions";
import type { SmartlockRecord } from "../records";
import { logDelivery } from "../webhook-log";
import { findLock } from "./authorizations";
import { lockOrInvalid } from "./smartlocks";

type ConfigName = "config" | "advancedConfig" | "openerAdvancedConfig" | "smartdoorAdvancedConfig";

/** Each POST of a config takes the whole object. These fields are required. */
const requiredFields: Readonly<Record<ConfigName, readonly string[]>> = {
  config: ["name", "latitude", "longitude", "timezoneId", "timezoneOffset", "advertisingMode", "singleLock"],
  advancedConfig: [
    "batteryType",
    "totalDegrees",
    "singleLockedPositionOffsetDegrees",
    "unlockedPositionOffsetDegrees",
    "lockedPositionOffsetDegrees",
  ],
  openerAdvancedConfig: ["intercomId", "busModeSwitch", "shortCircuitDuration", "batteryType", "soundLevel"],
  smartdoorAdvancedConfig: ["autoLock", "batteryType"],
};

/** Fields that the device itself reports. A client cannot pair a keypad by writing them. */
const reportedByDevice = [
  "keypadPaired",
  "keypad2Paired",
  "fobPaired",
  "homekitState",
  "matterState",
  "deviceType",
  "productVariant",
  "operationId",
];

function replaceConfig(call: Call, which: ConfigName): Answer {
  const lock = lockOrInvalid(call);
  const current = lock[which];
  if (current === undefined) {
    throw invalid("smartlockId", lock.smartlockId);
  }
  const fields = fieldsOf(call);
  for (const name of requiredFields[which]) {
    if ((fields.raw(name) ?? null) === null) {
      throw invalid(name, null);
    }
  }
  const wanted = { ...(call.body as Record<string, unknown>) };
  for (const name of reportedByDevice) {
    if (name in current) {
      wanted[name] = current[name];
    } else {
      Reflect.deleteProperty(wanted, name);
    }
  }
  lock[which] = wanted;
  lock.updateDate = call.simulation.clock.iso();
  logDelivery(call.simulation, "DEVICE_CONFIG", { smartlockId: lock.smartlockId, [which]: wanted });
  return noContent();
}

/** Fields of the web config that are null or not sent keep their values. */
function checkedWebConfig(lock: SmartlockRecord, body: unknown): Record<string, unknown> {
  const fields = new BodyFields(body);
  const { webConfig } = lock;
  return {
    ...webConfig,
    batteryWarningPerMailEnabled:
      fields.boolean("batteryWarningPerMailEnabled") ?? webConfig["batteryWarningPerMailEnabled"],
    dismissedLiftUpHandleWarning:
      fields.integers("dismissedLiftUpHandleWarning") ?? webConfig["dismissedLiftUpHandleWarning"],
  };
}

export function wantedAction(call: Call, lock: SmartlockRecord): number {
  const fields = fieldsOf(call);
  const action = fields.requiredInteger("action", { min: 0, max: 7 });
  fields.integer("option", { min: 0, max: 7 });
  if (!knowsAction(lock.type, action)) {
    throw invalid("action", action);
  }
  return action;
}

/** An action that cannot reach the lock now does not happen later: nobody would be at the door any more. */
export function queueAction(call: Call, lock: SmartlockRecord, action: number, requestId?: string): void {
  if (lock.offline !== undefined) {
    return;
  }
  call.simulation.queue.add(lock, { kind: "action", action, requestId });
}

function simpleAction(call: Call, action: number): Answer {
  const lock = lockOrInvalid(call);
  if (!knowsAction(lock.type, action)) {
    throw notAllowed("This device does not know this action");
  }
  queueAction(call, lock, action);
  return noContent();
}

export const smartlockConfigRoutes = {
  "POST /smartlock/{smartlockId}/config": (call) => replaceConfig(call, "config"),
  "POST /smartlock/{smartlockId}/advanced/config": (call) => replaceConfig(call, "advancedConfig"),
  "POST /smartlock/{smartlockId}/advanced/openerconfig": (call) =>
    replaceConfig(call, "openerAdvancedConfig"),
  "POST /smartlock/{smartlockId}/advanced/smartdoorconfig": (call) =>
    replaceConfig(call, "smartdoorAdvancedConfig"),

  "POST /smartlock/{smartlockId}/web/config": (call) => {
    const lock = lockOrInvalid(call);
    lock.webConfig = checkedWebConfig(lock, call.body);
    return noContent();
  },

  "POST /bulk-web-config": (call) => {
    const requests = fieldsOf(call).raw("webConfigRequests") ?? [];
    if (!Array.isArray(requests)) {
      throw unprocessable("'webConfigRequests' must be an array");
    }
    const changes = requests.map((request: unknown) => {
      const fields = new BodyFields(request);
      const smartlockId = asInteger(fields.raw("smartlockId"));
      const lock = smartlockId === undefined ? undefined : findLock(call.account, smartlockId);
      if (lock === undefined) {
        throw invalid("smartlockId", fields.raw("smartlockId") ?? null);
      }
      return { lock, webConfig: checkedWebConfig(lock, fields.raw("webConfig") ?? {}) };
    });
    for (const { lock, webConfig } of changes) {
      lock.webConfig = webConfig;
    }
    return noContent();
  },

  "POST /smartlock/{smartlockId}/admin/pin": (call) => {
    const lock = lockOrInvalid(call);
    lock.adminPin = fieldsOf(call).requiredInteger("adminPin", { min: 0, max: 9999 });
    lock.adminPinState = 0;
    return noContent();
  },

  "POST /smartlock/{smartlockId}/action": (call) => {
    const lock = lockOrInvalid(call);
    queueAction(call, lock, wantedAction(call, lock));
    return noContent();
  },

  "POST /smartlock/{smartlockId}/action/lock": (call) => simpleAction(call, 2),
  "POST /smartlock/{smartlockId}/action/unlock": (call) => simpleAction(call, 1),
} satisfies Partial<Handlers>;
