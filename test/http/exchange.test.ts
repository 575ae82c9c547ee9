import type { Dispatcher } from "undici";
import { exchange, type Exchanged } from "../../provider/http/exchange";

const wire = { method: "PUT", path: "/address", headers: {}, body: "{}" } as const;
const limits = { headersTimeoutMs: 1000, bodyTimeoutMs: 1000, maxAnswerBytes: 1000, held: { bytes: 0 } };

/** A dispatcher that connects when the test says so. */
function connecting(): { dispatcher: Dispatcher; start: () => boolean } {
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch = (_options: unknown, given: Dispatcher.DispatchHandler): boolean => {
    handler = given;
    return true;
  };
  return {
    dispatcher: { dispatch } as unknown as Dispatcher,
    /** Whether the request would now be written to the socket. */
    start: () => {
      const abort = jest.fn();
      handler.onRequestStart?.({ abort } as unknown as Dispatcher.DispatchController, {});
      return abort.mock.calls.length === 0;
    },
  };
}

describe("a request is written at most once", () => {
  it("and not at all when it was given up before the connection was made", async () => {
    const stop = new AbortController();
    const { dispatcher, start } = connecting();
    const ended = exchange(dispatcher, wire, limits, stop.signal);
    stop.abort();
    expect(await ended).toEqual({ kind: "aborted", sent: false });
    expect(start()).toBe(false);
  });

  it("even if the library wanted to write it again", async () => {
    const stop = new AbortController();
    const { dispatcher, start } = connecting();
    const ended = exchange(dispatcher, wire, limits, stop.signal);
    expect(start()).toBe(true);
    expect(start()).toBe(false);
    stop.abort();
    expect(await ended).toEqual({ kind: "aborted", sent: true });
  });
});

interface Connected {
  readonly ended: Promise<Exchanged>;
  readonly handler: Dispatcher.DispatchHandler;
  readonly controller: Dispatcher.DispatchController;
  readonly abort: jest.Mock;
  readonly stop: AbortController;
  readonly held: { bytes: number };
}

/** An exchange where the test triggers every event. */
function begun({ heldBytes = 0, maxAnswerBytes = 10, written = true } = {}): Connected {
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch = (_options: unknown, given: Dispatcher.DispatchHandler): boolean => {
    handler = given;
    return true;
  };
  const held = { bytes: heldBytes };
  const stop = new AbortController();
  const ended = exchange(
    { dispatch } as unknown as Dispatcher,
    wire,
    { headersTimeoutMs: 1000, bodyTimeoutMs: 1000, maxAnswerBytes, held },
    stop.signal,
  );
  const abort = jest.fn();
  const controller = { abort } as unknown as Dispatcher.DispatchController;
  if (written) {
    handler.onRequestStart?.(controller, {});
  }
  return { ended, handler, controller, abort, stop, held };
}

const answerOf = (
  { handler, controller }: Connected,
  status: number,
  headers: Record<string, string> = {},
): void => handler.onResponseStart?.(controller, status, headers, "");
const dataOf = ({ handler, controller }: Connected, bytes: number): void =>
  handler.onResponseData?.(controller, Buffer.alloc(bytes, "x"));
const endOf = ({ handler, controller }: Connected): void => handler.onResponseEnd?.(controller, {});
const errorOf = ({ handler, controller }: Connected, code?: unknown): void =>
  handler.onResponseError?.(
    controller,
    Object.assign(new Error("broken"), code === undefined ? {} : { code }),
  );

describe("giving up", () => {
  it("before it began asks for no connection", async () => {
    const dispatch = jest.fn();
    const ended = exchange({ dispatch } as unknown as Dispatcher, wire, limits, AbortSignal.abort());
    expect(await ended).toEqual({ kind: "aborted", sent: false });
    expect(dispatch).not.toHaveBeenCalled();
  });

  it("ends a request under way, once, and says why", async () => {
    const one = begun();
    one.stop.abort();
    expect(await one.ended).toEqual({ kind: "aborted", sent: true });
    expect(one.abort.mock.calls).toEqual([[new Error("no longer wanted")]]);
  });

  it("keeps a connection made too late from being used, and says why", () => {
    const one = begun({ written: false });
    one.stop.abort();
    one.handler.onRequestStart?.(one.controller, {});
    expect(one.abort.mock.calls).toEqual([[new Error("not to be sent")]]);
  });

  it("after the answer came touches nothing any more", async () => {
    const one = begun();
    answerOf(one, 200);
    endOf(one);
    one.stop.abort();
    expect(await one.ended).toMatchObject({ kind: "answer", status: 200 });
    expect(one.abort).not.toHaveBeenCalled();
  });
});

describe("what answers under way hold together", () => {
  it("grows with each piece and is given back at the end", async () => {
    const one = begun({ heldBytes: 3 });
    answerOf(one, 200);
    dataOf(one, 4);
    dataOf(one, 5);
    expect(one.held.bytes).toBe(12);
    endOf(one);
    expect(one.held.bytes).toBe(3);
    expect(await one.ended).toMatchObject({ body: Buffer.from("xxxxxxxxx") });
  });

  it("is given back once, whatever comes after the caller gave up", () => {
    const one = begun({ heldBytes: 3 });
    answerOf(one, 200);
    dataOf(one, 4);
    one.stop.abort();
    expect(one.held.bytes).toBe(3);
    dataOf(one, 5);
    endOf(one);
    errorOf(one, "ECONNRESET");
    expect(one.held.bytes).toBe(3);
  });

  it.each([
    [15, { kind: "answer", status: 200 }],
    [16, { kind: "lost", why: "too-large", code: "", status: 200 }],
  ])("may be two of the largest and no more: five bytes beside %d", async (heldBytes, expected) => {
    const one = begun({ heldBytes });
    answerOf(one, 200);
    dataOf(one, 5);
    endOf(one);
    expect(await one.ended).toMatchObject(expected);
    expect(one.held.bytes).toBe(heldBytes);
  });
});

