import { Breaker } from "../../provider/http/breaker";
import { InstantClock } from "./instant-clock";

function breaking(): {
  breaker: Breaker;
  clock: InstantClock;
  fail: (times: number, everyMs: number) => void;
} {
  const clock = new InstantClock();
  const breaker = new Breaker({ clock });
  return {
    breaker,
    clock,
    fail: (times, everyMs) => {
      for (let count = 0; count < times; count += 1) {
        admitted(breaker)("failed", "the connection was refused (ECONNREFUSED)");
        clock.advance(everyMs);
      }
    },
  };
}

function admitted(breaker: Breaker): Exclude<ReturnType<Breaker["enter"]>, string> {
  const leave = breaker.enter();
  if (typeof leave === "string") {
    throw new Error(`refused: ${leave}`);
  }
  return leave;
}

describe("breaker", () => {
  it("opens after five failures in a row, with one clear message", () => {
    const { breaker, fail } = breaking();
    fail(4, 2000);
    expect(breaker.refusal()).toBeUndefined();
    fail(1, 0);
    expect(breaker.refusal()).toBe(
      "requests no longer reach the service (the last one: the connection was refused (ECONNREFUSED)), so nothing is sent for now",
    );
    expect(breaker.enter()).toBe(breaker.refusal());
  });

  it("stays closed when all requests in flight fail in the same moment: retries cure a blip", () => {
    const { breaker, fail } = breaking();
    fail(16, 0);
    expect(breaker.refusal()).toBeUndefined();
  });

  it("counts only failures without an answer between them", () => {
    const { breaker, fail } = breaking();
    fail(4, 2000);
    admitted(breaker)("answered");
    fail(4, 2000);
    expect(breaker.refusal()).toBeUndefined();
  });

  it("takes a caller who gave up for neither", () => {
    const { breaker, fail } = breaking();
    fail(4, 2000);
    admitted(breaker)("unknown");
    fail(1, 0);
    expect(breaker.refusal()).toBeDefined();
  });

  it("lets one request try after a pause, and closes when it is answered", () => {
    const { breaker, clock, fail } = breaking();
    fail(5, 2000);
    clock.advance(10_000);
    const trial = admitted(breaker);
    expect(breaker.enter()).toContain("requests no longer reach the service");
    trial("answered");
    expect(breaker.refusal()).toBeUndefined();
  });

  it("stays open for another pause when the trial fails", () => {
    const { breaker, clock, fail } = breaking();
    fail(5, 2000);
    clock.advance(10_000);
    fail(1, 0);
    expect(breaker.refusal()).toContain("requests no longer reach the service");
    clock.advance(10_000);
    expect(breaker.refusal()).toBeUndefined();
  });

  it("lets another try when the trial was given up", () => {
    const { breaker, clock, fail } = breaking();
    fail(5, 2000);
    clock.advance(10_000);
    admitted(breaker)("unknown");
    admitted(breaker)("answered");
    expect(breaker.refusal()).toBeUndefined();
  });

  it("opens at exactly five seconds", () => {
    const { breaker, fail } = breaking();
    fail(4, 1250);
    fail(1, 0);
    expect(breaker.refusal()).toBeDefined();
  });

  it("knows nothing of a failure that nobody explains", () => {
    const { breaker, fail } = breaking();
    fail(4, 2000);
    admitted(breaker)("failed");
    expect(breaker.refusal()).toContain("(the last one: unknown)");
  });

  it("does not take a request that began before it opened for the trial", () => {
    const { breaker, clock, fail } = breaking();
    const early = admitted(breaker);
    fail(5, 2000);
    clock.advance(10_000);
    const trial = admitted(breaker);
    early("unknown");
    expect(breaker.refusal()).toContain("requests no longer reach the service");
    trial("unknown");
    expect(breaker.refusal()).toBeUndefined();
  });

  it("stays open until its pause is over, to the millisecond", () => {
    const { breaker, clock, fail } = breaking();
    fail(4, 2000);
    fail(1, 0);
    clock.advance(9_999);
    expect(breaker.refusal()).toBeDefined();
    clock.advance(1);
    expect(breaker.refusal()).toBeUndefined();
  });
});
