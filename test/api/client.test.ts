import { Secret, systemClock } from "../../provider/http";
import { operations, SmartlockClient } from "../../provider/api";
import { failure, startFakeService, type FakeService } from "./fake-service";
import { untyped } from "./refusals";

const CODE = 482913;
const smartlockId = 18_000_000_001;

describe("a client", () => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService();
  });
  afterEach(() => service.stop());

  it("asks the service itself unless it is told where", () => {
    const asked: string[] = [];
    const connect = (origin: string): never => {
      asked.push(origin);
      throw new Error("no network in tests");
    };
    expect(() => new SmartlockClient({ token: "demo-token", connect })).toThrow("no network in tests");
    expect(asked).toEqual(["https://api.nuki.io"]);
  });

  it.each([
    ["demo-token", "the `token` option of SmartlockClient"],
    [new Secret("demo-token", "a vault"), "a vault"],
  ])("says where a refused token came from: %s", async (token, source) => {
    const client = new SmartlockClient({ token, baseUrl: service.url });
    service.answer = () => ({ status: 401, body: {} });
    expect((await failure(client.smartlocks.list())).message).toContain(source);
    await client.close();
  });

  it.each([undefined, {}, { token: undefined }, { token: "" }])(
    "says so if it gets no token: %j",
    (given) => {
      expect(() => new SmartlockClient(given as never)).toThrow(
        /^SmartlockClient needs a token: .* is not set\.$/,
      );
    },
  );

  it("names each operation in the error of a refused call", async () => {
    for (const [name, { ids, query, body }] of Object.entries(operations)) {
      if (ids === undefined && query === undefined && body === undefined) {
        continue;
      }
      const [area = "", method = ""] = name.split(".");
      const methods = (
        service.client as unknown as Record<string, Record<string, (given: unknown) => unknown>>
      )[area];
      const error = await failure(Promise.resolve(methods?.[method]?.({ bogus: true })));
      expect(error.message).toContain(`${name} failed (`);
      expect(error.message).toContain("Correct the arguments and call it again.");
    }
  });

  it("shows nothing of an answer that it does not expect in a log", async () => {
    const lines: string[] = [];
    const client = new SmartlockClient({
      token: "demo-token",
      baseUrl: service.url,
      log: { write: (line) => void lines.push(line) },
    });
    service.answer = () => ({ body: { note: "a surprise" } });
    await expect(client.smartlocks.sync({ smartlockId })).resolves.toBeUndefined();
    await client.close();
    expect(lines.join("")).toContain("[no schema]");
    expect(lines.join("")).not.toContain("a surprise");
  });

  it("names every field that it does not know", async () => {
    const given = untyped({ name: "Guest", remoteAllowed: false, colour: 1, size: 2 });
    const { message } = await failure(service.client.authorizations.create({ smartlockId }, given));
    expect(message).toContain('unknown field "colour", "size"; known fields: ');
  });

  it("says what the id of an integration can be", async () => {
    const { message } = await failure(service.client.account.removeIntegration(untyped({ apiKeyId: true })));
    expect(message).toContain("query.apiKeyId: expected text or a positive whole number");
  });

  it("asks for intercoms of a brand, or for those that changed recently, and for no others", async () => {
    service.answer = () => ({ body: [] });
    await expect(service.client.openers.listIntercoms({ recentlyChanged: true })).resolves.toEqual([]);
    for (const query of [{}, { recentlyChanged: false }]) {
      const { message } = await failure(service.client.openers.listIntercoms(query));
      expect(message).toContain("needed unless recentlyChanged is true");
    }
  });

  describe("that reads a list of many pages", () => {
    const user = (n: number) => ({ accountUserId: n, email: "a@example.com", name: "A" });
    const grant = (n: number) => ({
      id: String(n).padStart(24, "0"),
      smartlockId,
      type: 0,
      name: "A",
      enabled: true,
      remoteAllowed: false,
    });
    const page = (results: unknown[]) => ({
      results,
      pagination: { page: 0, size: 1, totalItems: 99, totalPages: 99 },
    });

    it.each([
      ["GET /account/user", (client: SmartlockClient) => client.accountUsers.listAll(), () => [user(1)]],
      [
        "GET /smartlock/auth/paged",
        (client: SmartlockClient) => client.authorizations.listAll(),
        () => page([grant(1)]),
      ],
    ])("names the request where the pages have no end: %s", async (object, list, body) => {
      service.answer = () => ({ body: body() });
      const { message } = await failure(list(service.client));
      expect(message).toContain(`(${object}): the service sends the same objects page after page`);
    });

    it.each([
      ["users", (client: SmartlockClient) => client.accountUsers.listAll(), (n: number) => [user(n)]],
      [
        "authorizations",
        (client: SmartlockClient) => client.authorizations.listAll(),
        (n: number) => page([grant(n)]),
      ],
    ])("of %s gives up after a quarter of an hour", async (_what, list, body) => {
      let minutes = 0;
      const clock = { ...systemClock, now: () => systemClock.now() + minutes * 60_000 };
      const client = new SmartlockClient({ token: "demo-token", baseUrl: service.url, clock });
      service.answer = () => ({ body: body(++minutes) });
      expect((await failure(list(client))).message).toContain("the list does not end after 15 minutes");
      await client.close();
    });
  });

  it("joins what is wrong with a semicolon", async () => {
    const given = untyped({ name: "", remoteAllowed: 1 });
    const { message } = await failure(service.client.authorizations.create({ smartlockId }, given));
    expect(message).toMatch(/not sent: body\.name: [^;]+; body\.remoteAllowed: /);
  });

  it("takes no more calls once it is closed", async () => {
    const client = new SmartlockClient({ token: "demo-token", baseUrl: service.url });
    service.answer = () => ({ body: [] });
    await expect(client.smartlocks.list()).resolves.toEqual([]);
    await client.close();
    await expect(client.smartlocks.list()).rejects.toThrow(/closed/);
  });

  it("tells the time of the service", async () => {
    const anHourAhead = Date.now() + 3_600_000;
    service.answer = () => ({ body: [], date: new Date(anHourAhead) });
    await service.client.smartlocks.list();
    expect(Math.abs(service.client.serviceTime() - anHourAhead)).toBeLessThan(60_000);
  });

  it("says what to do after an answer of another form: a read can be repeated, a write must be looked after", async () => {
    service.answer = () => ({ body: { nonsense: true } });
    expect((await failure(service.client.smartlocks.list())).message).toContain(
      "Try again. If this happens again",
    );
    const written = await failure(service.client.addresses.create({ name: "A", smartlockIds: [] }));
    expect(written.message).toContain("Check what the service holds now before you try again");
    expect(written).toMatchObject({ outcomeUnknown: true });
  });
});

