import { z } from "zod";
import { date, loose } from "./fields";

export const addressRecord = z.object({
  addressId: z.int(),
  accountId: z.int(),
  name: z.string(),
  smartlockIds: z.array(z.int()),
  serviceId: z.string().optional(),
  timeZone: z.string().optional(),
  checkInTime: z.int().optional(),
  checkOutTime: z.int().optional(),
  settings: loose.optional(),
  creationDate: date,
  updateDate: date,
});
export type AddressRecord = z.infer<typeof addressRecord>;

export const addressUnitRecord = z.object({
  id: z.string(),
  name: z.string(),
  addressId: z.int(),
  addressTokenId: z.string(),
  operationId: z.string().optional(),
  creationDate: date,
  redeemDate: date.nullable(),
  redeemResult: z.enum(["ok", "failed"]).optional(),
});
export type AddressUnitRecord = z.infer<typeof addressUnitRecord>;

export const addressTokenRecord = z.object({
  id: z.string(),
  addressId: z.int(),
  creationDate: date,
  redeemDate: date.nullable(),
  redeemAccountId: z.int().nullable(),
  inviteKeys: z.array(z.string()).optional(),
  redeemResult: z.enum(["ok", "failed"]).optional(),
});
export type AddressTokenRecord = z.infer<typeof addressTokenRecord>;

export const reservationRecord = z.object({
  id: z.string(),
  addressId: z.int(),
  accountId: z.int(),
  email: z.string(),
  name: z.string(),
  guests: z.int(),
  guestsIssued: z.int(),
  keypadIssued: z.boolean(),
  state: z.enum(["canceled", "accepted"]),
  serviceId: z.string().optional(),
  reference: z.string().optional(),
  automation: z.int(),
  checkedIn: z.boolean().optional(),
  startDate: date,
  endDate: date,
  updateDate: date,
  isCurrentlyIssuingAuth: z.boolean(),
  isCurrentlyRevokingAuth: z.boolean(),
  hasCustomAccessTimes: z.boolean(),
  /** Simulator only. */
  accessTimes: z.object({ checkInTime: z.int().optional(), checkOutTime: z.int().optional() }).optional(),
  /** Simulator only: the authorizations issued for it. */
  authorizationIds: z.array(z.string()).default([]),
});
export type ReservationRecord = z.infer<typeof reservationRecord>;
