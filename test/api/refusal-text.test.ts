import type { SmartlockClient } from "../../provider/api";
import { failure, startFakeService, type FakeService } from "./fake-service";
import { untyped } from "./refusals";

let service: FakeService;
let client: SmartlockClient;

beforeAll(async () => {
  service = await startFakeService();
  client = service.client;
});
afterAll(() => service.stop());

const lock = { smartlockId: 18_000_000_001 };
const keypad = { name: "Cleaner", remoteAllowed: false, type: 13, code: 482913 } as const;

describe("the error of a refused request", () => {
  it("names the operation and every problem of ids, body and query at once", async () => {
    const error = await failure(
      client.authorizations.create(
        { smartlockId: -1 },
        untyped({ name: "n".repeat(33), type: 13, allowedWeekDays: 300, colour: "red" }),
      ),
    );
    for (const part of [
      "authorizations.create",
      "PUT /smartlock/{smartlockId}/auth",
      "ids.smartlockId",
      "body.name",
      "body.remoteAllowed",
      "body.allowedWeekDays",
      'unknown field "colour"',
      "body.code",
    ]) {
      expect(error.message).toContain(part);
    }
  });

  it("says which of the ids of an authorization is meant", async () => {
    const { message } = await failure(client.authorizations.get({ ...lock, id: "4711" }));
    expect(message).toContain("an authorization's id has 24 hex digits; its authId does not belong here");
  });

  it("says nothing of the values of secret fields", async () => {
    const errors = await Promise.all([
      failure(client.authorizations.create(lock, { ...keypad, code: 120_045 })),
      failure(client.account.update({ language: "en", password: "hunt2" })),
      failure(client.smartlocks.setAdminPin(lock, { adminPin: 98_765 })),
      failure(client.notifications.create({ os: 2, pushId: "push-98765", settings: [] })),
      failure(client.addresses.getToken({ tokenId: "../98765" })),
    ]);
    expect(errors.map(({ name }) => name)).toEqual(errors.map(() => "InvalidRequestError"));
    expect(
      errors.map((error) => `${error.message} ${error.stack ?? ""} ${JSON.stringify(error)}`).join(),
    ).not.toMatch(/120045|hunt2|98765/);
  });
});
