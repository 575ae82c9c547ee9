import { itRefuses, untyped } from "./refusals";

const smartlockId = 18_000_000_001;
const user = { email: "cleaner@example.com", name: "Cleaner" };
const profile = { firstName: "A", lastName: "B", address: "C", zip: "D", city: "E", country: "AT" };
const sub = { email: "desk@example.com", password: "correct-horse", name: "Desk", rights: 0, language: "en" };
const push = { pushId: "push-1", settings: [] };
const lock = { smartlockId };
const authorization = { smartlockId, id: "5f1a2b3c4d5e6f7081920a0b" };

describe("a request that breaks a rule", () => {
  itRefuses([
    [
      "an unknown field",
      (client) => client.addresses.create(untyped({ name: "A", smartlockIds: [], nam: "B" })),
      /body: unknown field "nam"; known fields: name, smartlockIds/,
    ],
    [
      "an unknown field deep inside",
      (client) =>
        client.notifications.create(untyped({ ...push, os: 0, settings: [{ triggerEvents: [], lock: 1 }] })),
      /body\.settings\[0\]: unknown field "lock"/,
    ],
    [
      "an unknown query",
      (client) => client.smartlocks.list(untyped({ auth_id: 1 })),
      /query: unknown field "auth_id"; known fields: authId, type/,
    ],
    [
      "options in the place of the query",
      (client) => client.smartlocks.list(untyped({ budgetMs: 1 })),
      /query: unknown field "budgetMs"/,
    ],
    ["an unknown id", (client) => client.addresses.remove(untyped({ addressId: 5, id: 6 })), /ids: .*"id"/],
    [
      "a whole authorization as the ids of a lock, which would delete the lock",
      (client) => client.smartlocks.remove(authorization),
      /ids: unknown field "id"; known fields: smartlockId/,
    ],
    [
      "a missing field",
      (client) => client.addresses.create(untyped({ name: "A" })),
      /body\.smartlockIds: missing, expected array/,
    ],
    [
      "a missing body",
      (client) => client.addresses.create(untyped(undefined)),
      /body: missing, expected object/,
    ],
    [
      "a missing id",
      (client) => client.addresses.remove(untyped(undefined)),
      /ids: missing, expected object/,
    ],
    [
      "an id that is text",
      (client) => client.addresses.remove(untyped({ addressId: "5" })),
      /ids\.addressId: .*expected (int|number)/,
    ],
    ["a fraction as id", (client) => client.addresses.remove({ addressId: 5.5 }), /ids\.addressId/],
    ["zero as id", (client) => client.addresses.remove({ addressId: 0 }), /ids\.addressId/],
    [
      "an id beyond exact numbers",
      (client) => client.smartlocks.get({ smartlockId: 2 ** 53 }),
      /ids\.smartlockId/,
    ],
    ["an empty id", (client) => client.notifications.get({ notificationId: "" }), /ids\.notificationId/],
    [
      "an id that leads elsewhere",
      (client) => client.notifications.remove({ notificationId: ".." }),
      /dot segment/,
    ],
    ["a delete of no units", (client) => client.addresses.removeUnits({ addressId: 5 }, []), /body: .*1/],

    [
      "account user type 2",
      (client) => client.accountUsers.create(untyped({ ...user, type: 2 })),
      /body\.type: .*0\|1/,
    ],
    [
      "account user type as text",
      (client) => client.accountUsers.create(untyped({ ...user, type: "0" })),
      /body\.type: .*0\|1/,
    ],
    [
      "account user language",
      (client) => client.accountUsers.create(untyped({ ...user, language: "pt" })),
      /body\.language: .*"en"\|"de"\|"es"\|"fr"\|"it"\|"nl"\|"cs"\|"sk"/,
    ],
    [
      "account user update without language",
      (client) => client.accountUsers.update({ accountUserId: 71 }, untyped(user)),
      /body\.language/,
    ],
    [
      "account user update with type",
      (client) =>
        client.accountUsers.update({ accountUserId: 71 }, untyped({ ...user, language: "en", type: 0 })),
      /unknown field "type"/,
    ],
    [
      "account user e-mail",
      (client) => client.accountUsers.create({ ...user, email: "cleaner" }),
      /body\.email: not an e-mail address/,
    ],
    [
      "account password of 6",
      (client) => client.account.update({ language: "en", password: "abcdef" }),
      /body\.password: a password has at least 7 characters/,
    ],
    [
      "sub-account password of 6",
      (client) => client.subAccounts.create({ ...sub, password: "abcdef" }),
      /body\.password: a password has at least 7/,
    ],
    [
      "sub-account password of 6 in an update",
      (client) => client.subAccounts.update({ accountId: 91 }, { language: "en", password: "abcdef" }),
      /body\.password/,
    ],
    [
      "sub-account rights 32 in a create",
      (client) => client.subAccounts.create({ ...sub, rights: 32 }),
      /body\.rights: .*31/,
    ],
    [
      "sub-account rights -1",
      (client) => client.subAccounts.create({ ...sub, rights: -1 }),
      /body\.rights: .*0/,
    ],
    [
      "sub-account rights 128 in an update",
      (client) => client.subAccounts.update({ accountId: 91 }, { language: "en", rights: 128 }),
      /body\.rights: .*127/,
    ],
    [
      "sub-account update without language",
      (client) => client.subAccounts.update({ accountId: 91 }, untyped({ rights: 1 })),
      /body\.language/,
    ],
    [
      "country of 3 letters",
      (client) => client.subAccounts.create({ ...sub, profile: { ...profile, country: "AUT" } }),
      /body\.profile\.country: expected a two-letter/,
    ],
    [
      "half a profile",
      (client) => client.subAccounts.create(untyped({ ...sub, profile: { country: "AT" } })),
      /body\.profile\.city: missing/,
    ],
    [
      "account update without language",
      (client) => client.account.update(untyped({ name: "A" })),
      /body\.language/,
    ],
    [
      "integration without API key",
      (client) => client.account.removeIntegration(untyped({ tokenId: "t" })),
      /query\.apiKeyId/,
    ],

    [
      "webhook over http",
      (client) =>
        client.webhooks.create({ webhookUrl: "http://hooks.example.com", webhookFeatures: ["DEVICE_LOGS"] }),
      /body\.webhookUrl: expected a URL that starts with https/,
    ],
    [
      "webhook feature",
      (client) =>
        client.webhooks.create(
          untyped({ webhookUrl: "https://hooks.example.com", webhookFeatures: ["LOGS"] }),
        ),
      /body\.webhookFeatures\[0\]: .*"DEVICE_STATUS"/,
    ],
    [
      "webhook without feature",
      (client) => client.webhooks.create({ webhookUrl: "https://hooks.example.com", webhookFeatures: [] }),
      /body\.webhookFeatures/,
    ],
    [
      "101 webhook logs",
      (client) => client.apiKeys.webhookLogs({ apiKeyId: 41 }, { limit: 101 }),
      /query\.limit: .*100/,
    ],
    ["51 lock logs", (client) => client.smartlocks.listLogsOf(lock, { limit: 51 }), /query\.limit: .*50/],
    ["51 logs of all locks", (client) => client.smartlocks.listLogs({ limit: 51 }), /query\.limit: .*50/],
    [
      "a log date without offset",
      (client) => client.smartlocks.listLogs({ fromDate: "2026-01-01T00:00:00" }),
      /query\.fromDate: .*offset/,
    ],

    [
      "admin PIN 10000",
      (client) => client.smartlocks.setAdminPin(lock, { adminPin: 10_000 }),
      /body\.adminPin: .*9999/,
    ],
    [
      "admin PIN -1",
      (client) => client.smartlocks.setAdminPin(lock, { adminPin: -1 }),
      /body\.adminPin: .*0/,
    ],
    ["action 8", (client) => client.smartlocks.action(lock, { action: 8 }), /body\.action: .*7/],
    ["action -1", (client) => client.smartlocks.action(lock, { action: -1 }), /body\.action: .*0/],
    [
      "action 8 with callback",
      (client) => client.webhooks.actionAdvanced(lock, { action: 8 }),
      /body\.action: .*7/,
    ],
    [
      "half a configuration",
      (client) => client.smartlocks.setConfig(lock, untyped({ name: "A" })),
      /body\.latitude: missing/,
    ],
    [
      "intercoms of no brand",
      (client) => client.openers.listIntercoms(),
      /query\.brandId: needed unless recentlyChanged is true/,
    ],
    [
      "intercoms of no brand, not recently changed",
      (client) => client.openers.listIntercoms({ recentlyChanged: false }),
      /query\.brandId/,
    ],
    [
      "notification system 3",
      (client) => client.notifications.create(untyped({ ...push, os: 3 })),
      /body\.os: .*0\|1\|2/,
    ],
    [
      "a webhook notification without URL",
      (client) => client.notifications.create({ ...push, os: 2 }),
      /body\.pushId: a webhook \(os 2\) needs a URL/,
    ],
    [
      "notification event",
      (client) =>
        client.notifications.create(untyped({ ...push, os: 0, settings: [{ triggerEvents: ["knock"] }] })),
      /body\.settings\[0\]\.triggerEvents\[0\]/,
    ],
    [
      "account settings",
      (client) => client.account.setSettings(untyped({ web: { deviceViewType: "GRID" } })),
      /body\.web\.deviceViewType: .*"LIST"\|"TILE"/,
    ],
  ]);
});
