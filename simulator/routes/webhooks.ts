import type { BodyFields } from "../body";
import {
  absent,
  answer,
  fieldsOf,
  integerParam,
  noContent,
  queryInteger,
  queryText,
  type Handlers,
} from "../call";
import { forbidden, invalid } from "../errors";
import { nextNumber, secret } from "../ids";
import { webhookFeature, type WebhookFeature, type WebhookRecord } from "../records";

export function readWebhookUrl(fields: BodyFields): string {
  const url = fields.raw("webhookUrl", "webhook_url");
  if (typeof url !== "string" || !URL.canParse(url) || !url.startsWith("https://")) {
    throw invalid("webhookUrl", url ?? null);
  }
  return url;
}

export function readWebhookFeatures(fields: BodyFields): WebhookFeature[] {
  const sent = fields.texts("webhookFeatures", "webhook_features");
  if (sent === undefined || sent.length === 0) {
    throw invalid("webhookFeatures", null);
  }
  return [...new Set(sent)].map((item) => {
    const feature = webhookFeature.safeParse(item);
    if (!feature.success) {
      throw invalid("webhookFeatures", item);
    }
    return feature.data;
  });
}

function view(webhook: WebhookRecord, showsSecret: boolean): Record<string, unknown> {
  return { ...webhook, apiKeyId: undefined, secret: showsSecret ? webhook.secret : undefined };
}

export const webhookRoutes = {
  "GET /api/decentralWebhook": (call) =>
    answer(call.account.webhooks.map((item) => view(item, call.account.behaviour.webhookListShowsSecret))),

  // It is not idempotent: the same request twice creates two webhooks.
  "PUT /api/decentralWebhook": (call) => {
    const { account } = call;
    const fields = fieldsOf(call);
    const webhookUrl = readWebhookUrl(fields);
    const webhookFeatures = readWebhookFeatures(fields);
    const webhook: WebhookRecord = {
      id: nextNumber(
        account.ids,
        account.webhooks.map(({ id }) => id),
      ),
      secret: secret(account.ids),
      webhookUrl,
      webhookFeatures,
      apiKeyId: call.token?.apiKeyId ?? 0,
    };
    account.webhooks.push(webhook);
    return answer(view(webhook, true));
  },

  "DELETE /api/decentralWebhook/{id}": (call) => {
    const wanted = integerParam(call, "id");
    const webhook = call.account.webhooks.find(({ id }) => id === wanted);
    if (webhook === undefined) {
      throw absent(call, "id");
    }
    call.account.webhooks = call.account.webhooks.filter((other) => other !== webhook);
    return noContent();
  },

  "GET /api/key/{apiKeyId}/webhook/logs": (call) => {
    const wanted = integerParam(call, "apiKeyId");
    if (!call.account.apiKeys.some(({ apiKeyId }) => apiKeyId === wanted)) {
      throw forbidden();
    }
    const limit = Math.min(queryInteger(call, "limit") ?? 50, 100);
    const latestFirst = call.account.webhookLogs.filter(({ apiKeyId }) => apiKeyId === wanted).reverse();
    const cursor = queryText(call, "id");
    const older = latestFirst.slice(latestFirst.findIndex(({ id }) => id === cursor) + 1);
    return answer(older.slice(0, Math.max(limit, 0)));
  },
} satisfies Partial<Handlers>;
