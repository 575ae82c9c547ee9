import { AnswerError, type SmartlockClient } from "../../provider/api";
import { InstantClock } from "../http/instant-clock";
import { connect, failureOf, json, MEGABYTE, serve, stopAll } from "./malicious-service";

afterEach(stopAll);

describe("Pages without end", () => {
  const user = (n: number, name = "Guest") => ({
    accountUserId: n,
    email: `guest${n}@example.com`,
    name,
  });
  const grant = (n: number, name = "Guest") => ({
    id: n.toString(16).padStart(24, "0"),
    smartlockId: 18_000_000_001,
    type: 0,
    name,
    enabled: true,
    remoteAllowed: false,
  });
  const paged = (results: readonly object[]) =>
    JSON.stringify({ results, pagination: { totalItems: results.length } });

  const tricks: readonly [
    what: string,
    page: (index: number) => string,
    read: (client: SmartlockClient) => Promise<unknown>,
    most: number,
  ][] = [
    ["the same page", () => JSON.stringify([user(1)]), (client) => client.accountUsers.listAll(), 3],
    [
      "two pages in turn",
      (index) => JSON.stringify([user(index % 2)]),
      (client) => client.accountUsers.listAll(),
      5,
    ],
    ["the same numbered page", () => paged([grant(1)]), (client) => client.authorizations.listAll(), 3],
    [
      "heavy pages",
      (index) => JSON.stringify([user(index, "x".repeat(4 * MEGABYTE))]),
      (client) => client.accountUsers.listAll(),
      40,
    ],
    [
      "heavy numbered pages",
      (index) => paged([grant(index, "x".repeat(4 * MEGABYTE))]),
      (client) => client.authorizations.listAll(),
      40,
    ],
    [
      "pages of one object each",
      (index) => JSON.stringify([user(index)]),
      (client) => client.accountUsers.listAll(),
      10_000,
    ],
  ];

  it.each(tricks)("come to an end, and are not taken for a list: %s", async (_what, page, read, most) => {
    const server = await serve((socket, _request, index) => socket.write(json(page(index))));
    const error = await failureOf(read(connect(server.url)));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.operation).toMatch(/\.listAll$/);
    expect(server.requests.length).toBeLessThanOrEqual(most);
  });

  it("come to an end when each of them is slow, too", async () => {
    const clock = new InstantClock();
    const server = await serve((socket, _request, index) => {
      clock.advance(50_000);
      socket.write(json(JSON.stringify([user(index)])));
    });
    const error = await failureOf(connect(server.url, { clock }).accountUsers.listAll());
    expect(error.message).toContain("does not end after");
    expect(server.requests.length).toBeLessThan(100);
  });
});
