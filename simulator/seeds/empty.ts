import type { AccountStateInput } from "../account";

export interface SeedOptions {
  token: string;
  scopes: readonly string[];
  /** Milliseconds since 1970, by the simulator's clock. */
  now: number;
}

export const day = 24 * 3_600_000;
export const accountId = 100_200;
export const firstApiKeyId = 301;

export function isoDate(ms: number): string {
  return new Date(ms).toISOString();
}

/** An account, an API key and a token for access to it, and nothing else. */
export function emptySeed({ token, scopes, now }: SeedOptions) {
  const creationDate = isoDate(now - 400 * day);
  return {
    ids: { seed: 1, given: 0 },
    account: {
      accountId,
      type: 1,
      email: "owner@example.com",
      emailVerified: true,
      name: "Harbour Stays",
      language: "en",
      config: { alexaPin: "", gactionsHomePin: "" },
      creationDate,
      updateDate: creationDate,
    },
    accountSecret: "c2ltdWxhdGVkLWFjY291bnQtc2VjcmV0",
    apiKeys: [
      {
        apiKeyId: firstApiKeyId,
        accountId,
        description: "Simulator",
        redirectUris: [],
        creationDate,
        apiKey: "simulated-api-key",
      },
    ],
    tokens: [
      {
        id: "64b000000000000000000001",
        apiKeyId: firstApiKeyId,
        accountId,
        description: "Start token",
        accessToken: token,
        scopes: [...scopes],
        creationDate,
      },
    ],
  } satisfies AccountStateInput;
}
