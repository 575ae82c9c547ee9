import { inspect } from "node:util";
import type { Dispatcher, Pool } from "undici";
import {
  AbortedError,
  AnswerError,
  ConfigurationError,
  HttpClient,
  path,
  packageVersion,
  Secret,
  secretId,
  type HttpClientOptions,
} from "../../provider/http";
import { create, failure, pair, read, stopAll, TOKEN, write } from "./clients";
import { InstantClock } from "./instant-clock";
import { answerJson } from "./local-server";
import { version } from "../../package.json";

afterEach(stopAll);

describe("a request", () => {
  it("carries credential, user agent, query and JSON body", async () => {
    const { client, server } = await pair((response) => answerJson(response, 200, { ok: true }));
    const answer = await client.send(
      write({
        path: path`/address/${7}/unit/${secretId("a b")}`,
        query: { email: "a+b@example.com", flag: true, limit: 5, absent: undefined },
        body: { name: "Tür 1" },
      }),
    );
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(server.seen).toEqual([
      {
        method: "POST",
        url: "/address/7/unit/a%20b?email=a%2Bb%40example.com&flag=true&limit=5",
        headers: expect.objectContaining({
          authorization: `Bearer ${TOKEN}`,
          accept: "application/json",
          "content-type": "application/json",
          "user-agent": `pulumi-smartlock/${version} (node/${process.versions.node})`,
          connection: "keep-alive",
        }) as unknown,
        body: '{"name":"Tür 1"}',
      },
    ]);
    expect(packageVersion).toBe(version);
  });

  it("goes below the path of the base URL", async () => {
    const { client, server } = await pair((response) => answerJson(response, 200, []));
    const prefixed = await pair((response) => answerJson(response, 200, []), {
      baseUrl: `${server.url}/locks/v1/`,
    });
    await prefixed.client.send(read());
    await client.send(read());
    expect(server.seen.map(({ url }) => url)).toEqual(["/locks/v1/address", "/address"]);
  });

  it.each([
    ["a list", write({ method: "DELETE", body: ["a", "b"] }), '["a","b"]', "application/json"],
    ["false", write({ body: false }), "false", "application/json"],
    ["null", write({ body: null }), "null", "application/json"],
    ["none", write(), "", undefined],
    ["none on delete", write({ method: "DELETE" }), "", undefined],
  ])("body: %s", async (_name, request, body, type) => {
    const { client, server } = await pair((response) => answerJson(response, 204));
    await client.send(request);
    expect(server.seen[0]).toMatchObject({ method: request.method, body });
    expect(server.seen[0]?.headers["content-type"]).toBe(type);
  });

  it("uses a connection again", async () => {
    const { client, server } = await pair((response) => answerJson(response, 200, []));
    for (let count = 0; count < 20; count += 1) {
      await client.send(read());
    }
    expect(server.seen).toHaveLength(20);
    // two and not one, since undici rests a connection for one turn of the event loop after each answer
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("is one of at most sixteen at a time", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const { client, server } = await pair((response) => {
      waiting.push(() => answerJson(response, 200, []));
      most = Math.max(most, waiting.length);
      // the last round has fewer than sixteen
      if (waiting.length === 16 || server.seen.length === 40) {
        waiting.splice(0).forEach((answer) => answer());
      }
    });
    await Promise.all(Array.from({ length: 40 }, () => client.send(read())));
    expect(most).toBe(16);
    expect(server.connections()).toBe(16);
  });
});

describe("an answer", () => {
  it.each([
    ["204", 204, "", {}, undefined],
    ["200 without body", 200, "", {}, undefined],
    ["200 with blanks", 200, " \r\n", {}, undefined],
    ["an object", 200, '{"a":1}', {}, { a: 1 }],
    ["null", 200, "null", {}, null],
    ["zero", 200, "0", {}, 0],
    ["a byte order mark", 200, '\ufeff{"a":1}', {}, { a: 1 }],
    ["JSON without a content type", 200, "[1]", { "content-type": "" }, [1]],
    ["a text in JSON", 200, '"ABCD234"', {}, "ABCD234"],
    ["a bare text", 200, "ABCD234", { "content-type": "text/plain;charset=utf-8" }, "ABCD234"],
    ["a bare text of digits", 200, "234567", { "content-type": "text/plain" }, "234567"],
    ["JSON called text", 200, '{"a":1}', { "content-type": "text/plain" }, { a: 1 }],
  ])("%s", async (_name, status, text, headers, body) => {
    const { client } = await pair((response) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(text),
    );
    expect(await client.send({ ...read(), answersText: true })).toMatchObject({ status, body });
  });

  it.each([
    ["JSON cut off", '[{"addressId":1},{"addr', "application/json"],
    ["a page of a portal", "<html>Please sign in</html>", "text/html"],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), "application/json"],
  ])("%s fails a create without a second try, as possibly done", async (_name, text, type) => {
    const { client, server } = await pair((response) =>
      response.writeHead(200, { "content-type": type }).end(text),
    );
    const error = await failure(client.send(create()), AnswerError);
    expect(error).toMatchObject({ status: 200, attempts: 1, outcomeUnknown: true, mayHaveTakenEffect: true });
    expect(error.message).toContain(`the answer is not JSON (${type})`);
    expect(server.seen).toHaveLength(1);
  });

  it("that is not JSON is asked for again by a read", async () => {
    const { client, server } = await pair((response, index) =>
      response.writeHead(200, { "content-type": "application/json" }).end(index < 2 ? '[{"a"' : "[]"),
    );
    await expect(client.send(read())).resolves.toMatchObject({ status: 200, body: [] });
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ["a length that says so", (size: number) => ({ "content-length": String(size) })],
    ["no length", () => ({ "transfer-encoding": "chunked" })],
  ])("larger than accepted is given up: %s", async (_name, headers) => {
    const { client, server } = await pair(
      (response) => {
        response.writeHead(200, { "content-type": "application/json", ...headers(5000) });
        response.end(`"${"x".repeat(4998)}"`);
      },
      { maxAnswerBytes: 4999 },
    );
    const error = await failure(client.send(read()), AnswerError);
    expect(error.message).toContain("the answer is larger than allowed (4999 bytes)");
    expect(error).toMatchObject({ status: 200, attempts: 1, outcomeUnknown: false });
    expect((await failure(client.send(write()), AnswerError)).outcomeUnknown).toBe(true);
    expect(server.seen).toHaveLength(2);
  });

  it("of exactly the size accepted is taken", async () => {
    const { client } = await pair((response) => response.writeHead(200).end(`"${"x".repeat(98)}"`), {
      maxAnswerBytes: 100,
    });
    expect((await client.send(read())).body).toBe("x".repeat(98));
  });

  it("that never ends is given up when it grows too large", async () => {
    const { client } = await pair(
      (response) => {
        response.writeHead(200);
        const more = (): void => {
          let hasRoom = true;
          while (hasRoom && !response.destroyed) {
            hasRoom = response.write("x".repeat(10_000));
          }
          response.once("drain", more);
        };
        more();
      },
      { maxAnswerBytes: 1_000_000 },
    );
    await expect(client.send(read())).rejects.toThrow("larger than allowed");
  });

  it("that refuses at great length still says its status", async () => {
    const { client } = await pair((response) => response.writeHead(404).end("x".repeat(1_000_000)));
    await expect(client.send(read())).rejects.toMatchObject({ status: 404, serviceMessage: undefined });
  });
});

