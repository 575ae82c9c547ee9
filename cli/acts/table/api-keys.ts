import type { ApiKey, ApiKeyToken, SmartlockClient } from "../../../provider/api";
import { webhookFeature } from "../../../provider/api/webhooks";
import { findOne } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, type ActOption, type Given, plan } from "../act";
import { goesAlong } from "../goes-along";
import { request } from "../request";

const keyArgument = { name: "key", description: "the API key, by its description or its id" } as const;

const tokenArguments = [
  keyArgument,
  { name: "token", description: "the token, by its description or its id" },
] as const;

const FEATURES = webhookFeature.options;

const webhookOptions: readonly ActOption[] = [
  { flags: "--webhook-url <url>", description: "where the events go: an https URL", isRequired: true },
  {
    flags: "--feature <name>",
    description: `what it reports; can be given several times: ${FEATURES.join(", ")}`,
    isList: true,
    isRequired: true,
  },
];

const TYPES = ["ONLY_SECRET", "SHORT_RENTAL", "HEALTHCARE", "SMART_HOME", "OTHER"] as const;

function nameOf({ apiKeyId, description }: ApiKey): string {
  return typeof description === "string" && description !== ""
    ? `the API key "${description}" (${apiKeyId})`
    : `the API key ${apiKeyId}`;
}

async function keyFrom(client: SmartlockClient, given: Given): Promise<ApiKey> {
  return findOne(await client.apiKeys.list(), given.text("key"), {
    noun: "API key",
    id: ({ apiKeyId }) => apiKeyId,
    names: ({ description }) => [description],
  });
}

async function tokenFrom(client: SmartlockClient, { apiKeyId }: ApiKey, given: Given): Promise<ApiKeyToken> {
  return findOne(await client.apiKeys.listTokens({ apiKeyId }), given.text("token"), {
    noun: "token",
    id: ({ id }) => id,
    names: ({ description }) => [description],
  });
}

function tokenWords({ id, description }: ApiKeyToken): string {
  return typeof description === "string" && description !== "" ? `"${description}" (${id})` : id;
}

function webhookFrom(given: Given) {
  const features = given.list("feature").map((name) => {
    const feature = FEATURES.find((known) => known === name);
    if (feature === undefined) {
      throw new CommandError(
        `Nothing was sent. There is no feature "${name}". The features are ${FEATURES.join(", ")}.`,
      );
    }
    return feature;
  });
  return { webhookUrl: given.text("webhookUrl"), webhookFeatures: features };
}

const CODES = "What is reported can hold names and keypad codes: it goes to";

const SCOPES: ActOption = {
  flags: "--scope <scope>",
  description: "what the token may do, such as smartlock or smartlock.auth; can be given several times",
  isList: true,
};

