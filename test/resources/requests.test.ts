import type { SmartlockClient } from "../../provider/api";
import { registry } from "../../provider/resources";
import { authorizationBulk } from "../../provider/resources/authorization/authorization-bulk";
import { authorizations, listEveryType } from "../../provider/resources/authorization/authorization-list";
import { failure, startFakeService, type FakeService, type SeenRequest } from "../api/fake-service";

type Bag = Record<string, unknown>;

/** The calls of a kind, for any fields. A kind has only some of them. */
interface Calls {
  readonly list: (api: SmartlockClient, parent: string) => Promise<unknown>;
  readonly otherwise: { readonly list: (api: SmartlockClient, parent: string) => Promise<unknown> };
  readonly get: (api: SmartlockClient, id: Bag) => Promise<unknown>;
  readonly witness: (api: SmartlockClient, id: Bag) => Promise<unknown>;
  readonly create: (api: SmartlockClient, wanted: Bag) => Promise<unknown>;
  readonly update: (
    api: SmartlockClient,
    live: Bag,
    wanted: Bag,
    changed: readonly string[],
  ) => Promise<unknown>;
  readonly adoption: {
    readonly takeOver: (api: SmartlockClient, live: Bag, wanted: Bag) => Promise<unknown>;
    readonly makeAnew: (api: SmartlockClient, live: Bag, wanted: Bag) => Promise<unknown>;
  };
  readonly remove: (api: SmartlockClient, id: Bag) => Promise<unknown>;
  readonly parent: {
    readonly device: { readonly sync: (api: SmartlockClient, key: string) => Promise<unknown> };
  };
}

const callsOf = (kind: keyof typeof registry): Calls => registry[kind] as unknown as Calls;

const id = "5f1a2b3c4d5e6f7081920a0b";
const user = { accountUserId: 5, email: "ann@example.com", name: "Ann", language: "fr" };
const account = { accountId: 9, email: "ann@example.com", name: "Ann" };
const house = { addressId: 7, name: "House", smartlockIds: [4], settings: { wifi: "open", pets: true } };
const hook = { id: 3, webhookUrl: "https://example.com/", webhookFeatures: ["DEVICE_LOGS"] };
const bell = { notificationId: "n-1", os: 1, pushId: "push-1" };
const unit = { id: "unit-1", name: "Flat" };
const wantedHook = { webhookUrl: "https://example.com/", webhookFeatures: ["DEVICE_LOGS"] };
const login = {
  email: "ann@example.com",
  password: "demo-password",
  name: "Ann",
  rights: ["manageLocks", "operate"],
  language: "en",
};
const sentLogin = { ...login, rights: 3 };
const profile = { firstName: "A", lastName: "B", address: "C", zip: "D", city: "E", country: "AT" };
const code = { name: "Guest", remoteAllowed: false, type: "code" as const, code: 482913 };
const sentCode = { ...code, type: 13 };
const noLimits = {
  allowedFromDate: null,
  allowedUntilDate: null,
  allowedWeekDays: null,
  allowedFromTime: null,
  allowedUntilTime: null,
};
/** A type cannot be changed, so it is not sent. */
const updatedCode = { name: "Guest", remoteAllowed: false, code: 482913 };

