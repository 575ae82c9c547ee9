import { operations } from "../../provider/api";
import { redact } from "../../provider/http";

const SECRET = "482913-secret";
const CODE = 482913;

const authorization = {
  id: "a",
  smartlockId: 1,
  type: 13,
  name: "A",
  enabled: true,
  remoteAllowed: true,
  code: CODE,
};
const account = {
  accountId: 1,
  email: "o@example.com",
  config: { alexaPin: SECRET, gactionsHomePin: SECRET },
  secret: [SECRET],
};
const grant = { name: "A", remoteAllowed: true, type: 13, code: CODE };
const update = { id: "a", name: "A", code: CODE };
const config = { alexaPin: SECRET, gactionsHomePin: SECRET };
const token = { id: SECRET, addressId: 1, inviteKeys: [SECRET] };
const delivery = { headers: { "X-Sign": SECRET }, body: { code: CODE, deep: [SECRET] }, path: "/hook" };
const notification = { pushId: SECRET, secret: SECRET, os: 2, settings: [] };
const unit = { id: "u", name: "Flat 9", addressTokenId: SECRET };

/** Every place where the service or a caller puts a secret: the version for the log contains none. */
describe.each<[name: string, part: "body" | "answer", value: unknown]>([
  ["authorizations.create", "body", grant],
  ["authorizations.createMany", "body", { ...grant, smartlockIds: [1] }],
  ["authorizations.update", "body", update],
  ["authorizations.updateMany", "body", [update]],
  ["authorizations.list", "answer", [authorization]],
  ["authorizations.listOf", "answer", [authorization]],
  ["authorizations.get", "answer", authorization],
  ["authorizations.page", "answer", { results: [authorization], pagination: { totalItems: 1 } }],
  ["authorizations.createSharedKey", "answer", [authorization]],
  ["smartlocks.setAdminPin", "body", { adminPin: CODE }],
  ["account.get", "answer", account],
  ["account.update", "body", { language: "en", password: SECRET, config }],
  ["account.createOtpSecret", "answer", SECRET],
  ["account.enableOtp", "body", { otp: SECRET }],
  ["subAccounts.create", "body", { password: SECRET }],
  ["subAccounts.create", "answer", account],
  ["subAccounts.update", "body", { password: SECRET, config }],
  ["subAccounts.list", "answer", [account]],
  ["subAccounts.get", "answer", account],
  ["apiKeys.list", "answer", [{ apiKeyId: 1, apiKey: SECRET }]],
  ["apiKeys.create", "answer", { apiKeyId: 1, apiKey: SECRET }],
  ["apiKeys.getAdvanced", "answer", { status: "ACTIVE", secret: SECRET }],
  ["apiKeys.listTokens", "answer", [{ id: "t", accessToken: SECRET }]],
  ["apiKeys.createToken", "answer", { id: "t", accessToken: SECRET }],
  ["apiKeys.webhookLogs", "answer", [{ id: "w", request: delivery, response: delivery }]],
  ["webhooks.list", "answer", [{ id: 1, secret: SECRET }]],
  ["webhooks.create", "answer", { id: 1, secret: SECRET }],
  ["notifications.list", "answer", [{ notificationId: "n", ...notification }]],
  ["notifications.get", "answer", { notificationId: "n", ...notification }],
  ["notifications.create", "body", notification],
  ["notifications.create", "answer", { notificationId: "n", ...notification }],
  ["notifications.update", "body", notification],
  ["notifications.update", "answer", { notificationId: "n", ...notification }],
  ["addresses.listUnits", "answer", [unit]],
  ["addresses.createUnit", "answer", unit],
  ["addresses.getToken", "answer", { id: SECRET, addressName: "Harbour Street 5" }],
  ["addresses.getRedeemedToken", "answer", token],
  ["addresses.listTokens", "answer", [token]],
  ["services.link", "body", { password: SECRET }],
])("%s", (name, part, value) => {
  it(`shows no secret of its ${part}`, () => {
    const schema = operations[name]?.[part];
    if (schema === undefined || schema === "none") {
      throw new Error(`${name} has no ${part}`);
    }
    const shown = JSON.stringify(redact(schema, value));
    expect(shown).not.toContain(String(CODE));
    expect(shown).toContain("[secret]");
  });
});

it.each(["addresses.getToken", "addresses.getRedeemedToken", "addresses.redeemToken"])(
  "%s hides the token in its path",
  (name) => {
    const id = operations[name]?.ids?.["tokenId"]?.parse(SECRET);
    expect(String(id)).toBe("[secret]");
  },
);
