import type { Smartlock } from "../../provider/api";
import { idOf } from "../../provider/engine/kind/ids";
import type { Listed } from "../../provider/engine/kind/listed";
import type { Session } from "../../provider/engine/run/session";
import { hasKeypad, isReachable, lockAsParent, lockNames } from "../../provider/resources/locks";
import "../protocol/passing-time";
import { World, keypadCode, locks } from "../contract/world";

const lock = (fields: Partial<Smartlock>): Smartlock => ({
  smartlockId: locks.front,
  type: 4,
  name: "Front door",
  serverState: 0,
  ...fields,
});

describe("a lock", () => {
  it.each([
    [0, true],
    [1, false],
    [2, false],
    [3, false],
    [4, false],
    [17, false],
  ])("in the server state %i is reached: %s", (serverState, reached) => {
    expect(isReachable(lock({ serverState }))).toBe(reached);
  });

  it.each([
    [{ keypadPaired: true }, true],
    [{ keypad2Paired: true }, true],
    [{ keypadPaired: true, keypad2Paired: false }, true],
    [{ keypadPaired: false, keypad2Paired: false }, false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])("with the configuration %j has a keypad: %s", (config, has) => {
    expect(hasKeypad(lock({ config: config }))).toBe(has);
  });
});

describe("a lock that the service has no authority over, or does not reach", () => {
  const program = [
    {
      type: "Authorization",
      name: "guest",
      inputs: {
        smartlockId: locks.front,
        type: 13,
        name: "Guest",
        code: keypadCode(1),
        remoteAllowed: false,
      },
    },
  ];

  it.each([1, 2, 3, 4])("is sent nothing in the server state %i, and the preview says so", async (state) => {
    const world = await World.start();
    try {
      const set = (serverState: number): void =>
        world.outside(({ smartlocks }) =>
          smartlocks
            .filter(({ smartlockId }) => smartlockId === locks.front)
            .forEach((front) => (front.serverState = serverState)),
        );
      set(state);
      const before = world.simulator.state().authorizations.length;
      expect((await world.engine.preview(program)).output).toContain("Front door is offline");
      const { errors } = await world.engine.up(program);
      expect(errors["guest"]).toMatch(/Front door.* offline/);
      expect(world.writes()).toEqual([]);
      expect(world.simulator.state().authorizations).toHaveLength(before);
      set(0);
      expect((await world.engine.up(program)).errors).toEqual({});
      expect(world.simulator.state().authorizations).toHaveLength(before + 1);
    } finally {
      await world.stop();
    }
  });
});

describe("the name of a lock that cannot be read", () => {
  it("is no reason to fail: there is none", async () => {
    const names = await lockNames({
      collection: () => ({ collection: { known: () => Promise.reject(new Error("trouble")) } }),
    } as unknown as Session);
    expect(names("smartlockId", locks.front)).toBeUndefined();
  });
});

describe("the name of a lock", () => {
  const api = { smartlocks: { list: () => Promise.resolve([lock({ smartlockId: 7, name: "Gate" })]) } };
  const session = {
    collection: (locks: Listed) => ({
      collection: {
        known: async () =>
          new Map((await locks.list(api as never, "")).map((one) => [idOf(locks, one), one] as const)),
      },
    }),
  } as unknown as Session;

  it("is told for the fields that hold its id", async () => {
    const names = await lockNames(session);
    const fields = ["smartlockId", "smartlockIds", "smartlockIdea", "my smartlockId"];
    expect(fields.map((field) => names(field, 7))).toEqual(["Gate", "Gate", undefined, undefined]);
    expect(lockAsParent.nameSeen?.("7")).toBe("Gate");
  });
});
