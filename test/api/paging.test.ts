import { AnswerError, NotAllowedError, type SmartlockClient } from "../../provider/api";
import {
  failure,
  startFakeService,
  type FakeService,
  type GivenAnswer,
  type SeenRequest,
} from "./fake-service";

let service: FakeService;
let client: SmartlockClient;

beforeEach(async () => {
  service = await startFakeService();
  client = service.client;
});
afterEach(() => service.stop());

const authorization = (n: number) => ({
  id: n.toString(16).padStart(24, "0"),
  smartlockId: 18_000_000_001,
  type: 0,
  name: `Guest ${n}`,
  enabled: true,
  remoteAllowed: false,
});
const authorizationsTo = (count: number) => Array.from({ length: count }, (_, n) => authorization(n));
const user = (n: number) => ({ accountUserId: n + 1, email: `guest${n}@example.com`, name: `Guest ${n}` });
const usersTo = (count: number) => Array.from({ length: count }, (_, n) => user(n));

const paged = (results: unknown[], totalItems: number): GivenAnswer => ({
  body: { results, pagination: { totalItems, totalPages: 1, currentPage: 0, pageSize: 100 } },
});

/** Pages of a list that the test may change between them. */
const pagesOf =
  (list: () => unknown[]) =>
  ({ query }: SeenRequest): GivenAnswer => {
    const from = Number(query["page"]) * Number(query["size"]);
    return paged(list().slice(from, from + Number(query["size"])), list().length);
  };

describe("the whole list of authorizations", () => {
  it.each([0, 1, 99, 100, 101, 200, 250])("has all %i of them", async (count) => {
    service.answer = pagesOf(() => authorizationsTo(count));
    await expect(client.authorizations.listAll()).resolves.toEqual(authorizationsTo(count));
  });

  it("is read until an empty page", async () => {
    service.answer = pagesOf(() => authorizationsTo(150));
    await client.authorizations.listAll();
    expect(service.requests.map(({ query }) => query["page"])).toEqual(["0", "1", "2"]);
  });

  it("is read on where pages are shorter than asked for", async () => {
    const all = authorizationsTo(25);
    service.answer = ({ query }) => {
      const from = Number(query["page"]) * 10;
      return paged(all.slice(from, from + 10), all.length);
    };
    await expect(client.authorizations.listAll()).resolves.toEqual(all);
  });

  it("passes its filters to every page", async () => {
    service.answer = pagesOf(() => authorizationsTo(100));
    await client.authorizations.listAll({ types: [0, 2], accountUserId: 71 });
    expect(service.requests.map(({ query: { types, accountUserId } }) => [types, accountUserId])).toEqual([
      ["0,2", "71"],
      ["0,2", "71"],
    ]);
  });

  it("fails if a page fails", async () => {
    const pages = pagesOf(() => authorizationsTo(250));
    service.answer = (request) =>
      request.query["page"] === "1" ? { status: 403, body: {} } : pages(request);
    expect(await failure(client.authorizations.listAll())).toBeInstanceOf(NotAllowedError);
  });

  it("fails if a page does not parse", async () => {
    const pages = pagesOf(() => authorizationsTo(250));
    service.answer = (request) =>
      request.query["page"] === "1"
        ? { body: { results: [{ id: "x" }], pagination: { totalItems: 250 } } }
        : pages(request);
    expect(await failure(client.authorizations.listAll())).toBeInstanceOf(AnswerError);
  });

  it("fails if a page is missing: what is not shown is not gone", async () => {
    const pages = pagesOf(() => authorizationsTo(250));
    service.answer = (request) => (request.query["page"] === "1" ? paged([], 250) : pages(request));
    const error = await failure(client.authorizations.listAll());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("250 objects were announced, but 100 were received");
    expect(error.message).toContain("authorizations.listAll");
  });

  it("fails if a single one is missing of all that were announced", async () => {
    const pages = pagesOf(() => authorizationsTo(250).filter(({ name }) => name !== "Guest 7"));
    service.answer = (request) => {
      const { body } = pages(request);
      return paged((body as { results: unknown[] }).results, 250);
    };
    const error = await failure(client.authorizations.listAll());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("250 objects were announced, but 249 were received");
  });

  it("is read once more if a page was missing once", async () => {
    const pages = pagesOf(() => authorizationsTo(250));
    let missing = true;
    service.answer = (request) => {
      if (request.query["page"] !== "1" || !missing) {
        return pages(request);
      }
      missing = false;
      return paged([], 250);
    };
    await expect(client.authorizations.listAll()).resolves.toHaveLength(250);
  });

  it("is read once more if something was deleted meanwhile, which moved another out of sight", async () => {
    let list = authorizationsTo(250);
    const pages = pagesOf(() => list);
    service.answer = (request) => {
      if (request.query["page"] === "1") {
        list = list.filter(({ name }) => name !== "Guest 7");
      }
      return pages(request);
    };
    const read = await client.authorizations.listAll();
    expect(read).toEqual(authorizationsTo(250).filter(({ name }) => name !== "Guest 7"));
  });

  it("is read once more if something was deleted and something else made, which the numbers alone hide", async () => {
    let list = authorizationsTo(250);
    const pages = pagesOf(() => list);
    service.answer = (request) => {
      const { page } = request.query;
      if (page === "1" && list.length === 250) {
        list = list.filter(({ name }) => name !== "Guest 7");
      } else if (page === "2" && list.length === 249) {
        list = [...list, authorization(900)];
      }
      return pages(request);
    };
    const read = await client.authorizations.listAll();
    expect(read.map(({ name }) => name)).toContain("Guest 100");
    expect(read).toHaveLength(250);
  });

  it("is read once more if it grew and then lost something, though never less was told than at first", async () => {
    let list = authorizationsTo(250);
    const pages = pagesOf(() => list);
    const changes = new Map([
      ["1", () => (list = [...list, authorization(900)])],
      ["2", () => (list = list.filter(({ name }) => name !== "Guest 7"))],
    ]);
    service.answer = (request) => {
      const page = request.query["page"] ?? "";
      changes.get(page)?.();
      changes.delete(page);
      return pages(request);
    };
    const read = await client.authorizations.listAll();
    expect(read.map(({ name }) => name)).toContain("Guest 200");
    expect(read).toEqual(list);
  });

  it("fails if it never holds still", async () => {
    let list = authorizationsTo(250);
    const pages = pagesOf(() => list);
    service.answer = (request) => {
      list = list.slice(1);
      return pages(request);
    };
    expect(await failure(client.authorizations.listAll())).toBeInstanceOf(AnswerError);
  });

  it("has what moved onto the next page by an insertion only once", async () => {
    let list = authorizationsTo(100);
    const pages = pagesOf(() => list);
    service.answer = (request) => {
      if (request.query["page"] === "1") {
        list = [authorization(900), ...authorizationsTo(100)];
      }
      return pages(request);
    };
    await expect(client.authorizations.listAll()).resolves.toEqual(authorizationsTo(100));
  });

  it("ends with an error if the same page comes for ever", async () => {
    service.answer = () => paged(authorizationsTo(100), 100_000);
    const error = await failure(client.authorizations.listAll());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("the same objects page after page");
    expect(service.requests.length).toBeLessThan(5);
  });
});