describe("what is asked of the service", () => {
  let service: FakeService;
  let api: SmartlockClient;

  beforeAll(async () => {
    service = await startFakeService();
    api = service.client;
  });
  beforeEach(() => {
    service.requests.length = 0;
  });
  afterAll(() => service.stop());

  /** The requests of a call, when the service gives this answer to each. */
  async function asked(call: () => Promise<unknown>, answer?: unknown): Promise<[string, unknown?][]> {
    service.answer = () => (answer === undefined ? {} : { body: answer });
    await call();
    return service.requests.map(said);
  }

  function said({ method, path, query, body }: SeenRequest): [string, unknown?] {
    const search = new URLSearchParams(query).toString();
    const line = `${method} ${path}${search === "" ? "" : `?${decodeURIComponent(search)}`}`;
    return body === undefined ? [line] : [line, body];
  }

  it.each<[string, () => Promise<unknown>, unknown, readonly (readonly [string, unknown?])[]]>([
    ["addresses", () => callsOf("Address").list(api, ""), [], [["GET /address"]]],
    ["units", () => callsOf("AddressUnit").list(api, "7"), [], [["GET /address/7/unit"]]],
    ["users", () => callsOf("AccountUser").list(api, ""), [], [["GET /account/user?offset=0&limit=1000"]]],
    [
      "users, otherwise",
      () => callsOf("AccountUser").otherwise.list(api, ""),
      [],
      [["GET /account/user?offset=0&limit=99"]],
    ],
    ["sub-accounts", () => callsOf("SubAccount").list(api, ""), [], [["GET /account/sub"]]],
    ["authorizations", () => callsOf("Authorization").list(api, ""), [], [["GET /smartlock/auth"]]],
    [
      "authorizations of a lock",
      () => authorizations.byParent.list(api, "12"),
      [],
      [["GET /smartlock/12/auth"]],
    ],
    [
      "authorizations that this provider makes",
      () => authorizations.otherwise.list(api, ""),
      [],
      [["GET /smartlock/auth?types=0,2,13"]],
    ],
    [
      "authorizations of one type",
      () => authorizations.otherwise.list(api, "", "code"),
      [],
      [["GET /smartlock/auth?types=13"]],
    ],
    [
      "authorizations of a lock that this provider makes",
      () => Promise.resolve(authorizations.otherwise.listByParent?.(api, "12")),
      [],
      [["GET /smartlock/12/auth?types=0,2,13"]],
    ],
    [
      "authorizations of every type",
      () => listEveryType(api),
      [],
      [["GET /smartlock/auth?types=0,1,2,3,13,14,15"]],
    ],
    ["webhooks", () => callsOf("Webhook").list(api, ""), [], [["GET /api/decentralWebhook"]]],
    ["notifications", () => callsOf("Notification").list(api, ""), [], [["GET /notification"]]],
  ])("to list %s", async (_what, call, answer, requests) => {
    expect(await asked(call, answer)).toEqual(requests);
  });

  it.each<[string, () => Promise<unknown>, unknown, string]>([
    ["a user", () => callsOf("AccountUser").get(api, { accountUserId: 5 }), user, "GET /account/user/5"],
    ["a sub-account", () => callsOf("SubAccount").get(api, { accountId: 9 }), account, "GET /account/sub/9"],
    [
      "an authorization",
      () => callsOf("Authorization").get(api, { smartlockId: 12, authorizationId: id }),
      { id, smartlockId: 12, ...sentCode, enabled: true },
      `GET /smartlock/12/auth/${id}`,
    ],
    [
      "a notification",
      () => callsOf("Notification").get(api, { notificationId: "n-1" }),
      bell,
      "GET /notification/n-1",
    ],
  ])("to read %s", async (_what, call, answer, request) => {
    expect(await asked(call, answer)).toEqual([[request]]);
  });

  it.each<[string, () => Promise<unknown>, unknown, readonly (readonly [string, unknown?])[]]>([
    [
      "an address, of which settings come later",
      () => callsOf("Address").create(api, { name: "House", smartlockIds: [4], settings: { wifi: "open" } }),
      house,
      [["PUT /address", { name: "House", smartlockIds: [4] }]],
    ],
    [
      "a unit",
      () => callsOf("AddressUnit").create(api, { addressId: 7, name: "Flat" }),
      unit,
      [["PUT /address/7/unit", { name: "Flat" }]],
    ],
    [
      "a user",
      () =>
        callsOf("AccountUser").create(api, {
          email: "ann@example.com",
          name: "Ann",
          type: "company",
          language: "fr",
        }),
      user,
      [["PUT /account/user", { email: "ann@example.com", name: "Ann", type: 1, language: "fr" }]],
    ],
    [
      "a user, of whom nothing else is declared",
      () => callsOf("AccountUser").create(api, { email: "ann@example.com", name: "Ann" }),
      user,
      [["PUT /account/user", { email: "ann@example.com", name: "Ann" }]],
    ],
    [
      "a sub-account, which has no rights at first",
      () => callsOf("SubAccount").create(api, login),
      account,
      [["PUT /account/sub", { ...login, rights: 0 }]],
    ],
    [
      "a sub-account with a profile",
      () => callsOf("SubAccount").create(api, { ...login, profile }),
      account,
      [["PUT /account/sub", { ...login, rights: 0, profile }]],
    ],
    [
      "an authorization",
      () =>
        callsOf("Authorization").create(api, {
          smartlockId: 12,
          ...code,
          enabled: true,
          allowedWeekDays: ["mon", "tue"],
          allowedFromTime: "18:00",
        }),
      undefined,
      [
        [
          "PUT /smartlock/12/auth",
          {
            ...sentCode,
            allowedFromDate: "2000-01-01T00:00:00.000Z",
            allowedWeekDays: 96,
            allowedFromTime: 1080,
            allowedUntilTime: 1440,
          },
        ],
      ],
    ],
    [
      "a webhook",
      () => callsOf("Webhook").create(api, wantedHook),
      hook,
      [["PUT /api/decentralWebhook", wantedHook]],
    ],
    [
      "a notification",
      () =>
        callsOf("Notification").create(api, {
          pushId: "push-1",
          os: "ios",
          settings: [{ triggerEvents: ["ring"], smartlockId: 4, authIds: undefined }],
          referenceId: "bell",
          secret: undefined,
          language: "fr",
        }),
      bell,
      [
        [
          "PUT /notification",
          {
            pushId: "push-1",
            os: 1,
            settings: [{ triggerEvents: ["ring"], smartlockId: 4 }],
            referenceId: "bell",
            language: "fr",
          },
        ],
      ],
    ],
    [
      "an authorization on many locks",
      () =>
        authorizationBulk.create(api, [
          { ...code, smartlockId: 12 },
          { ...code, smartlockId: 30 },
        ]),
      undefined,
      [["PUT /smartlock/auth", { ...sentCode, smartlockIds: [12, 30] }]],
    ],
    ["authorizations on no lock", () => authorizationBulk.create(api, []), undefined, []],
  ])("to create %s", async (_what, call, answer, requests) => {
    expect(await asked(call, answer)).toEqual(requests);
  });

  it.each<[string, () => Promise<unknown>, unknown, readonly (readonly [string, unknown?])[]]>([
    [
      "an address: the declared settings over those that are there",
      () =>
        callsOf("Address").update(
          api,
          house,
          { name: "Hut", smartlockIds: [], settings: { wifi: "guests" } },
          [],
        ),
      undefined,
      [["POST /address/7", { name: "Hut", smartlockIds: [], settings: { wifi: "guests", pets: true } }]],
    ],
    [
      "an address without a word on settings",
      () => callsOf("Address").update(api, house, { name: "Hut", smartlockIds: [4] }, []),
      undefined,
      [["POST /address/7", { name: "Hut", smartlockIds: [4] }]],
    ],
    [
      "a user, in the declared language",
      () =>
        callsOf("AccountUser").update(api, user, { email: "b@example.com", name: "B", language: "de" }, []),
      user,
      [["POST /account/user/5", { email: "b@example.com", name: "B", language: "de" }]],
    ],
    [
      "a user, in the language that is there",
      () => callsOf("AccountUser").update(api, user, { email: "b@example.com", name: "B" }, []),
      user,
      [["POST /account/user/5", { email: "b@example.com", name: "B", language: "fr" }]],
    ],
    [
      "a user without any language",
      () =>
        callsOf("AccountUser").update(
          api,
          { ...user, language: null },
          { email: "b@example.com", name: "B" },
          [],
        ),
      user,
      [["POST /account/user/5", { email: "b@example.com", name: "B", language: "en" }]],
    ],
    [
      "a sub-account, whose password is another one",
      () => callsOf("SubAccount").update(api, account, login, ["password"]),
      account,
      [["POST /account/sub/9", sentLogin], ["GET /account/sub/9"]],
    ],
    [
      "a sub-account, whose password is the same",
      () => callsOf("SubAccount").update(api, account, login, ["name"]),
      account,
      [["POST /account/sub/9", { ...sentLogin, password: undefined }], ["GET /account/sub/9"]],
    ],
    [
      "a sub-account that is taken over, with its password",
      () => callsOf("SubAccount").adoption.takeOver(api, account, login),
      account,
      [["POST /account/sub/9", sentLogin], ["GET /account/sub/9"]],
    ],
    [
      "an authorization, whole",
      () => callsOf("Authorization").update(api, { smartlockId: 12, id }, { ...code, enabled: true }, []),
      undefined,
      [[`POST /smartlock/12/auth/${id}`, { ...updatedCode, ...noLimits, enabled: true }]],
    ],
    [
      "many authorizations",
      () =>
        authorizationBulk.update(api, [
          {
            live: { id, smartlockId: 12, type: 13, name: "Guest", enabled: true, remoteAllowed: false },
            wanted: { ...code, smartlockId: 12 },
          },
        ]),
      undefined,
      [["POST /smartlock/auth", [{ id, ...updatedCode, ...noLimits }]]],
    ],
    [
      "a notification",
      () => callsOf("Notification").update(api, bell, { pushId: "push-2", os: "android", settings: [] }, []),
      bell,
      [["POST /notification/n-1", { pushId: "push-2", os: 0, settings: [] }]],
    ],
  ])("to change %s", async (_what, call, answer, requests) => {
    expect(await asked(call, answer)).toEqual(JSON.parse(JSON.stringify(requests)));
  });

  const newerLimits = {
    allowedFromDate: "2026-01-10T08:00:00.000Z",
    allowedWeekDays: 192,
    allowedFromTime: 1500,
    allowedUntilTime: 2000,
  };
  const newerSettings = [{ triggerEvents: ["knock"] }];

  it.each<[string, () => Promise<unknown>, unknown, readonly (readonly [string, unknown?])[]]>([
    [
      "an authorization",
      () =>
        callsOf("Authorization").update(
          api,
          { smartlockId: 12, id },
          { ...code, type: 99, ...newerLimits },
          [],
        ),
      undefined,
      [[`POST /smartlock/12/auth/${id}`, { ...updatedCode, allowedUntilDate: null, ...newerLimits }]],
    ],
    [
      "many authorizations",
      () =>
        authorizationBulk.update(api, [
          {
            live: { id, smartlockId: 12, type: 99, name: "Guest", enabled: true, remoteAllowed: false },
            wanted: { ...code, smartlockId: 12, ...newerLimits } as unknown as typeof code & {
              smartlockId: number;
            },
          },
        ]),
      undefined,
      [["POST /smartlock/auth", [{ id, ...updatedCode, allowedUntilDate: null, ...newerLimits }]]],
    ],
    [
      "a notification",
      () =>
        callsOf("Notification").update(
          api,
          bell,
          { pushId: "push-2", os: 7, settings: newerSettings, language: "pt" },
          [],
        ),
      bell,
      [["POST /notification/n-1", { pushId: "push-2", os: 7, settings: newerSettings, language: "pt" }]],
    ],
  ])(
    "to change %s, which has what this release has no word for: it is given back",
    async (_what, call, answer, requests) => {
      expect(await asked(call, answer)).toEqual(JSON.parse(JSON.stringify(requests)));
    },
  );

  it.each<[string, () => Promise<unknown>, unknown, readonly (readonly [string, unknown?])[]]>([
    [
      "an address",
      () => callsOf("Address").remove(api, { addressId: 7 }),
      undefined,
      [["DELETE /address/7"]],
    ],
    [
      "a unit",
      () => callsOf("AddressUnit").remove(api, { addressId: 7, unitId: "unit-1" }),
      { requestId: "r", error: null },
      [["DELETE /address/7/unit/unit-1"]],
    ],
    [
      "a user",
      () => callsOf("AccountUser").remove(api, { accountUserId: 5 }),
      undefined,
      [["DELETE /account/user/5"]],
    ],
    [
      "a sub-account",
      () => callsOf("SubAccount").remove(api, { accountId: 9 }),
      undefined,
      [["DELETE /account/sub/9"]],
    ],
    [
      "an authorization",
      () => callsOf("Authorization").remove(api, { smartlockId: 12, authorizationId: id }),
      undefined,
      [[`DELETE /smartlock/12/auth/${id}`]],
    ],
    [
      "many authorizations",
      () => authorizationBulk.remove(api, [{ authorizationId: id }]),
      undefined,
      [["DELETE /smartlock/auth", [id]]],
    ],
    [
      "a webhook",
      () => callsOf("Webhook").remove(api, { webhookId: 3 }),
      undefined,
      [["DELETE /api/decentralWebhook/3"]],
    ],
    [
      "a notification",
      () => callsOf("Notification").remove(api, { notificationId: "n-1" }),
      undefined,
      [["DELETE /notification/n-1"]],
    ],
  ])("to delete %s", async (_what, call, answer, requests) => {
    expect(await asked(call, answer)).toEqual(requests);
  });

  it("so that a lock tells what it really holds", async () => {
    const { device } = callsOf("Authorization").parent;
    expect(await asked(() => device.sync(api, "12"))).toEqual([["POST /smartlock/12/sync"]]);
  });

  describe("and what is made of the answer:", () => {
    it("a unit knows its address, whether it was listed or made", async () => {
      service.answer = ({ method }) => ({ body: method === "GET" ? [unit] : unit });
      const { list, create } = callsOf("AddressUnit");
      expect(await list(api, "7")).toEqual([{ ...unit, addressId: 7 }]);
      expect(await create(api, { addressId: 7, name: "Flat" })).toEqual({ ...unit, addressId: 7 });
    });

    it.each([{ requestId: "r" }, { requestId: "r", error: null }, { requestId: "r", error: "" }])(
      "%j to the delete of a unit is success",
      async (answer) => {
        service.answer = () => ({ body: answer });
        await callsOf("AddressUnit").remove(api, { addressId: 7, unitId: "unit-1" });
      },
    );

    it("an error in the answer to the delete of a unit is one", async () => {
      service.answer = () => ({ body: { requestId: "r", error: "in use" } });
      const { message } = await failure(
        callsOf("AddressUnit").remove(api, { addressId: 7, unitId: "unit-1" }),
      );
      expect(message).toBe('the service says "in use". Look at it in the app, then run again.');
    });

    it("such an error tells no token and steers no terminal", async () => {
      service.answer = () => ({ body: { requestId: "r", error: "demo-token\u001b[2J\n\nrefused" } });
      const { message } = await failure(
        callsOf("AddressUnit").remove(api, { addressId: 7, unitId: "unit-1" }),
      );
      expect(message).toBe(
        'the service says "[secret]\\u001b[2J refused". Look at it in the app, then run again.',
      );
    });

    it("an address is what was there, with what was sent", async () => {
      service.answer = () => ({});
      const updated = await callsOf("Address").update(api, house, { name: "Hut", smartlockIds: [] }, []);
      expect(updated).toEqual({ ...house, name: "Hut", smartlockIds: [] });
    });

    it.each([
      ["the user that the service answers", { ...user, name: "Answered" }, { ...user, name: "Answered" }],
      ["what was there, with what was sent", undefined, { ...user, email: "b@example.com", name: "B" }],
    ])("a user is %s", async (_what, answer, expected) => {
      service.answer = () => (answer === undefined ? {} : { body: answer });
      const updated = await callsOf("AccountUser").update(
        api,
        user,
        { email: "b@example.com", name: "B" },
        [],
      );
      expect(updated).toEqual(expected);
    });

    it("a sub-account is what the service shows then", async () => {
      service.answer = ({ method }) => (method === "GET" ? { body: { ...account, rights: 1 } } : {});
      expect(await callsOf("SubAccount").update(api, account, login, [])).toEqual({
        ...account,
        rights: 1,
      });
    });

    it("a webhook that is taken over is made anew only where its secret is lost", async () => {
      service.answer = () => ({ body: hook });
      const anew = (live: Bag) => callsOf("Webhook").adoption.makeAnew(api, live, wantedHook);
      expect(await anew({ ...hook, secret: "demo-secret" })).toBeUndefined();
      expect(service.requests).toEqual([]);
      expect(await anew(hook)).toEqual(hook);
      expect(service.requests.map(said)).toEqual([["PUT /api/decentralWebhook", wantedHook]]);
    });

    it("the units of an address are listed only while it is there", async () => {
      service.answer = () => ({ status: 200, body: [] });
      await callsOf("Address").witness(api, { addressId: 7 });
      expect(service.requests.map(said)).toEqual([["GET /address/7/unit", undefined]]);
    });

    it.each([400, 401, 403, 404])(
      "what %i to the units of an address means is not judged here",
      async (status) => {
        service.answer = () => ({ status, body: {} });
        await expect(callsOf("Address").witness(api, { addressId: 7 })).rejects.toThrow(`(${status})`);
      },
    );
  });
});