describe("the service's clock", () => {
  it("is known from its last answer, and ours until then", async () => {
    const { client, clock } = await pair((response) =>
      answerJson(response, 200, [], { date: "Mon, 05 Jan 2026 13:30:00 GMT" }),
    );
    expect(client.serviceTime()).toBe(clock.now());
    const { serviceTime } = await client.send(read());
    expect(serviceTime).toBe(Date.UTC(2026, 0, 5, 13, 30));
    clock.advance(5000);
    expect(client.serviceTime()).toBe(Date.UTC(2026, 0, 5, 13, 30, 5));
  });
});

describe("a client", () => {
  it("does not show its token when printed", async () => {
    const { client } = await pair((response) => answerJson(response, 200, []));
    await client.send(read());
    expect(inspect(client, { depth: Infinity, showHidden: true, getters: true })).not.toContain("canary");
    expect(JSON.stringify(client)).toBe("{}");
  });
});

describe("closing", () => {
  it("lets requests under way end and takes no more", async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { client } = await pair((response) => {
      setImmediate(() => answerJson(response, 200, []));
      arrive();
    });
    const sent = client.send(read());
    await arrived;
    await Promise.all([client.close(), expect(sent).resolves.toMatchObject({ status: 200, body: [] })]);
    const error = await failure(client.send(read()), AbortedError);
    expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false });
    expect(error.message).toContain("the client was closed");
  });

  it("does not try again", async () => {
    let requests = 0;
    const { client } = await pair((response) => {
      requests += 1;
      void client.close();
      answerJson(response, 503, {});
    });
    const error = await failure(client.send(read()), AbortedError);
    expect(error.message).toContain("the client was closed");
    expect(requests).toBe(1);
  });
});

