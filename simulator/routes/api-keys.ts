import type { Account } from "../account";
import type { BodyFields } from "../body";
import { answer, fieldsOf, integerParam, noContent, textParam, type Call, type Handlers } from "../call";
import { forbidden, invalid, notFound } from "../errors";
import { nextNumber, objectId, secret } from "../ids";
import { advancedKeyRecord, type ApiKeyRecord, type ApiTokenRecord } from "../records";
import { isScope } from "../scopes";
import { readWebhookFeatures, readWebhookUrl } from "./webhooks";

function keyOfPath(call: Call): ApiKeyRecord {
  const wanted = integerParam(call, "apiKeyId");
  const key = call.account.apiKeys.find(({ apiKeyId }) => apiKeyId === wanted);
  if (key === undefined) {
    throw forbidden();
  }
  return key;
}

function tokenOfPath(call: Call): ApiTokenRecord {
  const { apiKeyId } = keyOfPath(call);
  const id = textParam(call, "id");
  const token = call.account.tokens.find(
    (candidate) => candidate.id === id && candidate.apiKeyId === apiKeyId,
  );
  if (token === undefined) {
    throw forbidden();
  }
  return token;
}

function keyView(key: ApiKeyRecord): Record<string, unknown> {
  return { ...key, advanced: undefined };
}

/** The secret itself is shown only once, by the call that creates it. */
function tokenView(token: ApiTokenRecord, accessToken?: string): Record<string, unknown> {
  return { ...token, accessToken, apiKeyId: undefined, lastActiveDate: undefined };
}

function readScopes(fields: BodyFields): string[] | undefined {
  const scopes = fields.texts("scopes");
  const unknown = scopes?.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    throw invalid("scopes", unknown);
  }
  return scopes;
}

/** Removes the key and all its tokens. */
export function removeKey(account: Account, apiKeyId: number): void {
  account.apiKeys = account.apiKeys.filter((key) => key.apiKeyId !== apiKeyId);
  account.tokens = account.tokens.filter((token) => token.apiKeyId !== apiKeyId);
}

const advancedTypes = advancedKeyRecord.shape.type;

export const apiKeyRoutes = {
  "GET /api/key": (call) => answer(call.account.apiKeys.map(keyView)),

  "PUT /api/key": (call) => {
    const { account } = call;
    const fields = fieldsOf(call);
    const key: ApiKeyRecord = {
      description: fields.text("description") ?? undefined,
      redirectUris: fields.texts("redirectUris") ?? [],
      apiKeyId: nextNumber(
        account.ids,
        account.apiKeys.map(({ apiKeyId }) => apiKeyId),
      ),
      accountId: account.account.accountId,
      creationDate: call.simulation.clock.iso(),
      apiKey: secret(account.ids),
    };
    account.apiKeys.push(key);
    return answer(keyView(key));
  },

  "POST /api/key/{apiKeyId}": (call) => {
    const key = keyOfPath(call);
    const fields = fieldsOf(call);
    const description = fields.text("description") ?? key.description;
    const redirectUris = fields.texts("redirectUris") ?? key.redirectUris;
    Object.assign(key, { description, redirectUris });
    return noContent();
  },

  "DELETE /api/key/{apiKeyId}": (call) => {
    removeKey(call.account, keyOfPath(call).apiKeyId);
    return noContent();
  },

  "GET /api/key/{apiKeyId}/advanced": (call) => {
    const { advanced } = keyOfPath(call);
    if (advanced === undefined) {
      throw notFound("Advanced API key");
    }
    return answer(advanced);
  },

  // The vendor approves such an application by hand. The simulator does it at once.
  "PUT /api/key/{apiKeyId}/advanced": (call) => {
    const key = keyOfPath(call);
    const fields = fieldsOf(call);
    const type = advancedTypes.safeParse(fields.raw("type"));
    if (!type.success) {
      throw invalid("type", fields.raw("type") ?? null);
    }
    const now = call.simulation.clock.iso();
    key.advanced = {
      name: fields.requiredText("name"),
      country: fields.requiredText("country"),
      description: fields.requiredText("description"),
      type: type.data,
      webhookStatus: "ACTIVE",
      url: fields.requiredText("url"),
      email: fields.requiredText("email"),
      webhookUrl: readWebhookUrl(fields),
      webhookFeatures: readWebhookFeatures(fields),
      restricted: fields.requiredBoolean("restricted"),
      secret: secret(call.account.ids),
      status: "TESTING",
      creationDate: now,
      updateDate: now,
    };
    return noContent();
  },

  "POST /api/key/{apiKeyId}/advanced": (call) => {
    const { advanced, apiKeyId } = keyOfPath(call);
    if (advanced === undefined) {
      throw invalid("apiKeyId", apiKeyId);
    }
    const fields = fieldsOf(call);
    const webhookUrl = readWebhookUrl(fields);
    const webhookFeatures = readWebhookFeatures(fields);
    Object.assign(advanced, { webhookUrl, webhookFeatures, updateDate: call.simulation.clock.iso() });
    return noContent();
  },

  "DELETE /api/key/{apiKeyId}/advanced": (call) => {
    keyOfPath(call).advanced = undefined;
    return noContent();
  },

  "POST /api/key/{apiKeyId}/advanced/reactivate": (call) => {
    const { advanced, apiKeyId } = keyOfPath(call);
    if (advanced === undefined) {
      throw invalid("apiKeyId", apiKeyId);
    }
    advanced.webhookStatus = "ACTIVE";
    return noContent();
  },

  "GET /api/key/{apiKeyId}/token": (call) => {
    const { apiKeyId } = keyOfPath(call);
    return answer(
      call.account.tokens.filter((token) => token.apiKeyId === apiKeyId).map((token) => tokenView(token)),
    );
  },

  "PUT /api/key/{apiKeyId}/token": (call) => {
    const { account } = call;
    const { apiKeyId, accountId } = keyOfPath(call);
    const fields = fieldsOf(call);
    const token: ApiTokenRecord = {
      description: fields.text("description") ?? undefined,
      scopes: readScopes(fields) ?? [],
      id: objectId(account.ids),
      apiKeyId,
      accountId,
      accessToken: secret(account.ids),
      creationDate: call.simulation.clock.iso(),
    };
    account.tokens.push(token);
    return answer(tokenView(token, token.accessToken));
  },

  "POST /api/key/{apiKeyId}/token/{id}": (call) => {
    const token = tokenOfPath(call);
    const fields = fieldsOf(call);
    const description = fields.text("description") ?? token.description;
    const scopes = readScopes(fields) ?? token.scopes;
    Object.assign(token, { description, scopes });
    return noContent();
  },

  "DELETE /api/key/{apiKeyId}/token/{id}": (call) => {
    const token = tokenOfPath(call);
    call.account.tokens = call.account.tokens.filter((other) => other !== token);
    return noContent();
  },
} satisfies Partial<Handlers>;
