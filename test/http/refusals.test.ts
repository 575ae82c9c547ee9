import {
  AnswerError,
  BusyError,
  ConflictError,
  CredentialError,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  type SmartlockError,
} from "../../provider/http";
import { momentInWords } from "../../provider/http/moment";
import { action, create, failure, pair, read, serve, stopAll, TOKEN, TOKEN_SOURCE, write } from "./clients";
import { answerJson } from "./local-server";

afterEach(stopAll);

describe("each status becomes the error its reader can act on", () => {
  it.each([
    [400, InvalidRequestError, false],
    [401, CredentialError, false],
    [402, NotAllowedError, false],
    [403, NotAllowedError, false],
    [404, NotFoundError, false],
    [405, NotAllowedError, false],
    [408, ServiceError, true],
    [409, ConflictError, false],
    [418, AnswerError, false],
    [422, InvalidRequestError, false],
    [423, BusyError, false],
    [426, NotAllowedError, false],
    [500, ServiceError, true],
    [501, ServiceError, true],
    [502, ServiceError, true],
    [503, ServiceError, true],
    [504, ServiceError, true],
    [303, AnswerError, true],
  ] as const)("%d, for a create, an action and a read", async (status, kind, mayHaveActed) => {
    const { client, server } = await pair((response) =>
      answerJson(response, status, { detailMessage: "as it is" }),
    );
    for (const request of [create(), action()]) {
      const error = await failure(client.send(request), kind);
      expect(error).toMatchObject({
        name: kind.name,
        operation: request.operation,
        object: `${request.method} /address`,
        status,
        serviceMessage: "as it is",
        attempts: 1,
        outcomeUnknown: mayHaveActed,
      });
      expect(error.nextStep).not.toBe("");
      expect(error.message).toContain(`${request.operation} failed (${request.method} /address): `);
      expect(error.message).toContain(`(${status})`);
      expect(error.message).toContain('The service says: "as it is".');
      expect(error.message).toContain(error.nextStep);
    }
    expect(server.seen).toHaveLength(2);
    expect((await failure(client.send(read()), kind)).outcomeUnknown).toBe(false);
  });

  it("503 with Retry-After was refused unprocessed", async () => {
    const { client, clock } = await pair((response) =>
      answerJson(response, 503, undefined, { "retry-after": "300" }),
    );
    const error = await failure(client.send(create()), ServiceError);
    expect(error).toMatchObject({ outcomeUnknown: false, comeBackAt: new Date(clock.now() + 300_000) });
  });

  it("401 names the source of the token, the base URL, the scope and the usual cause", async () => {
    const { client, server } = await pair((response) => answerJson(response, 401));
    const error = await failure(
      client.send(read({ scopes: ["smartlock", "smartlock.readOnly"] })),
      CredentialError,
    );
    expect(error).toMatchObject({
      credentialSource: TOKEN_SOURCE,
      baseUrl: server.url,
      scopes: ["smartlock", "smartlock.readOnly"],
    });
    for (const part of [
      `came from ${TOKEN_SOURCE} and was sent to ${server.url}`,
      "without the right scope gets the same answer",
      "one of the scopes smartlock, smartlock.readOnly",
    ]) {
      expect(error.message).toContain(part);
    }
    // Every command reads the environment anew.
    expect(error.message).not.toContain("--run-program");
    expect(error.message).not.toContain(TOKEN);
    expect(server.seen).toHaveLength(1);
  });

  it("429 that cannot be waited for says when to come back", async () => {
    const { client, clock } = await pair((response) =>
      answerJson(response, 429, undefined, { "retry-after": "3600" }),
    );
    const error = await failure(client.send(action()), RateLimitedError);
    const comeBackAt = new Date(clock.now() + 3_600_000);
    expect(error).toMatchObject({ comeBackAt, outcomeUnknown: false, attempts: 1 });
    expect(error.message).toContain(`Try again after ${momentInWords(comeBackAt.getTime())}.`);
    expect(clock.waits).toEqual([]);
  });
});

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])(
    "%d is not followed, and the token goes nowhere else",
    async (status) => {
      const elsewhere = await serve((response) => answerJson(response, 200, []));
      const target = `${elsewhere.url}/login?session=canary#${TOKEN}`;
      const { client, server } = await pair((response) =>
        answerJson(response, status, undefined, { location: target }),
      );
      const error = await failure(client.send(read()), AnswerError);
      expect(error.message).toContain(`a redirect to ${elsewhere.url}/login (${status})`);
      expect(error.message).toContain(`Check the base URL, now ${server.url}`);
      expect(error.message).not.toContain("canary");
      expect(elsewhere.seen).toEqual([]);
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each([
    ["none", undefined, "a redirect (302)"],
    ["one that cannot be read", "http://[", "a redirect to an address that cannot be read (302)"],
    ["a relative one", "/login", /a redirect to http:\/\/127\.0\.0\.1:\d+\/login \(302\)/],
    [
      "one that repeats the token",
      `https://example.com/${TOKEN}`,
      "a redirect to https://example.com/[secret] (302)",
    ],
  ])("location: %s", async (_name, location, expected) => {
    const { client } = await pair((response) =>
      answerJson(response, 302, undefined, location === undefined ? {} : { location }),
    );
    await expect(client.send(read())).rejects.toThrow(expected);
  });
});