interface Carried {
  readonly client: HttpClient;
  readonly clock: InstantClock;
  readonly connected: { origin: string; options: Pool.Options }[];
  readonly asked: Dispatcher.DispatchOptions[];
  readonly budgets: number[];
  readonly logged: string[];
  readonly destroyed: () => boolean;
}

/** A client whose requests are all answered at once, without a connection. */
function carried(
  options: Partial<HttpClientOptions> = {},
  headers: Record<string, string> = {},
  status = 200,
): Carried {
  const clock = new InstantClock();
  const connected: Carried["connected"] = [];
  const asked: Dispatcher.DispatchOptions[] = [];
  const budgets: number[] = [];
  const logged: string[] = [];
  let destroyed = false;
  const dispatcher = {
    dispatch: (wire: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
      asked.push(wire);
      const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
      handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, status, headers, "");
      handler.onResponseEnd?.(controller, {});
      return true;
    },
    destroy: () => {
      destroyed = true;
      return Promise.resolve();
    },
  };
  const client = new HttpClient({
    baseUrl: "https://api.example.com",
    token: new Secret(TOKEN, "the test"),
    clock: {
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      after: (ms) => {
        budgets.push(ms);
        return () => undefined;
      },
    },
    log: { write: (line) => void logged.push(line) },
    connect: (origin, pool) => {
      connected.push({ origin, options: pool });
      return dispatcher as unknown as Dispatcher;
    },
    ...options,
  });
  return { client, clock, connected, asked, budgets, logged, destroyed: () => destroyed };
}

describe("setting up a client", () => {
  const begin = "Setting up the client failed (configuration): ";

  it.each(
    (
      [
        "concurrency",
        "requestsPerSecond",
        "budgetMs",
        "connectTimeoutMs",
        "headersTimeoutMs",
        "bodyTimeoutMs",
        "maxAnswerBytes",
      ] as const
    ).flatMap((name) => [0, -1, Number.NaN, Infinity].map((value) => [name, value] as const)),
  )("refuses %s of %d", (name, value) => {
    expect(() => carried({ [name]: value })).toThrow(
      new ConfigurationError(
        `${name} must be a number above zero, not ${value}`,
        "Correct it or leave it out.",
      ),
    );
  });

  it("says what was wrong, that nothing was tried, and what to do", () => {
    expect(new ConfigurationError("it is wrong", "Correct it.")).toMatchObject({
      name: "ConfigurationError",
      message: `${begin}it is wrong. Correct it.`,
      operation: "Setting up the client",
      object: "configuration",
      nextStep: "Correct it.",
      attempts: 0,
      outcomeUnknown: false,
    });
  });

  it("takes any number above zero", () => {
    expect(() => carried({ requestsPerSecond: 0.01, budgetMs: 1 })).not.toThrow();
  });

  it("refuses an empty token", () => {
    expect(() => carried({ token: new Secret("", "the test") })).toThrow(
      `${begin}the token from the test is empty. Set it to a token of the account.`,
    );
  });

  it.each([" ", "not one", " before", "after\n", "a\u007f", "\u00fc"])("refuses the token %j", (value) => {
    expect(() => carried({ token: new Secret(value, "the test") })).toThrow(
      `${begin}the token from the test contains a space, a line break or another character that no token has. ` +
        "Copy it again, without anything before or after it.",
    );
  });

  it("takes a token of any visible characters", () => {
    expect(() => carried({ token: new Secret("!invented~", "the test") })).not.toThrow();
  });

  it.each([
    [{}, 16, 10_000],
    [{ concurrency: 3, connectTimeoutMs: 5 }, 3, 5],
  ])("with %j makes so many connections, one request at a time on each", (options, connections, timeout) => {
    const { connected } = carried(options);
    expect(connected).toEqual([
      {
        origin: "https://api.example.com",
        options: { connections, pipelining: 1, connect: { timeout } },
      },
    ]);
  });
});

