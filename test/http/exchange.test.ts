import type { Dispatcher } from "undici";
import { exchange } from "../../provider/http/exchange";

const wire = { method: "PUT", path: "/address", headers: {}, body: "{}" } as const;
const limits = { headersTimeoutMs: 1000, bodyTimeoutMs: 1000, maxAnswerBytes: 1000, held: { bytes: 0 } };

/** A dispatcher whose connection is made when the test says so. */
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
