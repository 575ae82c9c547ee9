import { z } from "zod";
import { secret } from "../http";
import { authorizationAdvancedCreate } from "./authorization-fields";
import {
  answerList,
  answerObject,
  confirmation,
  httpsUrl,
  numericId,
  requestObject,
  smartlockId,
} from "./fields";
import { none, operation } from "./operation";
import { smartlockAction } from "./smartlocks";

export const webhookFeature = z.enum([
  "DEVICE_STATUS",
  "DEVICE_MASTERDATA",
  "DEVICE_CONFIG",
  "DEVICE_LOGS",
  "DEVICE_AUTHS",
  "ACCOUNT_USER",
]);

const webhook = answerObject({
  id: z.int(),
  /** Used to sign the deliveries. A list may leave it out. */
  secret: secret(z.string().nullish()),
  webhookUrl: z.string(),
  webhookFeatures: answerList(z.string()),
});

const webhookCreate = requestObject({
  webhookUrl: httpsUrl,
  webhookFeatures: z.array(webhookFeature).min(1),
});

export type Webhook = z.output<typeof webhook>;
export type WebhookCreate = z.input<typeof webhookCreate>;
export type WebhookFeature = z.output<typeof webhookFeature>;

/** Decentral webhooks, and the operations whose outcome they report. */
export const webhooks = {
  /** Lists the registered webhooks. */
  list: operation({
    method: "GET",
    path: "/api/decentralWebhook",
    answer: z.array(webhook),
    class: "read",
    scopes: ["webhook.decentral"],
  }),
  /** Registers a webhook and returns it with its secret. Calling it twice registers two. */
  create: operation({
    method: "PUT",
    path: "/api/decentralWebhook",
    body: webhookCreate,
    answer: webhook,
    class: "create",
    scopes: ["webhook.decentral"],
  }),
  /** Unregisters a webhook. */
  remove: operation({
    method: "DELETE",
    path: "/api/decentralWebhook/{id}",
    ids: { id: numericId },
    answer: none,
    class: "write",
    scopes: ["webhook.decentral"],
  }),
  /** Creates app authorizations on several locks; a webhook reports the outcome. */
  createAuthorizationsAdvanced: operation({
    method: "PUT",
    path: "/smartlock/auth/advanced",
    body: authorizationAdvancedCreate,
    answer: confirmation,
    class: "create",
    scopes: ["smartlock.auth"],
  }),
  /** Makes a device do something; a webhook reports the outcome. */
  actionAdvanced: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action/advanced",
    ids: { smartlockId },
    body: smartlockAction,
    answer: confirmation,
    class: "action",
    scopes: ["smartlock.action"],
  }),
  /** Locks the door; a webhook reports the outcome. */
  lockAdvanced: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action/lock/advanced",
    ids: { smartlockId },
    answer: confirmation,
    class: "action",
    scopes: ["smartlock.action"],
  }),
  /** Unlocks the door; a webhook reports the outcome. */
  unlockAdvanced: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/action/unlock/advanced",
    ids: { smartlockId },
    answer: confirmation,
    class: "action",
    scopes: ["smartlock.action"],
  }),
};
