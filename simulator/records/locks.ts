import { z } from "zod";
import { date, loose } from "./fields";

export const authorizationRecord = z.object({
  id: z.string(),
  smartlockId: z.int(),
  accountUserId: z.int().optional(),
  /** The device's own number: absent until the lock has confirmed. */
  authId: z.int().optional(),
  code: z.int().optional(),
  fingerprints: z.record(z.string(), z.string()).optional(),
  type: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  remoteAllowed: z.boolean(),
  lockCount: z.int(),
  allowedFromDate: date.optional(),
  allowedUntilDate: date.optional(),
  allowedWeekDays: z.int().optional(),
  allowedFromTime: z.int().optional(),
  allowedUntilTime: z.int().optional(),
  lastActiveDate: date.optional(),
  creationDate: date,
  updateDate: date,
  operationId: z.string().optional(),
  error: z.string().optional(),
  /** Simulator only: the service never returns it. */
  smartActionsEnabled: z.boolean().optional(),
  /** Simulator only: deleted on the lock, but still in the service's copy until a sync. */
  ghost: z.boolean().optional(),
});
export type AuthorizationRecord = z.infer<typeof authorizationRecord>;

/** Something a lock still has to do. The first operation in a lock's queue is under way if it has `startedAt`. */
export const lockOperation = z.object({
  operationId: z.string(),
  kind: z.enum(["create", "update", "delete", "sync", "action"]),
  authorizationId: z.string().optional(),
  /** For create and update: the authorization as it will be. */
  record: authorizationRecord.optional(),
  /** For delete: the service's copy will keep a ghost. */
  leavesGhost: z.boolean().optional(),
  action: z.int().optional(),
  /** For an advanced call, which reports by webhook. */
  requestId: z.string().optional(),
  startedAt: z.number().optional(),
  /** Updates of the same authorization that were accepted in the meantime but had no effect. */
  droppedUpdates: z.int().optional(),
});
export type LockOperation = z.infer<typeof lockOperation>;

export const smartlockRecord = z.object({
  smartlockId: z.int(),
  accountId: z.int(),
  type: z.int(),
  lmType: z.int().optional(),
  authId: z.int(),
  name: z.string(),
  favorite: z.boolean(),
  config: loose,
  advancedConfig: loose.optional(),
  openerAdvancedConfig: loose.optional(),
  smartdoorAdvancedConfig: loose.optional(),
  webConfig: loose,
  state: loose,
  firmwareVersion: z.int().optional(),
  hardwareVersion: z.int().optional(),
  operationId: z.string().optional(),
  serverState: z.int(),
  adminPinState: z.int(),
  virtualDevice: z.boolean().optional(),
  creationDate: date,
  updateDate: date,
  /**
   * Simulator only. `pending`: operations wait until the lock is back. `lost`: they are accepted but never
   * happen. Either way the service shows `serverState` 4.
   */
  offline: z.enum(["pending", "lost"]).optional(),
  /** Simulator only: every delete on this lock leaves a ghost until the next sync. */
  ghosts: z.boolean().optional(),
  /** Simulator only. */
  adminPin: z.int().optional(),
  /** Simulator only: what the lock still has to do, first in, first out. */
  queue: z.array(lockOperation).default([]),
});
export type SmartlockRecord = z.infer<typeof smartlockRecord>;

export const smartlockLogRecord = z.object({
  id: z.string(),
  smartlockId: z.int(),
  deviceType: z.int(),
  accountUserId: z.int().optional(),
  authId: z.string().optional(),
  name: z.string(),
  action: z.int(),
  trigger: z.int(),
  state: z.int(),
  autoUnlock: z.boolean(),
  date,
  source: z.int().optional(),
  openerLog: loose.optional(),
});
export type SmartlockLogRecord = z.infer<typeof smartlockLogRecord>;