describe("an answer's size", () => {
  it.each([
    [10, "answer"],
    [11, "lost"],
  ])("is judged by a length of %d before any of it comes", async (length, kind) => {
    const one = begun();
    answerOf(one, 200, { "content-length": String(length) });
    expect(one.abort).toHaveBeenCalledTimes(kind === "lost" ? 1 : 0);
    endOf(one);
    expect(await one.ended).toMatchObject({ kind, status: 200 });
  });

  it.each([
    [299, { kind: "lost", why: "too-large", code: "", status: 299 }],
    [300, { kind: "answer", status: 300, headers: {}, body: Buffer.from("x".repeat(11)) }],
  ])("%d: only what is no refusal has to keep to the limit of answers", async (status, expected) => {
    const one = begun();
    answerOf(one, status);
    dataOf(one, 11);
    endOf(one);
    expect(await one.ended).toEqual(expected);
  });

  it.each([
    [256 * 1024, 256 * 1024],
    [256 * 1024 + 1, 0],
  ])("of a refusal, %d bytes, leaves %d of its message and always its status", async (sent, kept) => {
    const one = begun({ maxAnswerBytes: 1024 * 1024 });
    answerOf(one, 404, { "content-length": String(sent) });
    dataOf(one, sent);
    endOf(one);
    const ended = await one.ended;
    // only its length: comparing so many bytes one by one takes seconds
    expect(ended.kind === "answer" && [ended.status, ended.body.length]).toEqual([404, kept]);
  });
});

describe("what ended an exchange without a whole answer", () => {
  it.each([
    ["ENOTFOUND", "dns"],
    ["EAI_AGAIN", "dns"],
    ["ECONNREFUSED", "refused"],
    ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
    ["ETIMEDOUT", "connect-timeout"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["CERT_HAS_EXPIRED", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["EPROTO", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED", "tls"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
    ["EHOSTUNREACH", "unreachable"],
  ])("%s before it was written: %s", async (code, why) => {
    const one = begun({ written: false });
    errorOf(one, code);
    expect(await one.ended).toEqual({ kind: "not-sent", why, code });
  });

  it.each([
    ["UND_ERR_HEADERS_TIMEOUT", "headers-timeout"],
    ["UND_ERR_BODY_TIMEOUT", "body-timeout"],
    ["ECONNRESET", "reset"],
  ])("%s before an answer began: %s", async (code, why) => {
    const one = begun();
    errorOf(one, code);
    expect(await one.ended).toEqual({ kind: "lost", why, code });
  });

  it("a break in the middle of a success keeps its status", async () => {
    const one = begun();
    answerOf(one, 200);
    dataOf(one, 3);
    errorOf(one, "ECONNRESET");
    expect(await one.ended).toEqual({ kind: "lost", why: "truncated", code: "ECONNRESET", status: 200 });
  });

  it("a break in the middle of a refusal keeps its status and drops half a message", async () => {
    const one = begun();
    answerOf(one, 300);
    dataOf(one, 3);
    errorOf(one, "ECONNRESET");
    expect(await one.ended).toEqual({ kind: "answer", status: 300, headers: {}, body: Buffer.alloc(0) });
  });

  it.each([undefined, 7])("an error whose code is %p is named by its kind", async (code) => {
    const one = begun();
    errorOf(one, code);
    expect(await one.ended).toEqual({ kind: "lost", why: "reset", code: "Error" });
  });

  it("a notice that an answer will follow is none", async () => {
    const one = begun();
    answerOf(one, 199, { "content-length": "11" });
    errorOf(one, "ECONNRESET");
    expect(await one.ended).toEqual({ kind: "lost", why: "reset", code: "ECONNRESET" });
  });

  it("an end without a beginning is no answer", async () => {
    const one = begun();
    endOf(one);
    errorOf(one, "ECONNRESET");
    expect(await one.ended).toEqual({ kind: "lost", why: "reset", code: "ECONNRESET" });
  });
});

describe("what is asked of the connection", () => {
  it.each([
    ["{}", "{}"],
    ["", ""],
    [undefined, null],
  ])("is the request as written, with its time-outs: body %j as %j", (body, sent) => {
    const dispatch = jest.fn();
    void exchange(
      { dispatch } as unknown as Dispatcher,
      { method: "PUT", path: "/address", headers: { accept: "application/json" }, body },
      { headersTimeoutMs: 1001, bodyTimeoutMs: 1002, maxAnswerBytes: 1003, held: { bytes: 0 } },
      new AbortController().signal,
    );
    expect(dispatch).toHaveBeenCalledWith(
      {
        method: "PUT",
        path: "/address",
        headers: { accept: "application/json" },
        body: sent,
        headersTimeout: 1001,
        bodyTimeout: 1002,
      },
      expect.anything(),
    );
  });
});
