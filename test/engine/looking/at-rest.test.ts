import { atRest } from "../../../provider/engine/looking/at-rest";
import type { Device } from "../../../provider/engine/kind/listed";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { type Lamp, lamps, said } from "../lamps";
import { parentThat } from "../shelf";

const idle: Lamp = { lampId: 7, name: "Porch" };
const busy: Lamp = { ...idle, busy: true };

/** On a device, if one is given. */
function on(device: Device | undefined): Partial<ResourceSpec> {
  return {
    parent: parentThat(() => false, {
      keyFrom: (fields) => String(fields["lampId"]),
      device: {
        find: (_reader, key) => Promise.resolve(key === "7" ? device : undefined),
        sync: () => Promise.resolve(),
      },
    }),
  };
}

describe("An object to compare with", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("is taken as it is where nothing is under way on it", async () => {
    const { kind, service } = lamps();
    expect(await said(async () => expect(await atRest(kind, "7", idle)).toBe(idle))).toBe("");
    expect(service.asked).toBe(0);
  });

  it("is waited for, which is said once, until nothing is under way on it", async () => {
    const { kind, service } = lamps(on({ name: "Hall", online: true }));
    service.lamps = [busy];
    const words = await said(async () => {
      const found = Promise.all([atRest(kind, "7", busy), atRest(kind, "7", busy)]);
      await jest.advanceTimersByTimeAsync(1_000);
      service.lamps = [idle];
      await jest.advanceTimersByTimeAsync(5_000);
      expect(await found).toEqual([idle, idle]);
    });
    expect(words).toBe(
      'Lamp "Porch" on Hall: a change sent earlier is still under way; waiting for it to end.\n',
    );
  });

  it("is waited for where no device has to confirm", async () => {
    const { kind } = lamps();
    const words = await said(async () => {
      const found = atRest(kind, "7", busy);
      await jest.advanceTimersByTimeAsync(10);
      expect(await found).toBeUndefined();
    });
    expect(words).toBe('Lamp "Porch": a change sent earlier is still under way; waiting for it to end.\n');
  });

  it("is not waited for while its device is offline, with a warning", async () => {
    const { kind, service } = lamps(on({ name: "Hall", online: false }));
    const words = await said(async () => expect(await atRest(kind, "7", busy)).toBe(busy));
    expect(words).toBe(
      'Warning: Lamp "Porch" on Hall: a change sent earlier has not reached the lock, which is offline. ' +
        "It may still take effect when the lock is back.\n",
    );
    expect(service.asked).toBe(0);
  });

  it("is taken as it is when the time of all comparisons together is over", async () => {
    const { kind, service } = lamps({}, { settleTimeout: 2 });
    service.lamps = [busy];
    await said(async () => {
      const first = atRest(kind, "7", busy);
      await jest.advanceTimersByTimeAsync(1_500);
      const second = atRest(kind, "7", busy);
      await jest.advanceTimersByTimeAsync(500);
      expect(await Promise.all([first, second])).toEqual([busy, busy]);
      const asked = service.asked;
      expect(await atRest(kind, "7", busy)).toBe(busy);
      expect(await atRest(kind, "7", busy)).toBe(busy);
      expect(service.asked).toBe(asked + 1);
    });
  });

  it("is looked at in the list of its own place when others have used up the time", async () => {
    const asked: string[] = [];
    const { kind, service } = lamps(
      {
        parent: parentThat(() => false, { keyFrom: ({ lampId }) => String(lampId) }),
        byParent: {
          list: (_api, part) => {
            asked.push(part);
            return Promise.resolve(service.lamps.filter(({ lampId }) => String(lampId) === part));
          },
          areCheaper: () => Promise.resolve(true),
        },
      },
      { settleTimeout: 2 },
    );
    const other = { ...busy, lampId: 8 };
    service.lamps = [busy, other];
    await said(async () => {
      const first = [atRest(kind, "7", busy), atRest(kind, "8", other)];
      await jest.advanceTimersByTimeAsync(2_000);
      await Promise.all(first);
      service.lamps = [idle, { ...idle, lampId: 8 }];
      asked.length = 0;
      for (const id of ["7", "8", "7", "8"]) {
        expect(await atRest(kind, id, { ...busy, lampId: Number(id) })).toEqual({
          ...idle,
          lampId: Number(id),
        });
      }
      expect(asked).toEqual(["7", "8"]);
    });
  });

  it("is looked at once more when others have used up the time", async () => {
    const { kind, service } = lamps({}, { settleTimeout: 2 });
    const other = { ...busy, lampId: 8 };
    service.lamps = [busy, other];
    await said(async () => {
      const first = atRest(kind, "7", busy);
      await jest.advanceTimersByTimeAsync(2_000);
      await first;
      service.lamps = [idle];
      const both = [atRest(kind, "7", busy), atRest(kind, "8", other)];
      expect(await Promise.all(both)).toEqual([idle, undefined]);
    });
  });
});