describe("the whole list of account users", () => {
  /** Like the service, it silently cuts the limit to its own maximum. */
  const offsets =
    (maximum: number, count: number) =>
    ({ query }: SeenRequest): GivenAnswer => {
      const from = Number(query["offset"]);
      return { body: usersTo(count).slice(from, from + Math.min(maximum, Number(query["limit"]))) };
    };

  it.each([
    [0, 100],
    [1, 100],
    [100, 100],
    [250, 100],
    [7, 1],
  ])("has all %i of them where the service gives at most %i at a time", async (count, maximum) => {
    service.answer = offsets(maximum, count);
    await expect(client.accountUsers.listAll()).resolves.toEqual(usersTo(count));
  });

  it("goes on by what was received until an empty page", async () => {
    service.answer = offsets(30, 70);
    await client.accountUsers.listAll({ email: "guest" });
    expect(service.requests.map(({ query }) => [query["offset"], query["email"]])).toEqual([
      ["0", "guest"],
      ["30", "guest"],
      ["60", "guest"],
      ["70", "guest"],
    ]);
  });

  it("fails if a page fails", async () => {
    const pages = offsets(30, 70);
    service.answer = (request) =>
      request.query["offset"] === "60" ? { status: 403, body: {} } : pages(request);
    expect(await failure(client.accountUsers.listAll())).toBeInstanceOf(NotAllowedError);
  });

  it("fails if a page does not parse", async () => {
    const pages = offsets(30, 70);
    service.answer = (request) =>
      request.query["offset"] === "60" ? { body: [{ name: "?" }] } : pages(request);
    expect(await failure(client.accountUsers.listAll())).toBeInstanceOf(AnswerError);
  });

  it("ends with an error if the same page comes for ever", async () => {
    service.answer = () => ({ body: usersTo(30) });
    const error = await failure(client.accountUsers.listAll());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("accountUsers.listAll");
    expect(service.requests.length).toBeLessThan(5);
  });
});
