import { z } from "zod";
import { date, loose } from "./fields";

export const accountUserRecord = z.object({
  accountUserId: z.int(),
  accountId: z.int(),
  type: z.int().optional(),
  email: z.string(),
  name: z.string(),
  language: z.string().optional(),
  operationId: z.string().optional(),
  creationDate: date,
  updateDate: date,
});
export type AccountUserRecord = z.infer<typeof accountUserRecord>;

/** The account itself and each sub-account. */
export const accountRecord = z.object({
  accountId: z.int(),
  type: z.int(),
  email: z.string(),
  emailVerified: z.boolean().optional(),
  name: z.string(),
  masterAccountId: z.int().optional(),
  rights: z.int().optional(),
  language: z.string().optional(),
  config: loose.optional(),
  profile: loose.optional(),
  creationDate: date,
  updateDate: date,
  /** Simulator only: write-only at the service. */
  password: z.string().optional(),
  /** Simulator only: requested, but not verified yet. */
  newEmail: z.string().optional(),
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** A mail that the service would have sent to a person. */
export const mailRecord = z.object({
  kind: z.enum(["invitation", "address token", "email change", "password reset"]),
  to: z.string(),
  date,
  smartlockId: z.int().optional(),
  accountUserId: z.int().optional(),
});
export type MailRecord = z.infer<typeof mailRecord>;
