import { Progress } from "../../../provider/engine/writes/progress";
import type { Clock } from "../../../provider/http";
import { printed } from "../../protocol/printed";

/** Timers that run when the test says so. */
function heldClock() {
  const timers: { due: number; run: () => void }[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: () => Promise.reject(new Error("not used")),
    after: (ms, run) => {
      const timer = { due: now + ms, run };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) {
          timers.splice(timers.indexOf(timer), 1);
        }
      };
    },
  };
  const advance = (ms: number): void => {
    now += ms;
    for (const timer of [...timers].filter(({ due }) => due <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  return { clock, advance, timers };
}

describe("Progress", () => {
  let lines: string[];
  let stop: () => void;

  beforeEach(() => {
    lines = [];
    stop = printed((text) => lines.push(text));
  });
  afterEach(() => stop());

  function work() {
    let end: { resolve: () => void; reject: (error: Error) => void } | undefined;
    const promise = new Promise<void>((resolve, reject) => (end = { resolve, reject }));
    return { promise, resolve: () => end?.resolve(), reject: (error: Error) => end?.reject(error) };
  }

  it("says nothing of what is quick, and leaves no timer behind", async () => {
    const { clock, advance, timers } = heldClock();
    await new Progress("Address", clock).of(() => Promise.resolve());
    advance(100_000);
    expect(lines).toEqual([]);
    expect(timers).toEqual([]);
  });

  it("counts what is done, under way and failed, in growing pauses", async () => {
    const { clock, advance } = heldClock();
    const progress = new Progress("Authorization", clock);
    const [first, second, third] = [work(), work(), work()];
    const all = [first, second, third].map(({ promise }) => progress.of(() => promise));
    advance(14_999);
    expect(lines).toEqual([]);
    advance(1);
    expect(lines).toEqual(["Authorization: 0 done so far, 3 under way.\n"]);
    first.resolve();
    second.reject(new Error("refused"));
    await Promise.allSettled(all.slice(0, 2));
    advance(29_999);
    expect(lines).toHaveLength(1);
    advance(1);
    expect(lines[1]).toBe("Authorization: 1 done so far, 1 under way, 1 failed.\n");
    advance(60_000);
    advance(60_000);
    expect(lines).toHaveLength(4);
    third.resolve();
    await all[2];
    advance(100_000);
    expect(lines).toHaveLength(4);
  });

  it("begins anew when something is under way again", async () => {
    const { clock, advance } = heldClock();
    const progress = new Progress("Webhook", clock);
    await progress.of(() => Promise.resolve());
    const next = work();
    const running = progress.of(() => next.promise);
    advance(15_000);
    expect(lines).toEqual(["Webhook: 1 done so far, 1 under way.\n"]);
    next.resolve();
    await running;
  });
});
