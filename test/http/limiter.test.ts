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
  it("sends nothing before the pause is over that the service asked for, however quick it has become", async () => {
    const clock = new InstantClock();
    const limiter = new Limiter({ concurrency: 2, clock });
    const began = clock.now();
    limiter.tooMany(began, 10_000);
    for (let taken = 0; taken < 1_000; taken += 1) {
      limiter.taken();
    }
    let sentAt = 0;
    await limiter.run(never, () => Promise.resolve((sentAt = clock.now())));
    expect(sentAt - began).toBe(10_000);
    await limiter.run(never, () => Promise.resolve((sentAt = clock.now())));
    expect(sentAt - began).toBe(10_000);
  });

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

describe("a limiter whose service says that there are too many", () => {
  const limited = (requestsPerSecond?: number) => {
    const clock = new InstantClock();
    const limiter = new Limiter({ concurrency: 4, requestsPerSecond, clock });
    /** How long each of several consecutive requests waits to start. */
    const waits = async (count: number): Promise<number[]> => {
      clock.waits.length = 0;
      for (let n = 0; n < count; n += 1) {
        await limiter.run(never, () => Promise.resolve());
      }
      return clock.waits.map((ms) => Math.round(ms * 100) / 100);
    };
    return { clock, limiter, waits };
  };

  it("waits with all of them for as long as the service asked, and spaces those after it", async () => {
    const { clock, limiter, waits } = limited();
    limiter.tooMany(clock.now(), 700);
    expect(await waits(4)).toEqual([700, 25, 25, 25]);
  });

  it("lets those wait too that had been given their time before", async () => {
    const { clock, limiter } = limited(10);
    const startedAt: number[] = [];
    const begun = clock.now();
    const start = () => limiter.run(never, () => Promise.resolve(void startedAt.push(clock.now() - begun)));
    await start();
    const sleep = jest.spyOn(clock, "sleep").mockImplementationOnce(async (ms) => {
      await Promise.resolve();
      clock.advance(ms);
      limiter.tooMany(clock.now(), 500);
    });
    await start();
    expect(startedAt).toEqual([0, 600]);
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([100, 500]);
  });

  it("spaces them where the service does not say how long", async () => {
    const { clock, limiter, waits } = limited();
    limiter.tooMany(clock.now());
    expect(await waits(3)).toEqual([25, 25]);
  });

  it("waits with all of them for ten seconds at most", async () => {
    const { clock, limiter, waits } = limited();
    limiter.tooMany(clock.now(), 3_600_000);
    expect(await waits(1)).toEqual([10_000]);
  });

  it("is slower by half each time, up to two seconds", async () => {
    const { clock, limiter, waits } = limited();
    const refuse = (): void => {
      clock.advance(1);
      limiter.tooMany(clock.now());
    };
    refuse();
    refuse();
    expect(await waits(3)).toEqual([37.5, 37.5]);
    for (let n = 0; n < 20; n += 1) {
      refuse();
    }
    await waits(1);
    expect(await waits(2)).toEqual([2_000, 2_000]);
  });

  it.each([0, 1])("learns nothing from those that were sent %s ms before it slowed down", async (ms) => {
    const { clock, limiter, waits } = limited();
    const before = clock.now() - ms;
    limiter.tooMany(clock.now());
    limiter.tooMany(before, 5_000);
    expect(await waits(3)).toEqual([25, 25]);
  });

  it("is faster with each that the service takes, until it knows no pace any more", async () => {
    const { clock, limiter, waits } = limited();
    limiter.tooMany(clock.now());
    limiter.taken();
    expect(await waits(3)).toEqual([24.5, 24.5]);
    for (let n = 0; n < 200; n += 1) {
      limiter.taken();
    }
    await waits(1);
    expect(await waits(3)).toEqual([]);
  });

  it("is never faster than the user allows", async () => {
    const { clock, limiter, waits } = limited(10);
    limiter.tooMany(clock.now());
    expect(await waits(3)).toEqual([150, 150]);
    for (let n = 0; n < 500; n += 1) {
      limiter.taken();
    }
    await waits(1);
    expect(await waits(2)).toEqual([100, 100]);
  });
});
