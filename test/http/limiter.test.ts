import { Limiter } from "../../provider/http/limiter";
import { InstantClock } from "./instant-clock";

/** Work that ends when told. */
function held(): { work: () => Promise<void>; release: () => void; begun: () => boolean } {
  let begun = false;
  let release: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (release = resolve));
  return {
    work: () => {
      begun = true;
      return done;
    },
    release: () => release(),
    begun: () => begun,
  };
}

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

describe("limiter", () => {
  it("runs so many at a time and the rest in the order they came", async () => {
    const limiter = new Limiter({ concurrency: 2, clock: new InstantClock() });
    const works = [held(), held(), held(), held()];
    const all = Promise.all(works.map(({ work }) => limiter.run(never, work)));
    await turns();
    expect(works.map((work) => work.begun())).toEqual([true, true, false, false]);
    works[1]?.release();
    await turns();
    expect(works.map((work) => work.begun())).toEqual([true, true, true, false]);
    works[0]?.release();
    await turns();
    expect(works.map((work) => work.begun())).toEqual([true, true, true, true]);
    works.forEach((work) => work.release());
    await all;
  });

  it("does not let a newcomer in when a place goes to the first in line", async () => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    const [first, second, newcomer] = [held(), held(), held()];
    const all = [limiter.run(never, first.work), limiter.run(never, second.work)];
    first.release();
    await turns();
    all.push(limiter.run(never, newcomer.work));
    await turns();
    expect([second.begun(), newcomer.begun()]).toEqual([true, false]);
    second.release();
    newcomer.release();
    await Promise.all(all);
  });

  it("gives a place back when the work fails", async () => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    await expect(limiter.run(never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(limiter.run(never, () => Promise.resolve("next"))).resolves.toBe("next");
  });

  it("lets a waiting one leave the queue without losing the place of others", async () => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    const [first, left, last] = [held(), held(), held()];
    const leaving = new AbortController();
    const running = limiter.run(never, first.work);
    const gone = limiter.run(leaving.signal, left.work);
    const waiting = limiter.run(never, last.work);
    leaving.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    first.release();
    last.release();
    await Promise.all([running, waiting]);
    expect(left.begun()).toBe(false);
    expect(last.begun()).toBe(true);
  });

  it("begins nothing for a signal that is already aborted", async () => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    const work = held();
    await expect(limiter.run(AbortSignal.abort(new Error("early")), work.work)).rejects.toThrow("early");
    expect(work.begun()).toBe(false);
  });

  it("spaces the beginnings when paced", async () => {
    const clock = new InstantClock();
    const limiter = new Limiter({ concurrency: 1, requestsPerSecond: 4, clock });
    const starts: number[] = [];
    const begin = clock.now();
    for (let count = 0; count < 4; count += 1) {
      await limiter.run(never, () => Promise.resolve(starts.push(clock.now() - begin)));
    }
    expect(starts).toEqual([0, 250, 500, 750]);
    clock.advance(10_000);
    await limiter.run(never, () => Promise.resolve());
    expect(clock.waits).toEqual([250, 250, 250]);
  });

  it("gives the place back when a paced wait is aborted", async () => {
    const clock = new InstantClock();
    const limiter = new Limiter({
      concurrency: 1,
      requestsPerSecond: 1,
      clock: {
        now: () => clock.now(),
        after: (ms, run) => clock.after(ms, run),
        sleep: (_ms, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          ),
      },
    });
    await limiter.run(never, () => Promise.resolve());
    const leaving = new AbortController();
    const paced = limiter.run(leaving.signal, () => Promise.resolve());
    await turns();
    leaving.abort(new Error("left"));
    await expect(paced).rejects.toThrow("left");
    clock.advance(5000);
    await expect(limiter.run(never, () => Promise.resolve("next"))).resolves.toBe("next");
  });

  it("keeps everyone in line when one who has had its turn gives up", async () => {
    const limiter = new Limiter({ concurrency: 1, clock: new InstantClock() });
    const [first, second, third] = [held(), held(), held()];
    const leaving = new AbortController();
    const all = [
      limiter.run(never, first.work),
      limiter.run(leaving.signal, second.work),
      limiter.run(never, third.work),
    ];
    first.release();
    await turns();
    expect(second.begun()).toBe(true);
    leaving.abort(new Error("left"));
    second.release();
    await turns();
    expect(third.begun()).toBe(true);
    third.release();
    await Promise.all(all);
  });

  it("never waits without a pace, not even when the clock is set back", async () => {
    const clock = new InstantClock();
    const limiter = new Limiter({ concurrency: 1, clock });
    await limiter.run(never, () => Promise.resolve());
    clock.advance(-60_000);
    await limiter.run(never, () => Promise.resolve());
    expect(clock.waits).toEqual([]);
  });
});
