import { SimulatorClock } from "../../simulator/clock";

describe("the clock of the simulator", () => {
  const held = (): SimulatorClock => new SimulatorClock({ held: true, now: 1_000 });

  it("stands still while it is held", () => {
    expect(held().now()).toBe(1_000);
  });

  it("runs what becomes due in order of time, each at its own moment, before advance returns", () => {
    const clock = held();
    const seen: string[] = [];
    clock.at(1_030, () => seen.push(`late at ${clock.now()}`));
    clock.at(1_010, () => {
      seen.push(`early at ${clock.now()}`);
      clock.at(clock.now() + 5, () => seen.push(`follow-up at ${clock.now()}`));
    });
    clock.at(1_050, () => seen.push("not yet"));
    clock.advance(40);
    expect(seen).toEqual(["early at 1010", "follow-up at 1015", "late at 1030"]);
    expect(clock.now()).toBe(1_040);
  });

  it("keeps the order of what is due at the same moment", () => {
    const clock = held();
    const seen: number[] = [];
    for (const n of [1, 2, 3]) {
      clock.at(1_010, () => seen.push(n));
    }
    clock.advance(10);
    expect(seen).toEqual([1, 2, 3]);
  });

  it("forgets what was cancelled, and everything when it stops", () => {
    const clock = held();
    const seen: string[] = [];
    clock.at(1_001, () => seen.push("cancelled"))();
    clock.at(1_002, () => seen.push("stopped"));
    clock.stop();
    clock.advance(10);
    expect(seen).toEqual([]);
  });

  it("refuses to go back", () => {
    expect(() => held().advance(-1)).toThrow("forward only");
  });

  it("is driven by real time when it runs, and goes on from where it was held", async () => {
    const clock = new SimulatorClock({ held: false, now: 5_000_000 });
    await clock.delay(5);
    expect(clock.now()).toBeGreaterThanOrEqual(5_000_005);
    clock.hold();
    const at = clock.now();
    clock.advance(1_000_000);
    expect(clock.now()).toBe(at + 1_000_000);
    clock.resume();
    await clock.delay(5);
    expect(clock.now()).toBeGreaterThanOrEqual(at + 1_000_005);
    clock.stop();
  });

  it("can be moved while it runs", () => {
    const clock = new SimulatorClock({ held: false, now: 0 });
    let ran = false;
    clock.at(60_000, () => (ran = true));
    clock.advance(60_000);
    expect(ran).toBe(true);
    expect(clock.held).toBe(false);
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    clock.stop();
  });
});
