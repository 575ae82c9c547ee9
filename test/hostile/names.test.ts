import type { World } from "../contract/world";
import { keypadCode, locks, World as Worlds } from "../contract/world";
import { expectError } from "./oracle";
import { HostileRun } from "./provider";
import type { Bag } from "./values";

/** A lock name that somebody may have set in the app. */
const NAME = "Front\u001b[2J door\nerror: \u202eall is well\u009b31m\ud800";
const SHOWN = "Front\\u001b[2J door\\u000aerror: \\u202eall is well\\u009b31m\\ud800";

describe("A name that would steer a terminal", () => {
  let world: World;
  const grant = { name: "Crew", type: "code", code: keypadCode(700), remoteAllowed: false };

  beforeAll(async () => {
    world = await Worlds.start();
    world.outside(({ smartlocks }) => {
      for (const lock of smartlocks) {
        lock.name = NAME;
      }
    });
  });
  afterAll(() => world.stop());

  async function failureOf(work: (run: HostileRun) => Promise<unknown>): Promise<string> {
    const run = new HostileRun(world.simulator);
    const error: unknown = await work(run).catch((reason: unknown) => reason);
    await run.end();
    expectError(error);
    return error.message;
  }

  it("is shown escaped in what check refuses", async () => {
    const run = new HostileRun(world.simulator);
    const { failures } = await run.handlers.Authorization.check({}, { ...grant, smartlockId: locks.garage });
    await run.end();
    expect(failures).toEqual([
      { property: "", reason: `smartlockId names ${SHOWN}, which has no keypad for a code.` },
    ]);
  });

  it.each<["Authorization" | "AuthorizationSet", Bag, lines: number]>([
    ["Authorization", { smartlockId: locks.front }, 1],
    ["AuthorizationSet", { smartlockIds: [locks.front] }, 2],
  ])(
    "is shown escaped in an error of %s, which has only the lines that it should have",
    async (kind, place, lines) => {
      world.simulator.lock(locks.front).goOffline("pending");
      const message = await failureOf(({ handlers }) => handlers[kind].create({ ...grant, ...place }));
      world.simulator.lock(locks.front).goOnline();
      expect(message).toContain(`${SHOWN} is offline and could not confirm it`);
      expect(message.split("\n")).toHaveLength(lines);
    },
  );

  it("is shown escaped in a field that does not exist", async () => {
    const run = new HostileRun(world.simulator);
    const { failures } = await run.handlers.Address.check({}, { name: "House", smartlockIds: [], [NAME]: 1 });
    await run.end();
    expect(failures).toEqual([
      {
        property: "",
        reason: expect.stringMatching(/^Front\\u001b\[2J.* is not a field of Address/) as unknown,
      },
    ]);
  });
});
