import { z } from "zod";
import { secret } from "../http";
import { answerObject, authorizationId, date, requestObject, smartlockId, textId } from "./fields";
import { none, operation } from "./operation";
import * as config from "./smartlock-config";

const smartlockState = answerObject({
  /** How it works at the moment, as a number of the service. */
  mode: z.int().nullish(),
  /** Whether it is locked, as a number of the service. The number depends on the type of the device. */
  state: z.int().nullish(),
  /** What caused the last change, as a number of the service. */
  trigger: z.int().nullish(),
  /** What it did last, as a number of the service. */
  lastAction: z.int().nullish(),
  /** Whether its battery is nearly empty. */
  batteryCritical: z.boolean().nullish(),
  /** Whether its battery is being charged. */
  batteryCharging: z.boolean().nullish(),
  /** How full its battery is, in percent. */
  batteryCharge: z.int().nullish(),
  /** Whether the battery of its keypad is nearly empty. */
  keypadBatteryCritical: z.boolean().nullish(),
  /** Whether the battery of its door sensor is nearly empty. */
  doorsensorBatteryCritical: z.boolean().nullish(),
  /** Whether the door is closed, as a number of the service. */
  doorState: z.int().nullish(),
  /** When ring-to-open ends. */
  ringToOpenEnd: z.string().nullish(),
  /** Whether night mode is on. */
  nightMode: z.boolean().nullish(),
  /** Set while an operation on it is under way. */
  operationId: z.string().nullish(),
});

const smartlock = answerObject({
  /** The lock's id, as authorizations name it. */
  smartlockId: z.int(),
  /** The account that the lock belongs to. */
  accountId: z.int().nullish(),
  /** 0 Smart Lock 1/2, 1 Box, 2 Opener, 3 Smart Door, 4 Smart Lock 3/4, 5 Smart Lock 5. */
  type: z.int(),
  /** The authorization id that the service shows with the lock. */
  authId: z.int().nullish(),
  /** The lock's name as the app shows it. */
  name: z.string(),
  /** Whether the lock is marked as a favorite in the app. */
  favorite: z.boolean().nullish(),
  /** The settings of the lock. */
  config: config.smartlockConfig.nullish(),
  /** More settings of a Smart Lock. */
  advancedConfig: config.smartlockAdvancedConfig.nullish(),
  /** More settings of an Opener. */
  openerAdvancedConfig: config.smartlockOpenerAdvancedConfig.nullish(),
  /** More settings of a Smart Door. */
  smartdoorAdvancedConfig: config.smartlockSmartdoorAdvancedConfig.nullish(),
  /** Settings of the web service for the lock. */
  webConfig: config.smartlockWebConfig.nullish(),
  /** What the lock last said of itself: whether it is locked, its batteries, its door sensor. */
  state: smartlockState.nullish(),
  /** The version of its firmware, as a number. */
  firmwareVersion: z.int().nullish(),
  /** The version of its hardware, as a number. */
  hardwareVersion: z.int().nullish(),
  /** Set while an operation on this device is under way. */
  operationId: z.string().nullish(),
  /** 0 ok, 1 unregistered, 2 and 3 invalid authorization, 4 offline. */
  serverState: z.int(),
  /** 0 ok, 1 missing, 2 invalid. */
  adminPinState: z.int().nullish(),
  /** Whether it is not a real device. */
  virtualDevice: z.boolean().nullish(),
  /** When it was added to the account. */
  creationDate: z.string().nullish(),
  /** When the service last changed what it holds of it. */
  updateDate: z.string().nullish(),
});

const smartlockLog = answerObject({
  id: z.string(),
  smartlockId: z.int(),
  deviceType: z.int().nullish(),
  accountUserId: z.int().nullish(),
  authId: z.string().nullish(),
  name: z.string().nullish(),
  action: z.int(),
  trigger: z.int().nullish(),
  state: z.int().nullish(),
  autoUnlock: z.boolean().nullish(),
  date: z.string(),
  source: z.int().nullish(),
  error: z.string().nullish(),
});

const smartlockUpdate = requestObject({
  name: z.string().min(1).optional(),
  favorite: z.boolean().optional(),
});

/** An action for a device, by number. The meaning of the number depends on the type of the device. */
export const smartlockAction = requestObject({
  action: z.int().min(0).max(7),
  /** Bits: 2 force, 4 full lock. */
  option: z.int().min(0).max(7).optional(),
});

const adminPin = requestObject({ adminPin: secret(z.int().min(0).max(9999)) });

const logFilter = {
  accountUserId: z.int().optional(),
  fromDate: date.optional(),
  toDate: date.optional(),
  action: z.int().optional(),
  /** Only entries older than this one. */
  id: textId.optional(),
  /** Default: 20. */
  limit: z.int().min(1).max(50).optional(),
};

