import { objectId } from "./ids";
import type { WebhookFeature } from "./records";
import type { Simulation } from "./simulation";

/** The service keeps this many per API key. */
const keptLogs = 300;

/**
 * Records what would have been delivered: once for each webhook, decentral or of an advanced API key, that asked for
 * the feature. Nothing is sent.
 */
export function logDelivery(
  simulation: Simulation,
  feature: WebhookFeature,
  content: Record<string, unknown>,
  requestId?: string,
): void {
  const { account, clock } = simulation;
  const advanced = account.apiKeys.flatMap(({ apiKeyId, advanced: key }) =>
    key?.webhookStatus === "ACTIVE" && key.type !== "ONLY_SECRET" ? [{ ...key, apiKeyId }] : [],
  );
  for (const target of [...account.webhooks, ...advanced]) {
    if (!target.webhookFeatures.includes(feature)) {
      continue;
    }
    const now = clock.iso();
    account.webhookLogs.push({
      id: objectId(account.ids),
      requestId,
      succeeded: false,
      accountId: account.account.accountId,
      request: {
        headers: { "Content-Type": "application/json" },
        body: structuredClone({ feature, requestId, ...content }),
        timestamp: now,
        path: target.webhookUrl,
      },
      apiKeyId: target.apiKeyId,
      updated: now,
      created: now,
    });
    const ofKey = account.webhookLogs.filter(({ apiKeyId }) => apiKeyId === target.apiKeyId);
    if (ofKey.length > keptLogs && ofKey[0] !== undefined) {
      account.webhookLogs.splice(account.webhookLogs.indexOf(ofKey[0]), 1);
    }
  }
}
