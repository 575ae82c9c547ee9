import { z } from "zod";
import type { Webhook as LiveWebhook, WebhookFeature } from "../api";
import { webhookFeature } from "../api/webhooks";
import { numberPart } from "../engine/kind/ids";
import { defineResource } from "../engine/kind/spec";
import { adoptInput } from "../engine/kind/steering";
import { setOf } from "./fields";

export const webhook = defineResource({
  type: "Webhook",
  docs: {
    summary: "A URL to which the service reports what happens.",
    all: "the webhooks of the account",
    identity: "its URL and features",
    notes: [
      "A change to the URL or the features registers a new webhook before the old one is deleted, so that no event is missed.",
      "Deliveries of DEVICE_AUTHS hold keypad codes in the clear.",
    ],
  },
  inputs: z.object({
    /** Where events are sent, over https. */
    webhookUrl: z.url({ protocol: /^https$/, error: "must be a URL that starts with https://" }),
    /** Which events: `DEVICE_STATUS`, `DEVICE_MASTERDATA`, `DEVICE_CONFIG`, `DEVICE_LOGS`, `DEVICE_AUTHS`, `ACCOUNT_USER`. */
    webhookFeatures: setOf(webhookFeature, "a feature").refine(
      (given) => given.length > 0,
      "must name at least one",
    ),
    ...adoptInput,
  }),
  outputs: z.object({
    /** Used to sign the deliveries: HMAC-SHA256 of the body, in the header `X-Nuki-Signature-SHA256`. */
    secret: z.string().optional(),
  }),
  fields: {
    webhookUrl: { replaces: true },
    webhookFeatures: { replaces: true },
    secret: { isSecret: true },
  },
  id: {
    /** The number that the service gave the webhook. */
    webhookId: numberPart,
  },
  identity: () => ["webhookUrl", "webhookFeatures"],
  duplicates: () => true,
  createFirst: true,
  adoption: {
    // Its age is unknown. It is only worth recovering with its secret.
    recoverable: ({ secret }: LiveWebhook) => hasSecret(secret),
    lostWithAnswer: ({ secret }: LiveWebhook) => (hasSecret(secret) ? undefined : "secret"),
    makeAnew: async (api, { secret }: LiveWebhook, { webhookUrl, webhookFeatures }) =>
      hasSecret(secret) ? undefined : api.webhooks.create({ webhookUrl, webhookFeatures }),
  },

  list: (api) => api.webhooks.list(),
  idOf: (live: LiveWebhook) => ({ webhookId: live.id }),
  show: (live) => ({
    webhookUrl: live.webhookUrl,
    webhookFeatures: [...live.webhookFeatures].sort() as WebhookFeature[],
    secret: live.secret ?? undefined,
  }),
  create: (api, { webhookUrl, webhookFeatures }) => api.webhooks.create({ webhookUrl, webhookFeatures }),
  remove: (api, { webhookId }) => api.webhooks.remove({ id: webhookId }),
});

function hasSecret(secret: string | null | undefined): boolean {
  return typeof secret === "string" && secret !== "";
}
