import { AnswerError, NotFoundError, type SmartlockClient } from "../../provider/api";
import { failure, startFakeService, type FakeService } from "./fake-service";

let service: FakeService;
let client: SmartlockClient;

beforeAll(async () => {
  service = await startFakeService();
  client = service.client;
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(() => service.stop());

const answering = (body: unknown, status?: number) => {
  service.answer = () => ({ body, ...(status !== undefined && { status }) });
};

const smartlockId = 18_000_000_001;
const lock = { smartlockId, type: 4, name: "Front door", serverState: 0 };
const authorization = {
  id: "5f1a2b3c4d5e6f7081920a0b",
  smartlockId,
  type: 13,
  name: "Cleaner",
  enabled: true,
  remoteAllowed: false,
};
const user = { accountUserId: 71, email: "cleaner@example.com", name: "Cleaner" };
const address = { addressId: 5, name: "Harbour Street 5", smartlockIds: [smartlockId] };

describe("an answer may hold more, and less, than is known", () => {
  const cases: [what: string, body: unknown, call: () => Promise<unknown>][] = [
    ["unknown fields are kept", [{ ...address, parking: "yard" }], () => client.addresses.list()],
    [
      "unknown fields deep inside are kept",
      { ...lock, config: { glow: 3 } },
      () => client.smartlocks.get({ smartlockId }),
    ],
    ["optional fields may be missing", [lock], () => client.smartlocks.list()],
    [
      "optional fields may be null",
      { ...lock, config: null, state: null, operationId: null },
      () => client.smartlocks.get({ smartlockId }),
    ],
    [
      "fields of a configuration may be null",
      { ...lock, config: { name: null, keypadPaired: null } },
      () => client.smartlocks.get({ smartlockId }),
    ],
    [
      "values may be out of the range of today",
      { ...lock, type: 99, serverState: 17 },
      () => client.smartlocks.get({ smartlockId }),
    ],
    [
      "an id may have another form",
      [{ ...authorization, id: "another-form" }],
      () => client.authorizations.list(),
    ],
    [
      "an operation id may be text",
      [{ ...authorization, operationId: "6f" }],
      () => client.authorizations.list(),
    ],
    [
      "an operation id may be an object",
      [{ ...authorization, operationId: { timestamp: 1 } }],
      () => client.authorizations.list(),
    ],
    ["a code is readable", [{ ...authorization, code: 482913 }], () => client.authorizations.list()],
    [
      "a service may look like anything",
      [{ id: "airbnb", linked: true, context: { a: 1 } }],
      () => client.services.list(),
    ],
    ["a user may lack a type", user, () => client.accountUsers.get({ accountUserId: 71 })],
    ["an empty list is a list", [], () => client.addresses.list()],
    ["a secret in Base32", "JBSWY3DPEHPK3PXP", () => client.account.createOtpSecret()],
    ["settings without anything", {}, () => client.account.getSettings()],
    [
      "logs with any body",
      [{ id: "w-1", request: { headers: { a: "b" }, body: { c: 1 }, path: "/" } }],
      () => client.apiKeys.webhookLogs({ apiKeyId: 41 }),
    ],
  ];

  it.each(cases)("%s", async (_, body, call) => {
    answering(body);
    await expect(call()).resolves.toEqual(body);
  });

  it("a user's update may be answered with the user", async () => {
    answering(user);
    const { accountUserId, email, name } = user;
    await expect(
      client.accountUsers.update({ accountUserId }, { email, name, language: "en" }),
    ).resolves.toEqual(user);
  });

  it("a user's update may be answered with nothing", async () => {
    service.answer = () => ({});
    const { accountUserId, email, name } = user;
    await expect(
      client.accountUsers.update({ accountUserId }, { email, name, language: "en" }),
    ).resolves.toBeUndefined();
  });

  it("a body where none is expected is ignored", async () => {
    answering({ any: "thing" });
    await expect(client.addresses.remove({ addressId: 5 })).resolves.toBeUndefined();
  });
});

describe("a text from something in front of the service fails", () => {
  const atOnce = { budgetMs: 200 };

  it.each<[string, () => Promise<unknown>]>([
    ["a delete", () => client.addresses.remove({ addressId: 5 }, atOnce)],
    ["a list", () => client.addresses.list(atOnce)],
  ])("%s", async (_what, call) => {
    service.answer = () => ({ text: "Blocked" });
    const error = await failure(call());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toMatch(
      /the answer is not JSON \(text\/plain\).*Check that the base URL \(.*\) leads to the service itself/,
    );
  });

  it("unless the service itself sends a text", async () => {
    service.answer = () => ({ text: "JBSWY3DPEHPK3PXP" });
    await expect(client.account.createOtpSecret()).resolves.toBe("JBSWY3DPEHPK3PXP");
    await expect(client.services.link({ serviceId: "airbnb" }, {})).resolves.toBe("JBSWY3DPEHPK3PXP");
  });
});

describe("an answer of the wrong form fails", () => {
  const cases: [what: string, body: unknown, call: () => Promise<unknown>, told: RegExp][] = [
    [
      "an object instead of a list",
      { addresses: [] },
      () => client.addresses.list(),
      /answer: .*expected array/,
    ],
    [
      "a list in which one object lacks its id",
      [address, { name: "B", smartlockIds: [] }],
      () => client.addresses.list(),
      /answer\[1\]\.addressId: missing/,
    ],
    [
      "locks of an address as text",
      [{ ...address, smartlockIds: ["1"] }],
      () => client.addresses.list(),
      /answer\[0\]\.smartlockIds\[0\]/,
    ],
    [
      "a number beyond exact ones",
      [{ ...lock, smartlockId: 2 ** 60 }],
      () => client.smartlocks.list(),
      /answer\[0\]\.smartlockId/,
    ],
    [
      "a lock without state of connection",
      { ...lock, serverState: undefined },
      () => client.smartlocks.get({ smartlockId }),
      /answer\.serverState: missing/,
    ],
    [
      "an authorization whose enabled is text",
      [{ ...authorization, enabled: "true" }],
      () => client.authorizations.list(),
      /answer\[0\]\.enabled/,
    ],
    [
      "a user without e-mail",
      [{ ...user, email: null }],
      () => client.accountUsers.list(),
      /answer\[0\]\.email/,
    ],
    [
      "a page without its total",
      { results: [], pagination: {} },
      () => client.authorizations.page(),
      /answer\.pagination\.totalItems: missing/,
    ],
    [
      "a webhook whose id is text",
      { id: "31", webhookUrl: "https://h.example.com", webhookFeatures: [] },
      () => client.webhooks.list(),
      /answer/,
    ],
  ];

  it.each(cases)("%s", async (_, body, call, told) => {
    answering(body);
    const error = await failure(call());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toMatch(told);
    expect(error).toMatchObject({ status: 200, outcomeUnknown: false });
  });

  it("nothing instead of a list fails: it must not look like an empty account", async () => {
    service.answer = () => ({});
    await expect(client.addresses.list()).rejects.toThrow(AnswerError);
  });

  it("says that a create may have taken effect, because it did", async () => {
    answering({ name: "B" });
    const error = await failure(client.addresses.create({ name: "B", smartlockIds: [] }));
    expect(error).toMatchObject({ name: "AnswerError", operation: "addresses.create", outcomeUnknown: true });
    expect(error.message).toContain("PUT /address");
  });

  it("names a few problems of a long list, and how many more there are", async () => {
    answering(Array.from({ length: 400 }, () => ({ ...address, name: 5 })));
    const { message } = await failure(client.addresses.list());
    expect(message).toContain("answer[4].name");
    expect(message).not.toContain("answer[5].name");
    expect(message).toContain("and 395 more");
  });

  it("says nothing of the values in it", async () => {
    const seen: string[] = [];
    const look = async (body: unknown, call: () => Promise<unknown>) => {
      answering(body);
      const error = await failure(call());
      expect(error).toBeInstanceOf(AnswerError);
      seen.push(`${error.message} ${error.stack ?? ""} ${JSON.stringify(error)}`);
    };
    await look([{ ...authorization, code: "482913" }], () => client.authorizations.list());
    await look({ id: 31, secret: ["482913"], webhookUrl: "https://h.example.com/482913" }, () =>
      client.webhooks.list(),
    );
    await look({ id: 482913 }, () => client.apiKeys.createToken({ apiKeyId: 41 }, {}));
    await look(["482913"], () => client.account.createOtpSecret());
    await look({ id: "482913" }, () => client.addresses.getToken({ tokenId: "482913" }));
    expect(seen.join()).not.toContain("482913");
  });
});

it("an error of the service reaches the caller as what it is", async () => {
  answering({ detailMessage: "no such lock", stackTrace: [], suppressedExceptions: [] }, 404);
  const error = await failure(client.smartlocks.get({ smartlockId }));
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toMatchObject({ operation: "smartlocks.get", serviceMessage: "no such lock" });
});
