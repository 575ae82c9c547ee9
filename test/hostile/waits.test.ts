import { settleTimeoutMs } from "../../provider/engine/looking/patience";
import type { Session } from "../../provider/engine/run/session";
import { World } from "../contract/world";
import { HostileRun } from "./provider";

const DAY = 86_400;

/** A timer with a delay that is too large fires at once; and every wait ends. */
describe("A time to settle that no clock can keep", () => {
  it.each([DAY + 1, 1e10, 1e308])("is refused by check: %d seconds", async (settleTimeout) => {
    const world = await World.start();
    const run = new HostileRun(world.simulator);
    const { failures } = await run.handlers.AccountUser.check(
      {},
      { name: "Crew", email: "crew@example.com", settleTimeout },
    );
    await run.end();
    await world.stop();
    expect(failures).toEqual([
      { property: "", reason: `settleTimeout must be at most ${DAY} seconds (a day).` },
    ]);
  });

  // Only the settings matter; a session needs a service.
  const session = { settings: { settleTimeout: 120 } } as Session;

  it.each([
    [60, 60],
    [0.5, 0.5],
    [1e308, DAY],
    [Infinity, DAY],
    [-5, 120],
    [0, 120],
    [Number.NaN, 120],
    ["60", 120],
    [null, 120],
  ])("is not taken from a state that somebody edited: %p is %d seconds", (stored, seconds) => {
    expect(settleTimeoutMs(session, { settleTimeout: stored })).toBe(seconds * 1000);
  });
});