describe("refused before anything is sent", () => {
  it.each([
    [
      "a change in read-only mode",
      create(),
      { readOnly: true },
      NotAllowedError,
      "only reading is allowed now",
    ],
    [
      "a delete in read-only mode",
      write({ method: "DELETE" }),
      { readOnly: true },
      NotAllowedError,
      "readOnly",
    ],
    ["a GET with a body", read({ body: {} }), {}, InvalidRequestError, "a GET cannot carry a body"],
    [
      "a body that is no JSON",
      write({ body: { id: 1n } }),
      {},
      InvalidRequestError,
      "cannot be written as JSON",
    ],
    [
      "half a surrogate pair",
      read({ query: { email: "\ud800" } }),
      {},
      InvalidRequestError,
      "query parameter email",
    ],
    [
      "not a number",
      read({ query: { limit: Number.NaN } }),
      {},
      InvalidRequestError,
      "query parameter limit",
    ],
  ])("%s", async (_name, request, options, kind, what) => {
    const { client, server } = await pair((response) => answerJson(response, 200, []), options);
    const error = await failure<SmartlockError>(client.send(request), kind);
    expect(error.message).toContain(what);
    expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false, status: undefined });
    expect(server.seen).toEqual([]);
  });

  it("is told with what was to be done, and what to do next", async () => {
    const { client } = await pair((response) => answerJson(response, 200, []), { readOnly: true });
    await expect(client.send(create())).rejects.toThrow(
      "addresses.create failed (PUT /address): only reading is allowed now (readOnly), so nothing was sent. " +
        "Turn readOnly off to let changes through.",
    );
    const { client: told } = await pair((response) => answerJson(response, 200, []), {
      readOnly: { nextStep: "Ask the caretaker." },
    });
    await expect(told.send(create())).rejects.toThrow(
      "addresses.create failed (PUT /address): only reading is allowed now (readOnly), so nothing was sent. Ask the caretaker.",
    );
    await expect(client.send(read({ body: {} }))).rejects.toThrow(
      "addresses.list failed (GET /address): a GET cannot carry a body, so nothing was sent. " +
        "Correct the arguments and call it again.",
    );
    await client.close();
    await expect(client.send(read())).rejects.toThrow(
      "addresses.list failed (GET /address): the client was closed. Create a new client.",
    );
  });

  it("a read passes in read-only mode", async () => {
    const { client } = await pair((response) => answerJson(response, 200, []), { readOnly: true });
    await expect(client.send(read())).resolves.toMatchObject({ status: 200, body: [] });
  });
});
