import { AbortedError, RateLimitedError, ServiceError, UnreachableError } from "../../provider/http";
import { systemClock } from "../../provider/http/clock";
import { create, failure, pair, read, stopAll, write } from "./clients";
import { Limiter } from "../../provider/http/limiter";
import { InstantClock } from "./instant-clock";
import { answerJson } from "./local-server";

afterEach(stopAll);

describe("Retry-After", () => {
  it.each([
    ["seconds", { "retry-after": "7" }, 7125],
    [
      "a date, by the service's own clock",
      { date: "Thu, 01 Jan 2037 00:00:00 GMT", "retry-after": "Thu, 01 Jan 2037 00:00:09 GMT" },
      9125,
    ],
    ["nothing", {}, 375],
    ["garbage", { "retry-after": "soon" }, 375],
  ])("429 with %s is waited for, then a create is sent again", async (_name, headers, waitMs) => {
    const { client, server, clock } = await pair((response, index) =>
      answerJson(response, index === 0 ? 429 : 200, {}, index === 0 ? headers : {}),
    );
    await client.send(create());
    expect(server.seen).toHaveLength(2);
    expect(clock.waits).toEqual([waitMs]);
  });

  it("429 slows down by when the request was sent, not by when the answer came", async () => {
    const tooMany = jest.spyOn(Limiter.prototype, "tooMany");
    const clock = new InstantClock();
    const sentAt = clock.now();
    const { client } = await pair(
      (response, index) => {
        clock.advance(1_000);
        answerJson(response, index === 0 ? 429 : 200);
      },
      { clock },
    );
    await client.send(create());
    expect(tooMany.mock.calls.map(([moment]) => moment)).toEqual([sentAt]);
    tooMany.mockRestore();
  });

  it("a date without the service's clock goes by ours", async () => {
    const { client, clock } = await pair((response, index) => {
      response.sendDate = false;
      answerJson(response, index === 0 ? 429 : 200, {}, { "retry-after": "Mon, 05 Jan 2026 12:00:20 GMT" });
    });
    await client.send(create());
    expect(clock.waits).toEqual([20_125]);
  });

  it("503 without it is not tried again for a create", async () => {
    const { client, server } = await pair((response) => answerJson(response, 503));
    const error = await failure(client.send(create()), ServiceError);
    expect(error).toMatchObject({ attempts: 1, outcomeUnknown: true });
    expect(error.message).toContain("It may have taken effect all the same.");
    expect(server.seen).toHaveLength(1);
  });
});

describe("the budget", () => {
  it("counts every wait, and a wait that does not fit is not begun", async () => {
    const { client, clock } = await pair((response) => answerJson(response, 429, {}, { "retry-after": "4" }));
    const error = await failure(client.send(read(), { budgetMs: 10_000 }), RateLimitedError);
    expect(error.attempts).toBe(3);
    expect(clock.waits).toEqual([4125, 4125]);
    expect(error.comeBackAt).toEqual(new Date(clock.now() + 4000));
    expect(error.message).toContain("does not fit into the time left");
  });

  it("leaves to each attempt and each wait what those before it have not used", async () => {
    class NotingClock extends InstantClock {
      readonly left: number[] = [];
      override after(ms: number, run: () => void): () => void {
        this.left.push(ms);
        return super.after(ms, run);
      }
    }
    const clock = new NotingClock();
    const { client } = await pair(
      (response, index) => answerJson(response, index === 0 ? 429 : 200, {}, { "retry-after": "4" }),
      { clock },
    );
    await client.send(read(), { budgetMs: 10_000 });
    expect(clock.left).toEqual([10_000, 10_000, 5_875]);
  });

  it("ends a request that is never answered, whatever its time-outs", async () => {
    const { client } = await pair(() => undefined, { clock: systemClock, budgetMs: 60 });
    const error = await failure(client.send(write()), UnreachableError);
    expect(error).toMatchObject({ attempts: 1, mayHaveReachedService: true, outcomeUnknown: true });
    expect(error.message).toContain("it was not done within the 0.06 s allowed");
  });

  it("ends an answer that drips for ever", async () => {
    const { client } = await pair((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    await expect(client.send(read(), { budgetMs: 100 })).rejects.toThrow("not done within the 0.1 s allowed");
  });

  it("does not count the wait for a free place", async () => {
    const { client, server } = await pair(() => undefined, { concurrency: 1 });
    const first = failure(client.send(create(), { budgetMs: 200 }), UnreachableError);
    const second = await failure(client.send(create(), { budgetMs: 50 }), UnreachableError);
    expect(await first).toMatchObject({ attempts: 1, mayHaveReachedService: true });
    expect(second).toMatchObject({ attempts: 1, mayHaveReachedService: true });
    expect(server.seen).toHaveLength(2);
  });

  it("ends a real wait between two attempts when it is over", async () => {
    const { client } = await pair((response) => answerJson(response, 502), {
      clock: systemClock,
      random: () => 0,
    });
    const began = performance.now();
    const error = await failure(client.send(read(), { budgetMs: 600 }), ServiceError);
    expect(error.attempts).toBe(2);
    expect(performance.now() - began).toBeLessThan(600);
  });
});

describe("the caller's signal", () => {
  it("ends a request under way, which may have been done", async () => {
    const stop = new AbortController();
    const { client } = await pair(() => stop.abort());
    const error = await failure(client.send(create(), { signal: stop.signal }), AbortedError);
    expect(error).toMatchObject({ attempts: 1, outcomeUnknown: true });
    expect(error.message).toContain(
      "the caller gave up. It may have taken effect all the same. Check whether it was done before you do it again.",
    );
  });

  it("ends a wait at once", async () => {
    const stop = new AbortController();
    const { client, server } = await pair(
      (response) => answerJson(response, 429, undefined, { "retry-after": "50" }),
      {
        clock: {
          now: () => systemClock.now(),
          after: (ms, run) => systemClock.after(ms, run),
          sleep: (ms, signal) => {
            setImmediate(() => stop.abort());
            return systemClock.sleep(ms, signal);
          },
        },
      },
    );
    const error = await failure(client.send(create(), { signal: stop.signal }), AbortedError);
    expect(error).toMatchObject({ attempts: 1, outcomeUnknown: false });
    expect(server.seen).toHaveLength(1);
  });

  it("ends the wait for a free place", async () => {
    const stop = new AbortController();
    const { client } = await pair(() => stop.abort(), { concurrency: 1 });
    const first = failure(client.send(read(), { budgetMs: 100 }), UnreachableError);
    const error = await failure(client.send(create(), { signal: stop.signal }), AbortedError);
    expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false });
    await first;
  });

  it("that was aborted before sends nothing", async () => {
    const { client, server } = await pair((response) => answerJson(response, 200, []));
    const error = await failure(client.send(create(), { signal: AbortSignal.abort() }), AbortedError);
    expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false });
    expect(server.seen).toEqual([]);
  });

  it("keeps no listener when the call is over", async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const added = jest.spyOn(signal, "addEventListener");
    const removed = jest.spyOn(signal, "removeEventListener");
    const { client } = await pair((response) => answerJson(response, 200, []));
    await client.send(read(), { signal });
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith("abort", added.mock.calls[0]?.[1]);
  });
});
