import { sleepBy, systemClock } from "../../provider/http/clock";

describe("A wait", () => {
  it("is not begun where it was given up before", async () => {
    const cancelled: string[] = [];
    const sleep = sleepBy(() => () => void cancelled.push("timer"));
    await expect(sleep(60_000, AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
    expect(cancelled).toEqual(["timer"]);
  });

  it("ends when it is given up, and its timer with it", async () => {
    const cancelled: string[] = [];
    const stop = new AbortController();
    const waiting = sleepBy(() => () => void cancelled.push("timer"))(60_000, stop.signal);
    stop.abort(new Error("given up"));
    await expect(waiting).rejects.toThrow("given up");
    expect(cancelled).toEqual(["timer"]);
  });

  it("ends by itself", async () => {
    await expect(systemClock.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});
