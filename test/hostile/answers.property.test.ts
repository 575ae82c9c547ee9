import fc from "fast-check";
import { SmartlockClient, SmartlockError } from "../../provider/api";
import { operations } from "../../provider/api/areas";
import { none } from "../../provider/api/operation";
import { calls } from "../api/calls";
import { InstantClock } from "../http/instant-clock";
import { type LocalServer, startServer } from "../http/local-server";
import { knownIds } from "./known-ids";
import { idsOf } from "./known-paths";
import { ended, expectError, expectNothingPolluted } from "./oracle";
import { holds } from "./runs";
import { sampleAnswers } from "./sample-answers";
import { hostileText, hostileValue, jsonOf, spoilt } from "./values";

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** Text that is almost JSON, or JSON that no honest service sends. */
const oddities: readonly string[] = [
  "",
  "null",
  "nul",
  "[1,]",
  '{"a":1',
  '{"id":"a","id":"b"}',
  "[1e999,-1e999,-0,0.1e-400]",
  '"\\ud800"',
  "\ufeff[]",
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  `[${"{},".repeat(20_000)}{}]`,
  "<html><title>\u001b[31mBad gateway</title></html>",
];

const bodies = (sample: unknown): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { arbitrary: spoilt(sample ?? {}).map((value) => Buffer.from(jsonOf(value))), weight: 6 },
    { arbitrary: hostileValue.map((value) => Buffer.from(jsonOf(value))), weight: 2 },
    { arbitrary: fc.constantFrom(...oddities).map((text) => Buffer.from(text)), weight: 1 },
    { arbitrary: hostileText.map((text) => Buffer.from(text)), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  );

const answersTo = (operation: string): fc.Arbitrary<Answer> =>
  fc.record({
    status: fc.oneof(
      { arbitrary: fc.constant(200), weight: 8 },
      {
        arbitrary: fc.constantFrom(
          201,
          204,
          206,
          299,
          301,
          304,
          400,
          401,
          404,
          409,
          418,
          423,
          429,
          500,
          503,
          599,
        ),
        weight: 2,
      },
    ),
    type: fc.constantFrom("application/json", "application/json", "text/plain", "text/html", "image/png", ""),
    body: bodies(sampleAnswers.get(operation)),
  });

const names = Object.keys(calls);

describe("Whatever the service answers to whichever operation", () => {
  let server: LocalServer;
  let answer: Answer;

  beforeAll(async () => {
    server = await startServer((response) => {
      response.writeHead(answer.status, answer.type === "" ? {} : { "content-type": answer.type });
      response.end(answer.status === 204 || answer.status === 304 ? undefined : answer.body);
    });
  });
  afterAll(() => server.stop());

  it("is a typed answer that the schema allows, or an error of the client's own that names the operation", async () => {
    const hostile = fc
      .constantFrom(...names)
      .chain((operation) => answersTo(operation).map((given) => ({ operation, given })));
    await holds("answers of the service", 400, hostile, async ({ operation, given }) => {
      answer = given;
      const logged: string[] = [];
      const client = new SmartlockClient({
        token: "demo-token",
        baseUrl: server.url,
        clock: new InstantClock(),
        log: { write: (line) => void logged.push(line) },
      });
      try {
        const outcome = await ended(calls[operation]?.(client, knownIds) ?? Promise.reject(new Error()));
        if ("error" in outcome) {
          expectError(outcome.error);
          expect(outcome.error).toBeInstanceOf(SmartlockError);
          // Enabling one-time passwords requests a secret first.
          const named = operation === "account.enableOtp" ? /^account\./ : new RegExp(`^${operation}$`);
          expect((outcome.error as SmartlockError).operation).toMatch(named);
        } else {
          expectTyped(operation, outcome.value);
        }
        logged.forEach(expectSafeLine);
        expectNothingPolluted();
      } finally {
        await client.close();
      }
    });
  });
});

describe("Whatever a method of the client is called with", () => {
  it("is sent as the service knows it, or refused in words", async () => {
    const server = await startServer((response) => response.writeHead(204).end());
    const client = new SmartlockClient({ token: "demo-token", baseUrl: server.url });
    // JavaScript programs have no types, and neither has configuration.
    const update = client.addresses.update as (ids: unknown, body: unknown) => Promise<unknown>;
    const hostile = fc.record({
      ids: spoilt({ addressId: knownIds.addressId }),
      body: spoilt({ name: "House", smartlockIds: [knownIds.smartlockId], settings: { wifi: "guests" } }),
    });
    await holds("arguments of the client", 100, hostile, async ({ ids, body }) => {
      const outcome = await ended(update(ids, body));
      if ("error" in outcome) {
        expectError(outcome.error);
        expect(outcome.error).toBeInstanceOf(SmartlockError);
      }
      expectNothingPolluted();
    });
    for (const { method, url } of server.seen) {
      expect(idsOf(method, url)).toBeDefined();
    }
    await client.close();
    await server.stop();
  });
});

function expectTyped(operation: string, value: unknown): void {
  const schema = operations[operation]?.answer;
  if (schema === undefined || schema === none) {
    expect(value).toBeUndefined();
    return;
  }
  expect(schema.safeParse(value).success).toBe(true);
  expectNoForeignPrototype(value);
}

/** Fields inherited from a sent prototype would be trusted without being visible. */
function expectNoForeignPrototype(value: unknown): void {
  const inner: unknown[] = [value];
  while (inner.length > 0) {
    const next = inner.pop();
    if (typeof next === "object" && next !== null) {
      const prototype: unknown = Object.getPrototypeOf(next);
      if (prototype !== Object.prototype && prototype !== Array.prototype) {
        throw new Error("An object of the answer has a prototype of its own.");
      }
      for (const item of Object.values(next) as unknown[]) {
        inner.push(item);
      }
    }
  }
}

/** A log may be shown in a terminal. */
function expectSafeLine(line: string): void {
  expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.exec(line)?.[0]).toBeUndefined();
}