describe("what a client gives every call", () => {
  it.each([
    [{}, 30_000, 30_000],
    [{ headersTimeoutMs: 7, bodyTimeoutMs: 8 }, 7, 8],
  ])("time-outs, with %j", async (options, headersTimeout, bodyTimeout) => {
    const { client, asked } = carried(options);
    await client.send(read());
    expect(asked).toMatchObject([{ headersTimeout, bodyTimeout }]);
  });

  it.each([
    ["a minute unless told", {}, {}, 60_000],
    ["what the client was told", { budgetMs: 5000 }, {}, 5000],
    ["what the call was told", { budgetMs: 5000 }, { budgetMs: 70_000 }, 70_000],
    ["no more than a timer can hold", {}, { budgetMs: 2 ** 31 }, 2 ** 31 - 1],
  ])("a budget: %s", async (_name, options, callOptions, budgetMs) => {
    const { client, budgets } = carried(options);
    await client.send(read(), callOptions);
    expect(budgets).toEqual([budgetMs]);
  });

  it.each([0, -1, Number.NaN])("no budget of %d", async (budgetMs) => {
    const { client, asked } = carried();
    await expect(client.send(read(), { budgetMs })).rejects.toThrow(
      `budgetMs must be a number above zero, not ${budgetMs}. Correct it or leave it out.`,
    );
    expect(asked).toEqual([]);
  });

  it("64 MiB for an answer and not a byte more", async () => {
    const most = 64 * 1024 * 1024;
    await expect(carried({}, { "content-length": String(most) }).client.send(read())).resolves.toMatchObject({
      status: 200,
    });
    await expect(carried({}, { "content-length": String(most + 1) }).client.send(read())).rejects.toThrow(
      "the answer is larger than allowed (67108864 bytes)",
    );
  });

  it("the log it was given", async () => {
    const { client, logged } = carried();
    await client.send(read());
    expect(logged.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      "request",
      "answer",
    ]);
  });

  it("the name it was given", async () => {
    const { client, asked } = carried({ userAgent: "invented/1" });
    await client.send(read());
    expect(asked[0]?.headers).toMatchObject({ "user-agent": "invented/1" });
  });

  it("its own time for the service's as long as no answer tells that", async () => {
    const { client, clock } = carried();
    await client.send(read());
    expect(client.serviceTime()).toBe(clock.now());
    clock.advance(5);
    expect(client.now()).toBe(clock.now());
  });

  it("its connections until it is closed", async () => {
    const { client, destroyed } = carried();
    await client.send(read());
    expect(destroyed()).toBe(false);
    await client.close();
    expect(destroyed()).toBe(true);
  });
});

describe("an answer from another place", () => {
  const notThere = async (options: Partial<HttpClientOptions>): Promise<string> => {
    const { client } = await pair((response) => answerJson(response, 404, {}), options);
    return (await failure(client.send(read({ path: path`/address` })), Error)).message;
  };

  it("says where the base URL is set", async () => {
    expect(await notThere({})).toContain("(the `baseUrl` option of the client)");
    expect(await notThere({ baseUrlSource: "a test" })).toContain("(a test)");
  });
});
