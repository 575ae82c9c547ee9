import { InvalidRequestError, operations, type SmartlockClient } from "../../provider/api";
import { calls, type KnownIds } from "./calls";
import { startFakeService, type FakeService } from "./fake-service";

const smartlockId = 18_000_000_001;
const hexId = "5f1a2b3c4d5e6f7081920a0b";

const ids: KnownIds = {
  smartlockId,
  spareSmartlockId: 18_000_000_002,
  openerId: 8_600_000_001,
  smartdoorId: 13_000_000_001,
  authorizationId: hexId,
  spareAuthorizationIds: ["5f1a2b3c4d5e6f7081920a0c", "5f1a2b3c4d5e6f7081920a0d"],
  accountUserId: 71,
  spareAccountUserId: 72,
  addressId: 5,
  spareAddressId: 6,
  unitIds: ["unit-1", "unit-2"],
  reservationId: "reservation 1/2",
  addressTokenId: "address-token-1",
  apiKeyId: 41,
  spareApiKeyId: 42,
  tokenId: "token-1",
  spareTokenId: "token-2",
  notificationId: "notification-1",
  subAccountId: 91,
  webhookId: 31,
  serviceId: "airbnb",
  brandId: 3,
  intercomId: 33,
  otpFor: () => "246810",
};

let service: FakeService;
let client: SmartlockClient;

beforeAll(async () => {
  service = await startFakeService();
  client = service.client;
});
beforeEach(() => {
  service.requests.length = 0;
  service.answer = () => ({});
});
afterAll(() => service.stop());

describe("what goes over the wire", () => {
  const cases: [what: string, call: () => Promise<unknown>, seen: object][] = [
    [
      "types in a query with commas",
      () => client.authorizations.list({ types: [0, 2, 13], accountUserId: -1 }),
      { path: "/smartlock/auth", query: { types: "0,2,13", accountUserId: "-1" }, body: undefined },
    ],
    [
      "services in a query with commas",
      () => client.services.list({ serviceIds: ["airbnb", "guesty"] }),
      { query: { serviceIds: "airbnb,guesty" } },
    ],
    ["no query where none is given", () => client.smartlocks.list(), { path: "/smartlock", query: {} }],
    [
      "the filters of the lock list",
      () => client.smartlocks.list({ authId: 7, type: 2 }),
      { query: { authId: "7", type: "2" } },
    ],
    [
      "a bare array of authorizations to delete",
      () => client.authorizations.removeMany([hexId]),
      { method: "DELETE", path: "/smartlock/auth", body: [hexId] },
    ],
    [
      "a bare array of units to delete",
      () => client.addresses.removeUnits({ addressId: 5 }, ["u-1", "u-2"]),
      { method: "DELETE", path: "/address/5/unit", body: ["u-1", "u-2"] },
    ],
    [
      "a bare array of authorizations to update",
      () => client.authorizations.updateMany([{ id: hexId, name: "A" }]),
      { method: "POST", path: "/smartlock/auth", body: [{ id: hexId, name: "A" }] },
    ],
    [
      "null for a limit to clear",
      () =>
        client.authorizations.update(
          { smartlockId, id: hexId },
          { name: "A", allowedFromDate: null, allowedFromTime: 0 },
        ),
      { body: { name: "A", allowedFromDate: null, allowedFromTime: 0 } },
    ],
    [
      "nothing for a sync",
      () => client.smartlocks.sync({ smartlockId }),
      { method: "POST", path: `/smartlock/${smartlockId}/sync`, body: undefined },
    ],
    [
      "whether tokens survive, in the query of the account",
      () => client.account.update({ language: "en" }, { deleteApiTokens: false }),
      { body: { language: "en" }, query: { deleteApiTokens: "false" } },
    ],
    [
      "whether tokens survive, in the body of the reset",
      () => client.account.resetPassword({ email: "o@example.com", deleteApiTokens: false }),
      { body: { email: "o@example.com", deleteApiTokens: false }, query: {} },
    ],
    [
      "whether a mail is sent, in the query of redeem",
      () => client.addresses.redeemToken({ tokenId: "t" }, { email: false }),
      { query: { email: "false" }, body: undefined },
    ],
    [
      "the integration in the query",
      () => client.account.removeIntegration({ apiKeyId: 4, tokenId: "t" }),
      { query: { apiKeyId: "4", tokenId: "t" }, body: undefined },
    ],
    [
      "the reference in the query",
      () => client.notifications.list({ referenceId: "pms 7" }),
      { query: { referenceId: "pms 7" } },
    ],
    [
      "the type of a user as a number",
      () => client.accountUsers.create({ email: "c@example.com", name: "C", type: 1 }),
      { body: { email: "c@example.com", name: "C", type: 1 } },
    ],
    [
      "ids encoded",
      () => client.addresses.issueReservation({ addressId: 5, id: "a b/c" }),
      { path: "/address/5/reservation/a%20b%2Fc/issue" },
    ],
    [
      "fields that are undefined not at all",
      () => client.addresses.update({ addressId: 5 }, { name: "A", settings: undefined }),
      { body: { name: "A" } },
    ],
    ["an empty service request", () => client.services.link({ serviceId: "airbnb" }, {}), { body: {} }],
    ["no service request", () => client.services.link({ serviceId: "airbnb" }), { body: undefined }],
  ];

  it.each(cases)("%s", async (_, call, seen) => {
    // answers do not matter here: the request was sent even if its answer cannot be parsed
    await call().catch(() => undefined);
    expect(service.requests).toEqual([expect.objectContaining(seen)]);
  });

  const cutOff = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

  it.each(Object.entries(calls))("%s reaches its method and path", async (name, call) => {
    service.answer = ({ path }) => (path === "/account/otp" ? { body: "JBSWY3DPEHPK3PXP" } : {});
    await call(client, ids).catch((error: unknown) => {
      if (error instanceof InvalidRequestError) {
        throw error;
      }
    });
    const sent = service.requests.at(-1);
    expect(sent?.method).toBe(operations[name]?.method);
    expect(sent?.path).toMatch(cutOff(operations[name]?.path ?? ""));
  });
});
