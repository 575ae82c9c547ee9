import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { UnreachableError, type HttpRequest } from "../../provider/http";
import { action, connect, create, failure, pair, read, stopAll, write } from "./clients";
import { answerJson } from "./local-server";

const tcpServers: { server: Server; sockets: Set<Socket> }[] = [];

/** A server below HTTP, for behaviour that no HTTP server has. */
async function tcp(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  tcpServers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The URL of a port where nobody listens. */
async function deadUrl(): Promise<string> {
  const url = await tcp(() => undefined);
  const { server } = tcpServers.pop() as { server: Server };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return url;
}

afterEach(async () => {
  await stopAll();
  for (const { server, sockets } of tcpServers.splice(0)) {
    sockets.forEach((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

const all: readonly [string, HttpRequest][] = [
  ["read", read()],
  ["write", write()],
  ["create", create()],
  ["action", action()],
];

describe("what surely never reached the service", () => {
  it.each(all)("refused connection: a %s is tried again and reported as not done", async (_name, request) => {
    const { client, clock } = connect(await deadUrl());
    const error = await failure(client.send(request), UnreachableError);
    expect(error).toMatchObject({ attempts: 5, mayHaveReachedService: false, outcomeUnknown: false });
    expect(error.message).toContain("the connection was refused (ECONNREFUSED)");
    // after that the breaker allows no sixth attempt
    expect(clock.waits).toEqual([375, 750, 1500, 3000]);
  });

  it("a name that does not resolve", async () => {
    const { client } = connect("https://nowhere.invalid", { budgetMs: 300 });
    const error = await failure(client.send(create()), UnreachableError);
    expect(error).toMatchObject({ mayHaveReachedService: false, outcomeUnknown: false });
    expect(error.message).toMatch(/the host's name could not be resolved \((ENOTFOUND|EAI_AGAIN)\)/);
  });

  it("a server that does not speak TLS is not tried again", async () => {
    const url = await tcp((socket) => socket.end("this is no handshake\r\n"));
    const { client, clock } = connect(url.replace("http:", "https:"));
    const error = await failure(client.send(create()), UnreachableError);
    expect(error).toMatchObject({ attempts: 1, mayHaveReachedService: false });
    expect(error.message).toContain("the connection is not secure");
    expect(clock.waits).toEqual([]);
  });

  it("a handshake that never ends is a connect time-out", async () => {
    const url = await tcp(() => undefined);
    const { client, clock } = connect(url.replace("http:", "https:"), { connectTimeoutMs: 50 });
    // after the first wait there is no time for a second, but enough for the connection to fail
    jest.spyOn(clock, "after").mockReturnValue(() => undefined);
    jest.spyOn(clock, "sleep").mockImplementationOnce(() => {
      clock.advance(59_900);
      return Promise.resolve();
    });
    const error = await failure(client.send(action()), UnreachableError);
    expect(error).toMatchObject({ mayHaveReachedService: false, outcomeUnknown: false });
    expect(error.message).toContain("no connection was made in time (UND_ERR_CONNECT_TIMEOUT)");
    expect(error.attempts).toBe(2);
  });

  it("a budget that ends while connecting", async () => {
    const url = await tcp(() => undefined);
    const { client } = connect(url.replace("http:", "https:"));
    const error = await failure(client.send(create(), { budgetMs: 50 }), UnreachableError);
    expect(error).toMatchObject({ mayHaveReachedService: false, outcomeUnknown: false, attempts: 1 });
    expect(error.message).toContain("it was not done within the 0.05 s allowed");
  });

  it("is sent once the service is back", async () => {
    let refuse = true;
    const { client, server, clock } = await pair((response) => answerJson(response, 200, []));
    const dead = await deadUrl();
    const { client: client2 } = connect(dead, {
      clock: {
        now: () => clock.now(),
        after: (ms, run) => clock.after(ms, run),
        sleep: async (ms, signal) => {
          await clock.sleep(ms, signal);
          if (!refuse) {
            return;
          }
          refuse = false;
          await new Promise<void>((resolve) => {
            const back = createTcpServer((socket) => {
              socket.on("error", () => undefined);
              socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]"));
            });
            tcpServers.push({ server: back, sockets: new Set() });
            back.listen(Number(new URL(dead).port), "127.0.0.1", resolve);
          });
        },
      },
    });
    await expect(client2.send(create())).resolves.toMatchObject({ status: 200, body: [] });
    await client.close();
    expect(server.seen).toEqual([]);
  });
});

/** Ways to lose an answer after the request has arrived, each with its message. */
const losses: readonly [string, (socket: Socket) => void, RegExp][] = [
  ["closed before the answer", (socket) => socket.end(), /the connection was closed before an answer came/],
  [
    "reset before the answer",
    (socket) => socket.resetAndDestroy(),
    /the connection was closed before an answer came/,
  ],
  ["no answer at all", () => undefined, /no answer came in time \(UND_ERR_HEADERS_TIMEOUT\)/],
  [
    "cut off in the middle",
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n[{"a":1}'),
    /closed in the middle of the answer/,
  ],
  [
    "cut off in the middle of chunks",
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n[{"a":1}\r\n'),
    /closed in the middle of the answer/,
  ],
  [
    "stopped in the middle",
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n[{"a":1}'),
    /the answer stopped in the middle \(UND_ERR_BODY_TIMEOUT\)/,
  ],
  ["no HTTP", (socket) => socket.end("220 mail.example.com ESMTP\r\n"), /closed before an answer came/],
];

describe("a lost answer", () => {
  const timeouts = { headersTimeoutMs: 100, bodyTimeoutMs: 100 };

  it.each(losses)(
    "%s: a create and an action are sent once and may have happened",
    async (_name, lose, said) => {
      let requests = 0;
      const url = await tcp((socket) =>
        socket.once("data", () => {
          requests += 1;
          lose(socket);
        }),
      );
      const { client } = connect(url, timeouts);
      const both = [create(), action()].map((request) => failure(client.send(request), UnreachableError));
      for (const error of await Promise.all(both)) {
        expect(error).toMatchObject({ attempts: 1, mayHaveReachedService: true, outcomeUnknown: true });
        expect(error.message).toMatch(said);
        expect(error.message).toContain("It may have taken effect all the same.");
      }
      expect(requests).toBe(2);
    },
  );

  it.each(losses)("%s: a read and a write are sent again", async (_name, lose) => {
    let requests = 0;
    const url = await tcp((socket) =>
      socket.on("data", () => {
        requests += 1;
        if (requests <= 2) {
          lose(socket);
        } else {
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]");
        }
      }),
    );
    const { client } = connect(url, timeouts);
    const both = await Promise.all([client.send(read()), client.send(write())]);
    expect(both).toMatchObject([{ body: [] }, { body: [] }]);
    expect(requests).toBe(4);
  });

  it("of a write stays unknown whatever the next attempts bring", async () => {
    const { client } = await pair((response, index) => {
      if (index === 0) {
        response.destroy();
      } else {
        answerJson(response, 401);
      }
    });
    await expect(client.send(write())).rejects.toMatchObject({
      status: 401,
      attempts: 2,
      outcomeUnknown: true,
    });
  });

  it("of a read is never an unknown outcome", async () => {
    const { client } = await pair((response) => response.destroy());
    const error = await failure(client.send(read()), UnreachableError);
    expect(error).toMatchObject({ mayHaveReachedService: true, outcomeUnknown: false });
  });

  it("on a connection that the server closed while it was idle: a create is never sent twice", async () => {
    const { client, server } = await pair((response, index) => {
      if (index === 0) {
        answerJson(response, 200, []);
      } else {
        response.socket?.destroy();
      }
    });
    await client.send(read());
    // undici reuses a connection only one turn of the event loop after its answer
    await new Promise((resolve) => setImmediate(resolve));
    const error = await failure(client.send(create()), UnreachableError);
    expect(error).toMatchObject({ attempts: 1, mayHaveReachedService: true, outcomeUnknown: true });
    expect(server.seen).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });

  it("a refusal whose text was cut off still counts by its status", async () => {
    const url = await tcp((socket) =>
      socket.once("data", () =>
        socket.end('HTTP/1.1 409 Conflict\r\ncontent-length: 90\r\n\r\n{"detailMessage":"co'),
      ),
    );
    const { client } = connect(url);
    await expect(client.send(create())).rejects.toMatchObject({
      name: "ConflictError",
      status: 409,
      serviceMessage: undefined,
      outcomeUnknown: false,
    });
  });
});

describe("the breaker", () => {
  it("makes the rest fail fast after failures in a row", async () => {
    const { client, clock } = connect(await deadUrl());
    await failure(client.send(read()), UnreachableError);
    const waits = clock.waits.length;
    const error = await failure(client.send(create()), UnreachableError);
    expect(error).toMatchObject({ attempts: 0, mayHaveReachedService: false, outcomeUnknown: false });
    expect(error.message).toMatch(/requests no longer reach the service .* so nothing is sent for now/);
    expect(clock.waits).toHaveLength(waits);
    clock.advance(10_000);
    expect((await failure(client.send(create(), { budgetMs: 1 }), UnreachableError)).attempts).toBe(1);
  });
});
