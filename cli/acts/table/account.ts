import type { AccountIntegration, SmartlockClient } from "../../../provider/api";
import { findOne } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, plan } from "../act";
import { request } from "../request";

const OTP = "one-time passwords";

async function emailOf(client: SmartlockClient): Promise<string> {
  return (await client.account.get()).email;
}

/** What is connected to the account, with the name that a person knows it by. */
function integrationWords({ name, description, subAccountName }: AccountIntegration): string {
  const of = typeof subAccountName === "string" && subAccountName !== "" ? `, of ${subAccountName}` : "";
  const parts = [name, description].filter((part) => typeof part === "string" && part !== "");
  return `${parts.join(", ") || "an integration without a name"}${of}`;
}

export const accountActs: readonly Act[] = [
  {
    name: "otp create",
    operations: ["account.createOtpSecret"],
    summary: "Makes a secret for one-time passwords.",
    notes:
      "The secret goes to the terminal, or with --secret-file into a new file that only you can read: nowhere else.\nPut it into an authenticator app, then run `smartlock otp enable` with a password from there.",
    givesSecret: "The secret for one-time passwords",
    example: "otp create --secret-file otp-secret.txt",
    async plan(client) {
      return plan({
        deed: `make a new secret for ${OTP} of the account ${await emailOf(client)}`,
        means: ["A secret that was made before, and is not enabled yet, no longer counts."],
        request: request("account", "createOtpSecret"),
        secretOf: (secret) => secret,
      });
    },
  },
  {
    name: "otp enable",
    operations: ["account.enableOtp"],
    summary: "Requires one-time passwords from now on.",
    notes:
      "The password comes from a hidden prompt or, with --stdin, from the standard input. The service counts wrong passwords.",
    takesSecret: true,
    example: "otp enable",
    async plan(client, given) {
      const email = await emailOf(client);
      const otp = await given.secret("a one-time password from the authenticator app", "000000");
      return plan({
        deed: `require ${OTP} for the account ${email}`,
        means: [
          "Whoever logs in then needs the authenticator app. Without it and its secret, nobody gets in.",
        ],
        request: request("account", "enableOtp", { otp }),
      });
    },
  },
  {
    name: "otp disable",
    operations: ["account.disableOtp"],
    summary: "Stops requiring one-time passwords.",
    example: "otp disable",
    async plan(client) {
      return plan({
        deed: `stop requiring ${OTP} for the account ${await emailOf(client)}`,
        means: ["The password alone is then enough to log in, and to open the doors of the account."],
        request: request("account", "disableOtp"),
      });
    },
  },
  {
    name: "change-email",
    operations: ["account.changeEmail"],
    summary: "Starts to change the e-mail address of the account.",
    arguments: [{ name: "email", description: "the new address" }],
    example: "change-email owner@example.com",
    async plan(client, given) {
      const email = given.text("email");
      return plan({
        deed: `change the e-mail address of the account ${await emailOf(client)} to ${email}`,
        means: [
          `The service mails ${email}. Whoever reads that mail can confirm the change.`,
          "After that, the account belongs to whoever has that address: its password can be reset there.",
        ],
        request: request("account", "changeEmail", { email }),
      });
    },
  },
  {
    name: "verify-email",
    operations: ["account.verifyEmail"],
    summary: "Has the service verify the e-mail address of the account.",
    example: "verify-email",
    async plan(client) {
      return plan({
        deed: `have the e-mail address of the account ${await emailOf(client)} verified`,
        means: [
          "The service mails the account. If a change of the address is under way, this may complete it.",
        ],
        request: request("account", "verifyEmail"),
      });
    },
  },
  {
    name: "delete-integration",
    operations: ["account.removeIntegration"],
    summary: "Disconnects an app, an assistant or a token from the account.",
    notes:
      "Without --all it disconnects one token. With --all, it takes the whole API key with all of its tokens.",
    arguments: [
      { name: "integration", description: "the integration: its name, description, token id or API key id" },
    ],
    options: [{ flags: "--all", description: "everything that is connected by the same API key" }],
    example: 'delete-integration "Old app"',
    async plan(client, given) {
      const list = await client.account.listIntegrations();
      const found = integrationFrom(list, given.text("integration"), given.is("all"));
      const apiKeyId = found.clientId ?? undefined;
      const tokenId = found.tokenId ?? undefined;
      if (apiKeyId === undefined || (tokenId === undefined && !given.is("all"))) {
        throw new CommandError(
          `Nothing was sent. The service does not show the ids of ${integrationWords(found)}, so it can only be disconnected in Nuki Web.`,
        );
      }
      const gone = given.is("all") ? list.filter(({ clientId }) => clientId === apiKeyId) : [found];
      return plan({
        deed: `disconnect ${gone.map(integrationWords).join("; ")} from the account`,
        means: [
          `${gone.length === 1 ? "It" : `Each of the ${gone.length}`} stops working at once, and cannot be connected again with the same token.`,
          "If the token that this command uses is among them, it stops working too.",
        ],
        deletes: gone.length,
        request: request("account", "removeIntegration", {
          apiKeyId,
          ...(!given.is("all") && tokenId !== undefined && { tokenId }),
        }),
      });
    },
  },
];

/** With `all`, any of the integrations of one API key will do. */
function integrationFrom(
  list: readonly AccountIntegration[],
  wanted: string,
  all: boolean,
): AccountIntegration {
  const byKey = list.filter(({ clientId }) => clientId === wanted);
  if (all) {
    const keys = new Set(list.filter(({ name }) => name === wanted).map(({ clientId }) => clientId));
    const [found] = byKey.length > 0 ? byKey : list.filter(({ name }) => name === wanted && keys.size === 1);
    if (found !== undefined) {
      return found;
    }
  }
  return findOne(list, wanted, {
    noun: "integration",
    id: ({ tokenId, clientId }) => tokenId ?? clientId ?? "",
    names: ({ name, description, clientId }) => [name, description, clientId],
    detail: integrationWords,
  });
}