export const apiKeyActs: readonly Act[] = [
  {
    name: "apply-advanced-key",
    operations: ["apiKeys.createAdvanced"],
    summary: "Applies for advanced access of an API key, which the vendor has to approve.",
    arguments: [keyArgument],
    options: [
      { flags: "--name <name>", description: "of the application", isRequired: true },
      { flags: "--description <text>", description: "what it is for", isRequired: true },
      { flags: "--type <type>", description: `one of ${TYPES.join(", ")}`, isRequired: true },
      { flags: "--url <url>", description: "of the application", isRequired: true },
      { flags: "--email <address>", description: "whom the vendor can write to", isRequired: true },
      { flags: "--country <code>", description: "where you are", isRequired: true },
      { flags: "--restricted", description: "ask for restricted access" },
      ...webhookOptions,
    ],
    example:
      'apply-advanced-key "Bookings" --name "Bookings" --description "Codes for guests" --type SHORT_RENTAL \\\n' +
      "    --url https://bookings.example.com --email owner@example.com --country AT \\\n" +
      "    --webhook-url https://bookings.example.com/hook --feature DEVICE_AUTHS",
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const type = TYPES.find((known) => known === given.text("type"));
      if (type === undefined) {
        throw new CommandError(`Nothing was sent. --type must be one of ${TYPES.join(", ")}.`);
      }
      const email = given.text("email");
      const webhook = webhookFrom(given);
      return plan({
        deed: `apply for advanced access of ${nameOf(key)}`,
        means: [
          `The vendor gets this application, and may write to ${email}.`,
          `${CODES} ${webhook.webhookUrl}.`,
        ],
        request: request(
          "apiKeys",
          "createAdvanced",
          { apiKeyId: key.apiKeyId },
          {
            name: given.text("name"),
            description: given.text("description"),
            type,
            url: given.text("url"),
            email,
            country: given.text("country"),
            restricted: given.is("restricted"),
            ...webhook,
          },
        ),
      });
    },
  },
  {
    name: "change-advanced-key",
    operations: ["apiKeys.updateAdvanced"],
    summary: "Changes what an advanced API key reports, and where.",
    arguments: [keyArgument],
    options: webhookOptions,
    example:
      'change-advanced-key "Bookings" --webhook-url https://bookings.example.com/hook --feature DEVICE_AUTHS',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const webhook = webhookFrom(given);
      return plan({
        deed: `change what ${nameOf(key)} reports, and where`,
        means: [`${CODES} ${webhook.webhookUrl}, and no longer to the previous URL.`],
        request: request("apiKeys", "updateAdvanced", { apiKeyId: key.apiKeyId }, webhook),
      });
    },
  },
  {
    name: "reactivate-advanced-key",
    operations: ["apiKeys.reactivateAdvanced"],
    summary: "Switches the deliveries of an advanced API key back on.",
    notes: "The service switches them off when too many have failed.",
    arguments: [keyArgument],
    example: 'reactivate-advanced-key "Bookings"',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      return plan({
        deed: `switch the deliveries of ${nameOf(key)} back on`,
        means: [],
        asks: false,
        request: request("apiKeys", "reactivateAdvanced", { apiKeyId: key.apiKeyId }),
      });
    },
  },
  {
    name: "delete-advanced-key",
    operations: ["apiKeys.removeAdvanced"],
    summary: "Gives up the advanced access of an API key.",
    arguments: [keyArgument],
    example: 'delete-advanced-key "Bookings"',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      return plan({
        deed: `give up the advanced access of ${nameOf(key)}`,
        means: ["Nothing is reported any more. To get it back, the vendor has to approve it again."],
        deletes: 1,
        request: request("apiKeys", "removeAdvanced", { apiKeyId: key.apiKeyId }),
      });
    },
  },
  {
    name: "create-api-key",
    operations: ["apiKeys.create"],
    summary: "Creates an API key.",
    arguments: [{ name: "description", description: "what it is for" }],
    options: [
      { flags: "--redirect-uri <uri>", description: "for logins; can be given several times", isList: true },
    ],
    example: 'create-api-key "Bookings"',
    async plan(_client, given) {
      const description = given.text("description");
      const redirectUris = [...given.list("redirectUri")];
      return Promise.resolve(
        plan({
          deed: `create the API key "${description}"`,
          means: ["An API key alone opens nothing: its tokens do."],
          request: request("apiKeys", "create", { description, redirectUris }),
          answered: ({ apiKeyId }) => ({ words: `API key ${apiKeyId}.`, fields: { apiKeyId } }),
        }),
      );
    },
  },
  {
    name: "change-api-key",
    operations: ["apiKeys.update"],
    summary: "Changes the description or the redirect URIs of an API key.",
    arguments: [keyArgument],
    options: [
      { flags: "--description <text>", description: "what it is for" },
      {
        flags: "--redirect-uri <uri>",
        description: "replaces all; can be given several times",
        isList: true,
      },
    ],
    example: 'change-api-key "Bookings" --description "Bookings and billing"',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const description = given.optional("description");
      const redirectUris = [...given.list("redirectUri")];
      if (description === undefined && redirectUris.length === 0) {
        throw new CommandError("Nothing was sent. Say what to change: --description or --redirect-uri.");
      }
      return plan({
        deed: `change ${nameOf(key)}`,
        means: redirectUris.length === 0 ? [] : [`Logins may then lead to ${redirectUris.join(", ")}.`],
        request: request(
          "apiKeys",
          "update",
          { apiKeyId: key.apiKeyId },
          {
            ...(description !== undefined && { description }),
            ...(redirectUris.length > 0 && { redirectUris }),
          },
        ),
      });
    },
  },
  {
    name: "delete-api-key",
    operations: ["apiKeys.remove"],
    summary: "Deletes an API key with all of its tokens.",
    arguments: [keyArgument],
    example: 'delete-api-key "Bookings"',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const { apiKeyId } = key;
      const tokens = await client.apiKeys.listTokens({ apiKeyId });
      return plan({
        deed: `delete ${nameOf(key)}`,
        means: [
          goesAlong("token", tokens.map(tokenWords)),
          ...(tokens.length === 0
            ? []
            : ["Whatever uses that stops working. If this command uses it, it stops working too."]),
        ],
        deletes: 1 + tokens.length,
        request: request("apiKeys", "remove", { apiKeyId }),
      });
    },
  },
  {
    name: "create-api-token",
    operations: ["apiKeys.createToken"],
    summary: "Creates a token of an API key.",
    notes:
      "The token goes to the terminal, or with --secret-file into a new file that only you can read: nowhere else.\nThe service never shows it again.",
    arguments: [keyArgument, { name: "description", description: "what it is for" }],
    options: [{ ...SCOPES, isRequired: true }],
    givesSecret: "The new token",
    example: 'create-api-token "Bookings" "Nightly run" --scope smartlock --secret-file token.txt',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const [description, scopes] = [given.text("description"), [...given.list("scope")]];
      return plan({
        deed: `create the token "${description}" of ${nameOf(key)}`,
        means: [`Whoever has it may do this in the account: ${scopes.join(", ")}.`],
        request: request("apiKeys", "createToken", { apiKeyId: key.apiKeyId }, { description, scopes }),
        secretOf: ({ accessToken }) => accessToken ?? "",
        answered: ({ id }) => ({ words: `Token id ${id}.`, fields: { tokenId: id } }),
      });
    },
  },
  {
    name: "change-api-token",
    operations: ["apiKeys.updateToken"],
    summary: "Changes the description or the scopes of a token.",
    arguments: tokenArguments,
    options: [
      { flags: "--description <text>", description: "what it is for" },
      { ...SCOPES, description: `replaces all of them: ${SCOPES.description}` },
    ],
    example: 'change-api-token "Bookings" "Nightly run" --scope smartlock.readOnly',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const token = await tokenFrom(client, key, given);
      const [description, scopes] = [given.optional("description"), [...given.list("scope")]];
      if (description === undefined && scopes.length === 0) {
        throw new CommandError("Nothing was sent. Say what to change: --description or --scope.");
      }
      return plan({
        deed: `change the token ${tokenWords(token)} of ${nameOf(key)}`,
        means: scopes.length === 0 ? [] : [`It may then do this, and nothing else: ${scopes.join(", ")}.`],
        request: request(
          "apiKeys",
          "updateToken",
          { apiKeyId: key.apiKeyId, id: token.id },
          { ...(description !== undefined && { description }), ...(scopes.length > 0 && { scopes }) },
        ),
      });
    },
  },
  {
    name: "delete-api-token",
    operations: ["apiKeys.removeToken"],
    summary: "Deletes a token. Whatever uses it stops working.",
    arguments: tokenArguments,
    example: 'delete-api-token "Bookings" "Nightly run"',
    async plan(client, given) {
      const key = await keyFrom(client, given);
      const token = await tokenFrom(client, key, given);
      return plan({
        deed: `delete the token ${tokenWords(token)} of ${nameOf(key)}`,
        means: ["Whatever uses it stops working at once. If this command uses it, it stops working too."],
        deletes: 1,
        request: request("apiKeys", "removeToken", { apiKeyId: key.apiKeyId, id: token.id }),
      });
    },
  },
];