describe("the log of a client", () => {
  it("shows what was asked and answered, without the secrets of either", async () => {
    const service = await startFakeService();
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const client = new SmartlockClient({ token: "demo-token", baseUrl: service.url, log });
    const grant = { name: "Guest", remoteAllowed: false, type: 13, code: CODE } as const;
    service.answer = ({ method }) =>
      method === "GET"
        ? {
            body: [
              {
                id: "a",
                smartlockId,
                type: 13,
                name: "Shown",
                enabled: true,
                remoteAllowed: false,
                code: CODE,
              },
            ],
          }
        : {};
    await client.authorizations.create({ smartlockId }, grant);
    await client.authorizations.list({ accountUserId: 71 });
    await client.smartlocks.sync({ smartlockId });
    await client.close();
    await service.stop();
    const seen = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.join("\n")).not.toContain(String(CODE));
    expect(seen[0]).toMatchObject({
      operation: "authorizations.create",
      body: { name: "Guest", remoteAllowed: false, type: 13 },
    });
    expect(seen[2]).toMatchObject({ operation: "authorizations.list", query: { accountUserId: 71 } });
    expect(seen[2]).not.toHaveProperty("body");
    expect(seen[3]).toMatchObject({ body: [{ name: "Shown", type: 13 }] });
    expect(seen[4]).toMatchObject({ operation: "smartlocks.sync" });
    expect(seen[4]).not.toHaveProperty("query");
    expect(seen[4]).not.toHaveProperty("body");
  });
});
