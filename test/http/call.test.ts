import type { Dispatcher } from "undici";
import {
  AbortedError,
  AnswerError,
  NotFoundError,
  ServiceError,
  UnreachableError,
} from "../../provider/http";
import type { Breaker, Reached } from "../../provider/http/breaker";
import { Call, type CallParts } from "../../provider/http/call";
import type { Clock } from "../../provider/http/clock";
import { Limiter } from "../../provider/http/limiter";
import type { HttpRequest } from "../../provider/http";
import { create, failure, read, write } from "./clients";
import { InstantClock } from "./instant-clock";

/** One attempt: the test triggers the events of its exchange. */
type Attempt = (handler: Dispatcher.DispatchHandler, controller: Dispatcher.DispatchController) => void;

interface Told {
  readonly left: [reached: Reached, why: string | undefined][];
  readonly logged: Record<string, unknown>[];
  readonly time: { now: number };
  /** Acts as if the allowed time were over. */
  readonly endBudget: () => void;
  readonly timers: { ms: number; cancelled: boolean }[];
}

function calling(
  request: HttpRequest,
  attempts: readonly Attempt[],
  parts: Partial<CallParts> & { readonly entering?: string; readonly refusing?: string } = {},
): Told & { readonly run: () => ReturnType<Call["run"]> } {
  const left: Told["left"] = [];
  const logged: Told["logged"] = [];
  const timers: Told["timers"] = [];
  const time = { now: Date.UTC(2026, 0, 5, 12) };
  let endBudget = (): void => undefined;
  const clock: Clock = {
    now: () => time.now,
    sleep: (ms) => {
      time.now += ms;
      return Promise.resolve();
    },
    after: (ms, run) => {
      const timer = { ms, cancelled: false };
      timers.push(timer);
      endBudget = run;
      return () => void (timer.cancelled = true);
    },
  };
  const coming = [...attempts];
  const dispatch = (_options: unknown, handler: Dispatcher.DispatchHandler): boolean => {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
    coming.shift()?.(handler, controller);
    return true;
  };
  const breaker = {
    refusal: () => parts.refusing,
    enter: () => parts.entering ?? ((reached: Reached, why?: string) => void left.push([reached, why])),
  };
  const call = new Call({
    request,
    prepared: {
      wire: { method: request.method, path: "/address", headers: {}, body: undefined },
      secrets: [],
    },
    credentialSource: "the test",
    baseUrl: "https://api.example.com",
    baseUrlSource: "the test",
    dispatcher: { dispatch } as unknown as Dispatcher,
    limiter: new Limiter({ concurrency: 1, clock }),
    breaker: breaker as unknown as Breaker,
    clock,
    random: () => 0.5,
    log: { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    limits: { headersTimeoutMs: 1000, bodyTimeoutMs: 1000, maxAnswerBytes: 1000, held: { bytes: 0 } },
    budgetMs: 60_000,
    signal: undefined,
    isClosed: () => false,
    ...parts,
  });
  return { left, logged, time, timers, endBudget: () => endBudget(), run: () => call.run() };
}

const answering =
  (status: number, text = "", headers: Record<string, string | string[]> = {}): Attempt =>
  (handler, controller) => {
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, status, headers, "");
    handler.onResponseData?.(controller, Buffer.from(text));
    handler.onResponseEnd?.(controller, {});
  };
const breaking =
  (code: string): Attempt =>
  (handler, controller) => {
    handler.onRequestStart?.(controller, {});
    handler.onResponseError?.(controller, Object.assign(new Error("broken"), { code }));
  };
const unconnected =
  (code: string): Attempt =>
  (handler, controller) =>
    handler.onResponseError?.(controller, Object.assign(new Error("broken"), { code }));
const silent: Attempt = (handler, controller) => handler.onRequestStart?.(controller, {});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const begin = "addresses.create failed (PUT /address): ";
const checkNetwork = "Check the network and the base URL (https://api.example.com).";
const checkBase =
  "Check that the base URL (https://api.example.com) leads to the service itself and not to a page in front of it.";
const lookFirst = "Check whether it was done before you do it again.";

