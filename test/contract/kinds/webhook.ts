import { badSteering, type Subject } from "../subject";

export const webhook: Subject = {
  kind: "Webhook",
  form: "",
  collection: "webhooks",
  inputs: (n) => ({
    webhookUrl: `https://hooks.example.com/${n}`,
    webhookFeatures: ["DEVICE_LOGS", "DEVICE_STATUS"],
  }),
  record: (inputs, n) => ({ id: 9_000 + n, secret: `demo-hook-secret-${n}`, apiKeyId: 301, ...inputs }),
  idOf: ({ id }) => String(id),
  idOutputs: ({ id }) => ({ webhookId: id }),
  identity: ({ webhookUrl, webhookFeatures }) =>
    `${String(webhookUrl)} ${[...(webhookFeatures as string[])].sort().join()}`,
  changes: [
    { field: "webhookUrl", to: (n) => `https://hooks.example.com/moved/${n}`, operation: "replace" },
    {
      field: "webhookFeatures",
      to: () => ["ACCOUNT_USER"],
      operation: "replace",
      said: { found: "ACCOUNT_USER", declared: "DEVICE_LOGS, DEVICE_STATUS" },
    },
    {
      field: "webhookFeatures",
      to: () => ["DEVICE_STATUS", "DEVICE_LOGS"],
      stored: () => ["DEVICE_LOGS", "DEVICE_STATUS"],
      operation: "same",
      outside: "impossible",
    },
    { field: "adopt", to: () => "never", operation: "same", outside: "impossible" },
  ],
  bad: [
    { field: "webhookUrl", value: undefined, says: /is required/ },
    { field: "webhookUrl", value: "http://hooks.example.com", says: /must be a URL that starts with https/ },
    { field: "webhookUrl", value: "hooks", says: /must be a URL that starts with https/ },
    { field: "webhookFeatures", value: [], says: /must name at least one/ },
    { field: "webhookFeatures", value: ["DEVICE_DREAMS"], says: /must be one of "DEVICE_STATUS"/ },
    {
      field: "webhookFeatures",
      value: ["DEVICE_LOGS", "DEVICE_LOGS"],
      says: /must not name a feature twice/,
    },
    ...badSteering("adopt"),
  ],
  secrets: ["secret"],
  writeOnly: [],
  // The service does not show its age. Its secret, which the list shows, makes it usable.
  adoption: { young: true, old: true, same: true },
  deletion: "DELETE /api/decentralWebhook/{id}",
};
