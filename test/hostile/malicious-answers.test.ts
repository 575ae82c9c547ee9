import { gzipSync } from "node:zlib";
import { AnswerError, SmartlockError, UnreachableError } from "../../provider/api";
import { InstantClock } from "../http/instant-clock";
import { connect, failureOf, head, json, MEGABYTE, serve, stopAll, until } from "./malicious-service";
import { ended, expectError } from "./oracle";
import { pour } from "./raw-server";
import { count } from "./runs";

afterEach(stopAll);

describe("An answer that never ends", () => {
  // The amount that the operating system buffers for both ends of a local connection.
  const ON_ITS_WAY = 16 * MEGABYTE;

  it.each([
    ["by its length", head("200 OK", "content-type: application/json", `content-length: ${2 ** 50}`)],
    ["without a length", head("200 OK", "content-type: application/json", "connection: close")],
  ])("is cut at the limit: endless %s", async (_what, first) => {
    const server = await serve((socket) => {
      socket.write(first);
      pour(socket, Buffer.alloc(65_536, "[1,"));
    });
    const client = connect(server.url, { maxAnswerBytes: 4 * MEGABYTE });
    const error = await failureOf(client.smartlocks.list());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("larger than allowed");
    await until(() => server.open() === 0);
    expect(server.bytesSent()).toBeLessThan(4 * MEGABYTE + ON_ITS_WAY);
    expect(server.requests).toHaveLength(1);
  });

  it("is cut in pieces of its own as well", async () => {
    const server = await serve((socket) => {
      socket.write(head("200 OK", "content-type: application/json", "transfer-encoding: chunked"));
      pour(socket, `10000\r\n${"[".repeat(65_536)}\r\n`);
    });
    const client = connect(server.url, { maxAnswerBytes: MEGABYTE });
    expect((await failureOf(client.smartlocks.list())).message).toContain("larger than allowed");
    await until(() => server.open() === 0);
    expect(server.bytesSent()).toBeLessThan(MEGABYTE + ON_ITS_WAY);
  });

  it("is cut when it is a refusal, of which little is read", async () => {
    const server = await serve((socket) => {
      socket.write(head("400 Bad Request", "content-type: text/html", "connection: close"));
      pour(socket, "<p>".repeat(20_000));
    });
    await failureOf(connect(server.url).smartlocks.list());
    await until(() => server.open() === 0);
    expect(server.bytesSent()).toBeLessThan(ON_ITS_WAY);
  });

  it("is given up when its bytes trickle for ever", async () => {
    const server = await serve((socket) => {
      socket.write(head("200 OK", "content-type: application/json", "content-length: 1000000"));
      const timer = setInterval(() => socket.write(" "), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const client = connect(server.url, { budgetMs: 400 });
    const error = await failureOf(client.smartlocks.list());
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error.message).toContain("not done within");
    await until(() => server.open() === 0);
  });

  it("is given up when its headers trickle for ever", async () => {
    const server = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x: y\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const client = connect(server.url, { budgetMs: 400 });
    expect(await failureOf(client.smartlocks.list())).toBeInstanceOf(UnreachableError);
    await until(() => server.open() === 0);
  });

  it("is given up when it is announced for ever", async () => {
    const server = await serve((socket) => pour(socket, head("103 Early Hints", "link: </a>")));
    const client = connect(server.url, { budgetMs: 1_000 });
    expect(await failureOf(client.smartlocks.list())).toBeInstanceOf(UnreachableError);
    await until(() => server.open() === 0);
  });

  it("does not fill the memory when many come at once", async () => {
    const server = await serve((socket) => {
      socket.write(head("200 OK", "content-type: application/json", "connection: close"));
      pour(socket, Buffer.alloc(65_536, " "));
    });
    const client = connect(server.url, { maxAnswerBytes: 8 * MEGABYTE });
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5);
    await Promise.all(Array.from({ length: 16 }, () => failureOf(client.smartlocks.list())));
    clearInterval(watch);
    // The size of two answers and of what is not garbage-collected yet, but not of sixteen answers.
    expect(most).toBeLessThan(8 * 8 * MEGABYTE);
  });
});

describe("An answer that is small and heavy", () => {
  const heavy: readonly [what: string, body: string][] = [
    ["a million empty objects", `[${"{},".repeat(1_000_000)}{}]`],
    ["millions of empty lists", `[${"[],".repeat(5_000_000)}[]]`],
    ["a list in a field", `[{"addressId":1,"name":"x","smartlockIds":[${'"",'.repeat(1_000_000)}""]}]`],
    ["nesting", `${"[".repeat(3_000_000)}${"]".repeat(3_000_000)}`],
    ["nesting in a field that nobody knows", `[{"x":${'{"x":'.repeat(100_000)}1${"}".repeat(100_000)}}]`],
    ["keys", `[{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":0`).join()}}]`],
  ];

  it.each(heavy)("is refused before it fills the memory: %s", async (_what, body) => {
    const server = await serve((socket) => socket.write(json(body)));
    const client = connect(server.url, { clock: new InstantClock() });
    const before = process.memoryUsage().heapUsed;
    const error = await failureOf(client.addresses.list());
    expect(error).toBeInstanceOf(AnswerError);
    // A few times the size of the text, not hundreds of times.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * MEGABYTE);
  });

  it("is not unpacked: nobody asked for it to be packed", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, " "));
    const server = await serve((socket) => {
      socket.write(
        head(
          "200 OK",
          "content-type: application/json",
          "content-encoding: gzip",
          `content-length: ${bomb.length}`,
        ),
      );
      socket.write(bomb);
    });
    const client = connect(server.url, { clock: new InstantClock() });
    expect((await failureOf(client.smartlocks.list())).message).toContain("not JSON");
    expect(server.requests[0]?.toLowerCase()).not.toContain("accept-encoding");
  });
});

describe("An answer that breaks the rules", () => {
  const broken: readonly [what: string, bytes: string][] = [
    [
      "a length that is too long",
      `${head("200 OK", "content-type: application/json", "content-length: 50")}[]`,
    ],
    [
      "a length that is too short",
      `${head("200 OK", "content-type: application/json", "content-length: 1")}[]`,
    ],
    ["two lengths", `${head("200 OK", "content-length: 2", "content-length: 5")}[]`],
    [
      "a length and pieces",
      `${head("200 OK", "content-length: 2", "transfer-encoding: chunked")}2\r\n[]\r\n0\r\n\r\n`,
    ],
    ["a length below zero", `${head("200 OK", "content-length: -2")}[]`],
    ["a piece of no size", `${head("200 OK", "transfer-encoding: chunked")}zz\r\n[]\r\n0\r\n\r\n`],
    ["a header without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(5 * MEGABYTE)}`],
    ["many headers", head("200 OK", ...Array.from({ length: 20_000 }, (_, n) => `x-${n}: y`))],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a change of protocol", head("101 Switching Protocols", "upgrade: websocket", "connection: upgrade")],
    ["a wish to go on", `${head("100 Continue")}${json("[]")}`],
    ["two answers", `${json("[]")}${json('[{"smartlockId":1}]')}`],
    ["a status that does not exist", head("999 X", "content-length: 0")],
    ["a status of one digit", head("2 X", "content-length: 0")],
    [
      "control characters in a header",
      `${head("200 OK", "content-type: text/\u001b[31m", "content-length: 1")}x`,
    ],
    ["line breaks in the status", `HTTP/1.1 200 OK\nx: y\n\n[]`],
    ["nothing", ""],
  ];

  it.each(broken)("ends the call, with an answer or an error in words: %s", async (_what, bytes) => {
    const server = await serve((socket) => socket.end(bytes));
    const client = connect(server.url, { clock: new InstantClock() });
    const outcome = await ended(client.smartlocks.list());
    count("tricks of a malicious service", 1);
    if ("error" in outcome) {
      expectError(outcome.error);
      expect(outcome.error).toBeInstanceOf(SmartlockError);
    } else {
      expect(outcome.value).toEqual([]);
    }
  });
});