describe("what the limiter is told of an attempt", () => {
  const told = (attempts: Attempt[]) => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    const tooMany = jest.spyOn(limiter, "tooMany");
    const taken = jest.spyOn(limiter, "taken");
    return { ...calling(read(), attempts, { limiter }), tooMany, taken };
  };

  it("that there were too many, since when, and how long to wait", async () => {
    const { run, time, tooMany, taken } = told([
      answering(429, "", { "retry-after": "3" }),
      answering(200, "[]"),
    ]);
    const sentAt = time.now;
    await run();
    expect(tooMany.mock.calls).toEqual([[sentAt, 3_000]]);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it("nothing of other refusals", async () => {
    const { run, tooMany, taken } = told([answering(404)]);
    await failure(run(), NotFoundError);
    expect([tooMany.mock.calls, taken.mock.calls]).toEqual([[], []]);
  });
});

describe("what the breaker is told of an attempt", () => {
  it("an answer, a refusal too: the service was reached", async () => {
    const done = calling(create(), [answering(200, "{}")]);
    await done.run();
    expect(done.left).toEqual([["answered", ""]]);
    const refused = calling(create(), [answering(404)]);
    await failure(refused.run(), NotFoundError);
    expect(refused.left).toEqual([["answered", ""]]);
  });

  it("a lost answer: it was not, and why", async () => {
    const { run, left } = calling(create(), [breaking("ECONNRESET")]);
    await failure(run(), UnreachableError);
    expect(left).toEqual([["failed", "the connection was closed before an answer came (ECONNRESET)"]]);
  });

  it("an answer too large: it was, since something answered", async () => {
    const { run, left } = calling(create(), [answering(200, "", { "content-length": "1001" })]);
    await failure(run(), AnswerError);
    expect(left).toEqual([["answered", "the answer is larger than allowed"]]);
  });

  it("no connection: it was not, and why", async () => {
    const { run, left } = calling(create(), [unconnected("CERT_HAS_EXPIRED")]);
    await failure(run(), UnreachableError);
    expect(left).toEqual([["failed", "the connection is not secure (CERT_HAS_EXPIRED)"]]);
  });

  it("a time that is over: it was not", async () => {
    const { run, left, endBudget } = calling(create(), [silent]);
    const failed = failure(run(), UnreachableError);
    await turn();
    endBudget();
    await failed;
    expect(left).toEqual([["failed", "no answer within the time allowed"]]);
  });

  it("a caller who gave up: nothing is known", async () => {
    const stop = new AbortController();
    const { run, left } = calling(create(), [silent], { signal: stop.signal });
    const failed = failure(run(), AbortedError);
    await turn();
    stop.abort();
    await failed;
    expect(left).toEqual([["unknown", "no answer within the time allowed"]]);
  });
});

describe("a call that ends without an answer says", () => {
  it("that the breaker closed while it waited for its turn, and that nothing was sent", async () => {
    const { run, logged } = calling(create(), [], { entering: "nothing is sent for now" });
    const error = await failure(run(), UnreachableError);
    expect(error.message).toBe(`${begin}nothing is sent for now. ${checkNetwork}`);
    expect(error).toMatchObject({ attempts: 0, mayHaveReachedService: false });
    expect(logged).toEqual([]);
  });

  it("that the time allowed was over", async () => {
    const { run, endBudget, logged, timers } = calling(create(), [silent], { budgetMs: 1500 });
    const failed = failure(run(), UnreachableError);
    await turn();
    endBudget();
    expect((await failed).message).toBe(
      `${begin}it was not done within the 1.5 s allowed. It may have taken effect all the same. ${checkNetwork} ${lookFirst}`,
    );
    expect(logged[1]).toMatchObject({ event: "failure", attempt: 1, what: "given up" });
    expect(timers).toEqual([{ ms: 1500, cancelled: true }]);
  });

  it("that the caller gave up, and of what was never written no more", async () => {
    const stop = new AbortController();
    const { run } = calling(create(), [() => undefined], { signal: stop.signal });
    const failed = failure(run(), AbortedError);
    await turn();
    stop.abort();
    const error = await failed;
    expect(error.message).toBe(`${begin}the caller gave up.`);
    expect(error).toMatchObject({ attempts: 1, outcomeUnknown: false, nextStep: "" });
  });

  it("that the client was closed", async () => {
    const { run } = calling(create(), [], { isClosed: () => true });
    expect((await failure(run(), AbortedError)).message).toBe(`${begin}the client was closed.`);
  });

  it("what the answer was, if one came before the caller gave up", async () => {
    const stop = new AbortController();
    const { run } = calling(
      create(),
      [
        (handler, controller) => {
          answering(404)(handler, controller);
          stop.abort();
        },
      ],
      { signal: stop.signal },
    );
    await failure(run(), NotFoundError);
  });

  it("the first reason to end, if two come", async () => {
    const stop = new AbortController();
    const { run, endBudget } = calling(create(), [silent], { signal: stop.signal });
    const failed = failure(run(), UnreachableError);
    await turn();
    endBudget();
    stop.abort();
    expect((await failed).message).toContain("it was not done within the 60 s allowed");
  });
});

describe("whether the service was reached", () => {
  it("is kept from an earlier attempt that it refused unprocessed", async () => {
    const { run } = calling(create(), [answering(429), unconnected("CERT_HAS_EXPIRED")]);
    const error = await failure(run(), UnreachableError);
    expect(error).toMatchObject({ attempts: 2, mayHaveReachedService: true, outcomeUnknown: false });
  });

  it("is denied where no attempt made a connection", async () => {
    const { run } = calling(create(), [unconnected("ENOTFOUND"), unconnected("CERT_HAS_EXPIRED")]);
    const error = await failure(run(), UnreachableError);
    expect(error).toMatchObject({ attempts: 2, mayHaveReachedService: false, outcomeUnknown: false });
    expect(error.message).toContain(
      "the connection is not secure (CERT_HAS_EXPIRED); gave up: the connection cannot be trusted",
    );
  });

  it.each([
    [500, {}, true],
    [502, { "retry-after": "9" }, true],
    [503, {}, true],
    [503, { "retry-after": "900" }, false],
    [300, {}, true],
    [399, {}, true],
    [400, {}, false],
    [407, {}, false],
    [408, {}, true],
    [409, {}, false],
    [499, {}, false],
  ])("after %d with %j a create may have been done: %p", async (status, headers, outcomeUnknown) => {
    const { run } = calling(create(), [answering(status, "", headers)]);
    await expect(run()).rejects.toMatchObject({ status, attempts: 1, outcomeUnknown });
  });
});

describe("an answer", () => {
  it.each([
    [299, true],
    [300, false],
  ])("of %d is a success: %p", async (status, success) => {
    const { run } = calling(create(), [answering(status, "{}")]);
    const taken = await run().then(
      (answer) => answer.status === status,
      () => false,
    );
    expect(taken).toBe(success);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["not JSON, of a type", "<p>", { "content-type": "text/html" }, "the answer is not JSON (text/html)"],
    ["not JSON, of no type", "<p>", {}, "the answer is not JSON"],
    [
      "nested too deeply, of whatever type",
      "[".repeat(65) + "]".repeat(65),
      { "content-type": "application/json" },
      "the answer is nested deeper, or holds more values, than allowed",
    ],
  ])("that cannot be used says how: %s", async (_name, text, headers, what) => {
    const { run, logged } = calling(create(), [answering(200, text, headers)]);
    const error = await failure(run(), AnswerError);
    expect(error.message).toBe(
      `${begin}${what}. It may have taken effect all the same. ${checkBase} ${lookFirst}`,
    );
    expect(error.status).toBe(200);
    expect(logged[1]).toMatchObject({ event: "failure", attempt: 1, what });
  });

  it("tells the service's time where its header does", async () => {
    const date = "Mon, 05 Jan 2026 13:30:00 GMT";
    const told = await calling(read(), [answering(200, "[]", { date })]).run();
    expect(told).toEqual({ status: 200, body: [], serviceTime: Date.UTC(2026, 0, 5, 13, 30) });
    const untold = await calling(read(), [answering(200, "[]")]).run();
    expect(untold).toEqual({ status: 200, body: [], serviceTime: undefined });
  });

  it("that comes with a header twice is read by the first", async () => {
    const { run, time } = calling(create(), [answering(503, "", { "retry-after": ["90", "5"] })]);
    const error = await failure(run(), ServiceError);
    expect(error.comeBackAt).toEqual(new Date(time.now + 90_000));
  });

  it("is logged with the time it took", async () => {
    const { run, logged, time } = calling(read(), [
      (handler, controller) => {
        time.now += 40;
        answering(200, "[]")(handler, controller);
      },
    ]);
    await run();
    expect(logged.map(({ event, durationMs }) => [event, durationMs])).toEqual([
      ["request", undefined],
      ["answer", 40],
    ]);
  });
});

describe("a redirect", () => {
  it.each<[string, Record<string, string | string[]>, string]>([
    ["to nowhere", {}, "a redirect (302)"],
    ["that cannot be read", { location: "http://[" }, "a redirect to an address that cannot be read (302)"],
    ["within the service", { location: "/login?a=b#c" }, "a redirect to https://api.example.com/login (302)"],
    ["to two places", { location: ["/one", "/two"] }, "a redirect to https://api.example.com/one (302)"],
  ])("%s", async (_name, headers, words) => {
    const { run } = calling(read(), [answering(302, "", headers)]);
    expect((await failure(run(), AnswerError)).message).toContain(
      `the service answered with ${words}, which`,
    );
  });
});

describe("when to come back", () => {
  const late = "Mon, 05 Jan 2026 14:00:00 GMT";
  it.each([
    ["by our clock, which is at twelve", {}, 7200_000],
    ["by the service's, which is at one", { date: "Mon, 05 Jan 2026 13:00:00 GMT" }, 3600_000],
  ])("is told %s", async (_name, headers, comeBackInMs) => {
    const { run, time } = calling(create(), [answering(503, "", { "retry-after": late, ...headers })]);
    const error = await failure(run(), ServiceError);
    expect(error.comeBackAt).toEqual(new Date(time.now + comeBackInMs));
  });
});

describe("what may have been done", () => {
  it("is never unknown of a read", async () => {
    const { run } = calling(read(), [breaking("ECONNRESET"), answering(404)]);
    expect(await failure(run(), NotFoundError)).toMatchObject({ attempts: 2, outcomeUnknown: false });
  });

  it("stays unknown of a write whose answer was lost, whatever comes next", async () => {
    const { run } = calling(write(), [breaking("ECONNRESET"), unconnected("CERT_HAS_EXPIRED")]);
    const error = await failure(run(), UnreachableError);
    expect(error).toMatchObject({ attempts: 2, mayHaveReachedService: true, outcomeUnknown: true });
  });

  it("of what was lost is told with the reason not to try again", async () => {
    const { run } = calling(create(), [breaking("UND_ERR_HEADERS_TIMEOUT")]);
    expect((await failure(run(), UnreachableError)).message).toBe(
      `${begin}no answer came in time (UND_ERR_HEADERS_TIMEOUT); not tried again: the answer was lost, and a second create ` +
        `could take effect twice. It may have taken effect all the same. ${checkNetwork} ${lookFirst}`,
    );
  });

  it("of an answer too large is told with the limit", async () => {
    const { run } = calling(create(), [answering(200, "", { "content-length": "1001" })]);
    expect((await failure(run(), AnswerError)).message).toBe(
      `${begin}the answer is larger than allowed (1000 bytes). It may have taken effect all the same. ${checkBase} ${lookFirst}`,
    );
  });

  it("of what the caller gave up under way is told with what to do", async () => {
    const stop = new AbortController();
    const { run } = calling(create(), [silent], { signal: stop.signal });
    const failed = failure(run(), AbortedError);
    await turn();
    stop.abort();
    expect((await failed).message).toBe(
      `${begin}the caller gave up. It may have taken effect all the same. ${lookFirst}`,
    );
  });
});

describe("nothing is sent", () => {
  it("while the breaker refuses", async () => {
    const { run, logged } = calling(create(), [], { refusing: "nothing is sent for now" });
    const error = await failure(run(), UnreachableError);
    expect(error.message).toBe(`${begin}nothing is sent for now. ${checkNetwork}`);
    expect(logged).toEqual([]);
  });

  it("for a caller who gave up before", async () => {
    const { run, logged, timers } = calling(create(), [], { signal: AbortSignal.abort() });
    expect((await failure(run(), AbortedError)).message).toBe(`${begin}the caller gave up.`);
    expect(logged).toEqual([]);
    expect(timers).toEqual([]);
  });
});

it("a call that is over no longer listens to its caller", async () => {
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, "addEventListener");
  const removed = jest.spyOn(signal, "removeEventListener");
  await calling(read(), [answering(200, "[]")], { signal }).run();
  expect(removed.mock.calls).toEqual([["abort", added.mock.calls[0]?.[1]]]);
});
