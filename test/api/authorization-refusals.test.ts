import { itRefuses, untyped } from "./refusals";

const smartlockId = 18_000_000_001;
const hexId = "5f1a2b3c4d5e6f7081920a0b";
const app = { name: "Cleaner", remoteAllowed: false, accountUserId: 71 };
const keypad = { name: "Cleaner", remoteAllowed: false, type: 13, code: 482913 } as const;
const lock = { smartlockId };
const auth = { smartlockId, id: hexId };
const at = "2026-01-01T00:00:00Z";

describe("an authorization that breaks a rule", () => {
  itRefuses([
    [
      "a misspelt limit",
      (client) => client.authorizations.create(lock, untyped({ ...app, allowedUntildate: at })),
      /unknown field "allowedUntildate"/,
    ],
    [
      "a misspelt limit in a bulk create",
      (client) =>
        client.authorizations.createMany(untyped({ ...app, smartlockIds: [smartlockId], allowedFrom: at })),
      /unknown field "allowedFrom"/,
    ],
    [
      "a misspelt limit in a bulk update",
      (client) => client.authorizations.updateMany([untyped({ id: hexId, name: "A", allowedFrom: at })]),
      /body\[0\]: unknown field "allowedFrom"/,
    ],
    [
      "the lock's own number as an authorization's id",
      (client) => client.authorizations.remove({ smartlockId, id: "4711" }),
      /ids\.id: an authorization's id has 24 hex digits/,
    ],
    [
      "the lock's own number in a bulk delete",
      (client) => client.authorizations.removeMany([hexId, "4711"]),
      /body\[1\]: an authorization's id/,
    ],
    ["a bulk delete of nothing", (client) => client.authorizations.removeMany([]), /body: .*1/],
    ["a bulk update of nothing", (client) => client.authorizations.updateMany([]), /body: .*1/],
    [
      "a bulk create without locks",
      (client) => client.authorizations.createMany({ ...app, smartlockIds: [] }),
      /body\.smartlockIds: name at least one lock/,
    ],
    [
      "a name of 33",
      (client) => client.authorizations.create(lock, { ...app, name: "n".repeat(33) }),
      /body\.name: .*32/,
    ],
    [
      "a keypad name of 21",
      (client) => client.authorizations.create(lock, { ...keypad, name: "n".repeat(21) }),
      /body\.name: the name of a keypad code has at most 20/,
    ],
    [
      "a keypad name of 21 in a bulk create",
      (client) =>
        client.authorizations.createMany({ ...keypad, name: "n".repeat(21), smartlockIds: [smartlockId] }),
      /body\.name: .*20/,
    ],
    [
      "a keypad name of 21 in an update",
      (client) => client.authorizations.update(auth, { name: "n".repeat(21), code: 482913 }),
      /body\.name: .*20/,
    ],
    [
      "a name of 33 in an update",
      (client) => client.authorizations.update(auth, { name: "n".repeat(33) }),
      /body\.name: .*32/,
    ],
    [
      "an update without name",
      (client) => client.authorizations.update(auth, untyped({ enabled: false })),
      /body\.name: missing/,
    ],
    [
      "a name of 33 in a shared key",
      (client) => client.authorizations.createSharedKey(lock, { name: "n".repeat(33) }),
      /body\.name: .*32/,
    ],
    [
      "a code of 5",
      (client) => client.authorizations.create(lock, { ...keypad, code: 48291 }),
      /body\.code: a keypad code has six digits/,
    ],
    [
      "a code of 7",
      (client) => client.authorizations.create(lock, { ...keypad, code: 4829135 }),
      /body\.code: a keypad code/,
    ],
    [
      "a code with 0",
      (client) => client.authorizations.create(lock, { ...keypad, code: 480913 }),
      /body\.code: a keypad code/,
    ],
    [
      "a code that starts with 12",
      (client) => client.authorizations.create(lock, { ...keypad, code: 124567 }),
      /body\.code: a keypad code/,
    ],
    [
      "a code as text",
      (client) => client.authorizations.create(lock, untyped({ ...keypad, code: "482913" })),
      /body\.code/,
    ],
    [
      "a bad code in an update",
      (client) => client.authorizations.update(auth, { name: "A", code: 111110 }),
      /body\.code: a keypad code/,
    ],
    [
      "authorization type 3",
      (client) => client.authorizations.create(lock, untyped({ ...app, type: 3 })),
      /body\.type: .*0\|2\|13/,
    ],
    [
      "an app without user",
      (client) => client.authorizations.create(lock, { name: "A", remoteAllowed: true }),
      /body\.accountUserId: needed unless/,
    ],
    [
      "a fob without user",
      (client) => client.authorizations.create(lock, { name: "A", remoteAllowed: true, type: 2 }),
      /body\.accountUserId/,
    ],
    [
      "an app with code",
      (client) => client.authorizations.create(lock, { ...app, code: 482913 }),
      /body\.code: only an authorization of type 13/,
    ],
    [
      "a fob with code",
      (client) => client.authorizations.create(lock, { ...app, type: 2, code: 482913 }),
      /body\.code: only/,
    ],
    [
      "a keypad code without code",
      (client) => client.authorizations.create(lock, { name: "A", remoteAllowed: false, type: 13 }),
      /body\.code: .*needs a code/,
    ],
    [
      "a bulk keypad code without code",
      (client) =>
        client.authorizations.createMany({
          name: "A",
          remoteAllowed: false,
          type: 13,
          smartlockIds: [smartlockId],
        }),
      /body\.code: .*needs a code/,
    ],
    [
      "no word on remote access",
      (client) => client.authorizations.create(lock, untyped({ name: "A", accountUserId: 1 })),
      /body\.remoteAllowed: missing/,
    ],
    [
      "week days 128",
      (client) => client.authorizations.create(lock, { ...app, allowedWeekDays: 128 }),
      /body\.allowedWeekDays: .*127/,
    ],
    [
      "minute 1441",
      (client) => client.authorizations.create(lock, { ...app, allowedUntilTime: 1441 }),
      /body\.allowedUntilTime: .*1440/,
    ],
    [
      "a date without offset",
      (client) => client.authorizations.create(lock, { ...app, allowedFromDate: "2026-01-01T00:00:00" }),
      /body\.allowedFromDate: .*offset/,
    ],
    [
      "null in a create",
      (client) => client.authorizations.create(lock, untyped({ ...app, allowedFromDate: null })),
      /body\.allowedFromDate/,
    ],
    [
      "enabled in a create",
      (client) => client.authorizations.create(lock, untyped({ ...app, enabled: true })),
      /unknown field "enabled"/,
    ],
    [
      "type in an update",
      (client) => client.authorizations.update(auth, untyped({ name: "A", type: 13 })),
      /unknown field "type"/,
    ],
    [
      "code in an advanced create",
      (client) =>
        client.webhooks.createAuthorizationsAdvanced(
          untyped({ ...app, smartlockIds: [smartlockId], code: 482913 }),
        ),
      /unknown field "code"/,
    ],
    [
      "an advanced create without user",
      (client) =>
        client.webhooks.createAuthorizationsAdvanced(
          untyped({ name: "A", remoteAllowed: true, smartlockIds: [smartlockId] }),
        ),
      /body\.accountUserId/,
    ],
  ]);
});
