import { z } from "zod";
import { date, loose } from "./fields";

export const webhookFeatures = [
  "DEVICE_STATUS",
  "DEVICE_MASTERDATA",
  "DEVICE_CONFIG",
  "DEVICE_LOGS",
  "DEVICE_AUTHS",
  "ACCOUNT_USER",
] as const;
export const webhookFeature = z.enum(webhookFeatures);
export type WebhookFeature = z.infer<typeof webhookFeature>;

export const notificationRecord = z.object({
  notificationId: z.string(),
  referenceId: z.string().optional(),
  pushId: z.string(),
  secret: z.string().optional(),
  os: z.int(),
  language: z.string().optional(),
  status: z.int(),
  lastActiveDate: date.optional(),
  settings: z.array(loose),
  /** Simulator only: deleting it answers 405. */
  undeletable: z.boolean().optional(),
});
export type NotificationRecord = z.infer<typeof notificationRecord>;

export const advancedKeyRecord = z.object({
  name: z.string(),
  country: z.string(),
  description: z.string(),
  type: z.enum(["ONLY_SECRET", "SHORT_RENTAL", "HEALTHCARE", "SMART_HOME", "OTHER"]),
  webhookStatus: z.enum(["ACTIVE", "DEACTIVATED"]),
  url: z.string(),
  email: z.string(),
  webhookUrl: z.string(),
  webhookFeatures: z.array(webhookFeature),
  restricted: z.boolean(),
  secret: z.string(),
  status: z.enum(["INACTIVE", "APPLIED", "TESTING", "ACTIVE"]),
  creationDate: date,
  updateDate: date,
});
export type AdvancedKeyRecord = z.infer<typeof advancedKeyRecord>;

export const apiKeyRecord = z.object({
  apiKeyId: z.int(),
  accountId: z.int(),
  description: z.string().optional(),
  redirectUris: z.array(z.string()).optional(),
  creationDate: date,
  apiKey: z.string(),
  /** Simulator only: the service has a separate path for it. */
  advanced: advancedKeyRecord.optional(),
});
export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

/** A token of an API key is also a credential: `Authorization: Bearer <accessToken>`. */
export const apiTokenRecord = z.object({
  id: z.string(),
  apiKeyId: z.int(),
  accountId: z.int(),
  description: z.string().optional(),
  accessToken: z.string(),
  scopes: z.array(z.string()),
  creationDate: date,
  lastActiveDate: date.optional(),
});
export type ApiTokenRecord = z.infer<typeof apiTokenRecord>;

export const webhookRecord = z.object({
  id: z.int(),
  secret: z.string(),
  webhookUrl: z.string(),
  webhookFeatures: z.array(webhookFeature),
  /** Simulator only: the API key whose log shows the deliveries. */
  apiKeyId: z.int(),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

const webhookMessage = z.object({
  headers: z.record(z.string(), z.string()),
  body: loose.optional(),
  timestamp: date.optional(),
  path: z.string(),
});

export const webhookLogRecord = z.object({
  id: z.string(),
  requestId: z.string().optional(),
  succeeded: z.boolean().optional(),
  responseStatus: z.int().optional(),
  duration: z.int().optional(),
  accountId: z.int(),
  request: webhookMessage,
  response: webhookMessage.optional(),
  apiKeyId: z.int(),
  updated: date,
  created: date,
});
export type WebhookLogRecord = z.infer<typeof webhookLogRecord>;