const smartlockQuery = requestObject({ authId: z.int().optional(), type: z.int().min(0).optional() });
const logsQuery = requestObject(logFilter);
const logsOfQuery = requestObject({ ...logFilter, authId: authorizationId.optional() });

export type Smartlock = z.output<typeof smartlock>;
export type SmartlockState = z.output<typeof smartlockState>;
export type SmartlockLog = z.output<typeof smartlockLog>;
export type SmartlockUpdate = z.input<typeof smartlockUpdate>;
export type SmartlockAction = z.input<typeof smartlockAction>;
export type SmartlockQuery = z.input<typeof smartlockQuery>;
export type SmartlockLogQuery = z.input<typeof logsOfQuery>;

/** The devices: locks, boxes, openers and smart doors, with their configuration, actions and logs. */
export const smartlocks = {
  /** Lists all devices. */
  list: operation({
    method: "GET",
    path: "/smartlock",
    query: smartlockQuery,
    answer: z.array(smartlock),
    class: "read",
    scopes: ["smartlock", "smartlock.readOnly"],
  }),
  /** Reads a device. */
  get: operation({
    method: "GET",
    path: "/smartlock/{smartlockId}",
    ids: { smartlockId },
    answer: smartlock,
    class: "read",
    scopes: ["smartlock", "smartlock.readOnly"],
  }),
  /** Changes the name or the favorite flag of a device. */
  update: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}",
    ids: { smartlockId },
    body: smartlockUpdate,
    answer: none,
    class: "write",
    scopes: ["smartlock"],
  }),
  /** Removes a device and all its authorizations from the account. */
  remove: operation({
    method: "DELETE",
    path: "/smartlock/{smartlockId}",
    ids: { smartlockId },
    answer: none,
    class: "write",
    scopes: ["smartlock"],
  }),
  /** Makes a device do something. This moves the bolt of a real door. */
  action: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action",
    ids: { smartlockId },
    body: smartlockAction,
    answer: none,
    class: "action",
    scopes: ["smartlock.action"],
  }),
  /** Locks the door. */
  lock: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action/lock",
    ids: { smartlockId },
    answer: none,
    class: "action",
    scopes: ["smartlock.action"],
  }),
  /** Unlocks the door. */
  unlock: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action/unlock",
    ids: { smartlockId },
    answer: none,
    class: "action",
    scopes: ["smartlock.action"],
  }),
  /** Tells the service the PIN that it uses to administer the device. */
  setAdminPin: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/admin/pin",
    ids: { smartlockId },
    body: adminPin,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Replaces the whole configuration of a device: read it, change it, send it back. */
  setConfig: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/config",
    ids: { smartlockId },
    body: config.smartlockConfigWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Replaces the whole advanced configuration of a lock. */
  setAdvancedConfig: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/advanced/config",
    ids: { smartlockId },
    body: config.advancedConfigWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Replaces the whole advanced configuration of an opener. */
  setOpenerAdvancedConfig: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/advanced/openerconfig",
    ids: { smartlockId },
    body: config.openerAdvancedConfigWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Replaces the whole advanced configuration of a smart door. */
  setSmartdoorAdvancedConfig: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/advanced/smartdoorconfig",
    ids: { smartlockId },
    body: config.smartdoorAdvancedConfigWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Changes the settings that the service itself keeps for a device, such as warnings by e-mail. */
  setWebConfig: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/web/config",
    ids: { smartlockId },
    body: config.webConfigWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** The same for several devices at once. */
  setWebConfigs: operation({
    method: "POST",
    path: "/bulk-web-config",
    body: config.webConfigsWrite,
    answer: none,
    class: "write",
    scopes: ["smartlock.config"],
  }),
  /** Makes the service read the device again. This drains the battery: use it when the service's copy is known to be wrong. */
  sync: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/sync",
    ids: { smartlockId },
    answer: none,
    class: "write",
    scopes: ["smartlock.action"],
  }),
  /** Reads what happened on all devices, newest first, at most 50 entries at a time. */
  listLogs: operation({
    method: "GET",
    path: "/smartlock/log",
    query: logsQuery,
    answer: z.array(smartlockLog),
    class: "read",
    scopes: ["smartlock.log"],
  }),
  /** Reads what happened on one device, newest first, at most 50 entries at a time. */
  listLogsOf: operation({
    method: "GET",
    path: "/smartlock/{smartlockId}/log",
    ids: { smartlockId },
    query: logsOfQuery,
    answer: z.array(smartlockLog),
    class: "read",
    scopes: ["smartlock.log"],
  }),
};
