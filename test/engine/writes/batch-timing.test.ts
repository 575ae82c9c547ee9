import { passCurrentWrite, BatchTiming } from "../../../provider/engine/writes/batch-timing";
import { systemClock } from "../../../provider/http";

/** Writes that begin and end when the test says so. */
function traffic() {
  let now = 1_000_000;
  const subject = new BatchTiming({ ...systemClock, now: () => now });
  const pass = (ms: number): void => {
    now += ms;
  };
  const begin = () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const ended = subject.run(() => released);
    return async (): Promise<void> => {
      release();
      await ended;
    };
  };
  return { subject, pass, begin };
}

describe("The timing of batches", () => {
  it("counts the writes that are under way", async () => {
    const { subject, begin } = traffic();
    expect(subject.underWay).toBe(0);
    const [endFirst, endSecond] = [begin(), begin()];
    expect(subject.underWay).toBe(2);
    await endFirst();
    expect(subject.underWay).toBe(1);
    await endSecond();
    expect(subject.underWay).toBe(0);
  });

  it("hands on what a write returns, and how it fails", async () => {
    const { subject } = traffic();
    expect(await subject.run(() => Promise.resolve("done"))).toBe("done");
    await expect(subject.run(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect([subject.underWay, subject.isApproaching()]).toEqual([0, false]);
  });

  it("is quiet once the last write has passed or ended, and tells all who listen, once", async () => {
    const { subject, begin } = traffic();
    const told: string[] = [];
    subject.onQuiet(() => told.push("one"));
    subject.onQuiet(() => told.push("two"));
    const end = begin();
    let finish: () => void = () => undefined;
    const passing = subject.run(async () => {
      passCurrentWrite();
      passCurrentWrite();
      await new Promise<void>((resolve) => (finish = resolve));
    });
    expect([subject.isApproaching(), told]).toEqual([true, []]);
    await end();
    expect([subject.isApproaching(), told]).toEqual([false, ["one", "two"]]);
    finish();
    await passing;
    expect([subject.underWay, told]).toEqual([0, ["one", "two"]]);
  });

  it("lets nothing pass outside of a write", () => {
    const { subject, begin } = traffic();
    void begin();
    passCurrentWrite();
    expect(subject.isApproaching()).toBe(true);
  });

  it("lets who is alone go at once", () => {
    const { subject, begin } = traffic();
    expect(subject.pauseMs()).toBe(10);
    void begin();
    expect(subject.pauseMs()).toBe(10);
    void begin();
    expect(subject.pauseMs()).toBe(50);
  });

  it.each([
    ["hardly any gap is one set", [4], 50],
    ["small gaps still need half a second", [100], 500],
    ["a gap counts for five times its fifth", [600], 600],
    ["the gaps before count for less and less", [600, 600], 1_080],
    ["one long gap counts as a second and a half at the most", [60_000], 1_500],
    ["many long gaps make no longer pause than that", [1_400, 1_400, 1_400], 1_500],
  ])("waits as long as the gaps between writes ask for: %s", (_, gaps, pauseMs) => {
    const { subject, pass, begin } = traffic();
    void begin();
    for (const gap of gaps) {
      pass(gap);
      void begin();
    }
    expect(subject.pauseMs()).toBeCloseTo(pauseMs, 6);
  });

  it("forgets the gaps of a wave that has ended", async () => {
    const { subject, pass, begin } = traffic();
    const ends = [begin()];
    pass(600);
    ends.push(begin());
    await Promise.all(ends.map((end) => end()));
    pass(600);
    void begin();
    void begin();
    expect(subject.pauseMs()).toBe(50);
  });

  it("expects no more after so many have been under way for a second and a half", async () => {
    const { subject, pass, begin } = traffic();
    const ends = [begin(), begin(), begin()];
    pass(1_500);
    expect(subject.pauseMs()).toBe(50);
    pass(1);
    expect(subject.pauseMs()).toBe(20);
    await ends[0]?.();
    expect(subject.pauseMs()).toBe(50);
  });
});
