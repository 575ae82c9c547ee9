import { z } from "zod";
import { secret } from "../http";
import { answerList, answerObject, email, httpsUrl, numericId, requestObject, textId } from "./fields";
import { none, operation } from "./operation";
import { webhookFeature } from "./webhooks";

const apiKeyId = numericId;

const apiKey = answerObject({
  apiKeyId: z.int(),
  accountId: z.int().nullish(),
  description: z.string().nullish(),
  redirectUris: answerList(z.string()).nullish(),
  creationDate: z.string().nullish(),
  apiKey: secret(z.string().nullish()),
});

const apiKeyWrite = requestObject({
  description: z.string().optional(),
  redirectUris: z.array(z.string()).optional(),
});

const apiKeyToken = answerObject({
  id: z.string(),
  accountId: z.int().nullish(),
  description: z.string().nullish(),
  /** Only usable in the answer to its creation. */
  accessToken: secret(z.string().nullish()),
  scopes: answerList(z.string()).nullish(),
  creationDate: z.string().nullish(),
});

const apiKeyTokenWrite = requestObject({
  description: z.string().optional(),
  scopes: z.array(z.string().min(1)).optional(),
});

const advancedApiKey = answerObject({
  name: z.string().nullish(),
  country: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  url: z.string().nullish(),
  email: z.string().nullish(),
  webhookUrl: z.string().nullish(),
  webhookFeatures: answerList(z.string()).nullish(),
  webhookStatus: z.string().nullish(),
  restricted: z.boolean().nullish(),
  secret: secret(z.string().nullish()),
  /** INACTIVE, APPLIED, TESTING or ACTIVE. */
  status: z.string(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
});

const advancedApiKeyCreate = requestObject({
  name: z.string().min(1),
  country: z.string().min(1),
  description: z.string().min(1),
  type: z.enum(["ONLY_SECRET", "SHORT_RENTAL", "HEALTHCARE", "SMART_HOME", "OTHER"]),
  webhookStatus: z.enum(["ACTIVE", "DEACTIVATED"]).optional(),
  url: z.string().min(1),
  email,
  webhookUrl: httpsUrl,
  webhookFeatures: z.array(webhookFeature),
  restricted: z.boolean(),
});

const advancedApiKeyUpdate = requestObject({
  webhookUrl: httpsUrl,
  webhookFeatures: z.array(webhookFeature),
});

/** Deliveries contain keypad codes in plain text, and their headers contain signatures. */
const webhookMessage = answerObject({
  headers: secret(z.unknown().optional()),
  body: secret(z.unknown().optional()),
  timestamp: z.string().nullish(),
  path: z.string().nullish(),
});

const webhookLog = answerObject({
  id: z.string(),
  requestId: z.string().nullish(),
  succeeded: z.boolean().nullish(),
  responseStatus: z.int().nullish(),
  duration: z.int().nullish(),
  accountId: z.int().nullish(),
  apiKeyId: z.int().nullish(),
  request: webhookMessage.nullish(),
  response: webhookMessage.nullish(),
  updated: z.string().nullish(),
  created: z.string().nullish(),
});

const webhookLogQuery = requestObject({
  /** Only deliveries older than this one. */
  id: textId.optional(),
  /** Default: 50. */
  limit: z.int().min(1).max(100).optional(),
});

export type ApiKey = z.output<typeof apiKey>;
export type ApiKeyWrite = z.input<typeof apiKeyWrite>;
export type ApiKeyToken = z.output<typeof apiKeyToken>;
export type ApiKeyTokenWrite = z.input<typeof apiKeyTokenWrite>;
export type AdvancedApiKey = z.output<typeof advancedApiKey>;
export type AdvancedApiKeyCreate = z.input<typeof advancedApiKeyCreate>;
export type AdvancedApiKeyUpdate = z.input<typeof advancedApiKeyUpdate>;
export type WebhookLog = z.output<typeof webhookLog>;
export type WebhookLogQuery = z.input<typeof webhookLogQuery>;

/** API keys, their advanced access, their tokens and the deliveries of their webhooks. */
export const apiKeys = {
  /** Lists all API keys. There is no way to read a single one. */
  list: operation({
    method: "GET",
    path: "/api/key",
    answer: z.array(apiKey),
    class: "read",
    scopes: ["account"],
  }),
  /** Creates an API key and returns it. */
  create: operation({
    method: "PUT",
    path: "/api/key",
    body: apiKeyWrite,
    answer: apiKey,
    class: "create",
    scopes: ["account"],
  }),
  /** Changes an API key. */
  update: operation({
    method: "POST",
    path: "/api/key/{apiKeyId}",
    ids: { apiKeyId },
    body: apiKeyWrite,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes an API key and all its tokens. */
  remove: operation({
    method: "DELETE",
    path: "/api/key/{apiKeyId}",
    ids: { apiKeyId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Reads the advanced access of an API key. */
  getAdvanced: operation({
    method: "GET",
    path: "/api/key/{apiKeyId}/advanced",
    ids: { apiKeyId },
    answer: advancedApiKey,
    class: "read",
    scopes: ["account"],
  }),
  /** Applies for advanced access, which the vendor has to approve. */
  createAdvanced: operation({
    method: "PUT",
    path: "/api/key/{apiKeyId}/advanced",
    ids: { apiKeyId },
    body: advancedApiKeyCreate,
    answer: none,
    class: "create",
    scopes: ["account"],
  }),
  /** Changes what an advanced API key reports, and where. */
  updateAdvanced: operation({
    method: "POST",
    path: "/api/key/{apiKeyId}/advanced",
    ids: { apiKeyId },
    body: advancedApiKeyUpdate,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Gives up advanced access. */
  removeAdvanced: operation({
    method: "DELETE",
    path: "/api/key/{apiKeyId}/advanced",
    ids: { apiKeyId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Switches the deliveries of an advanced API key back on after the service has switched them off. */
  reactivateAdvanced: operation({
    method: "POST",
    path: "/api/key/{apiKeyId}/advanced/reactivate",
    ids: { apiKeyId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Lists the tokens of an API key. */
  listTokens: operation({
    method: "GET",
    path: "/api/key/{apiKeyId}/token",
    ids: { apiKeyId },
    answer: z.array(apiKeyToken),
    class: "read",
    scopes: ["account"],
  }),
  /** Creates a token and returns it. This is the only time its access token is shown. */
  createToken: operation({
    method: "PUT",
    path: "/api/key/{apiKeyId}/token",
    ids: { apiKeyId },
    body: apiKeyTokenWrite,
    answer: apiKeyToken,
    class: "create",
    scopes: ["account"],
  }),
  /** Changes a token. */
  updateToken: operation({
    method: "POST",
    path: "/api/key/{apiKeyId}/token/{id}",
    ids: { apiKeyId, id: textId },
    body: apiKeyTokenWrite,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes a token. Whoever uses it is locked out. */
  removeToken: operation({
    method: "DELETE",
    path: "/api/key/{apiKeyId}/token/{id}",
    ids: { apiKeyId, id: textId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Reads the deliveries to the webhook of an API key, newest first, at most 100 entries at a time. */
  webhookLogs: operation({
    method: "GET",
    path: "/api/key/{apiKeyId}/webhook/logs",
    ids: { apiKeyId },
    query: webhookLogQuery,
    answer: z.array(webhookLog),
    class: "read",
    scopes: ["account"],
  }),
};
