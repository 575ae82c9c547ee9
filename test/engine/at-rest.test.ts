import { atRest } from "../../provider/engine/at-rest";
import type { Host, ResourceSpec } from "../../provider/engine/resource-spec";
import { type Lamp, lamps, said } from "./lamps";

const idle: Lamp = { lampId: 7, name: "Porch" };
const busy: Lamp = { ...idle, busy: true };

/** On a device, if one is given. */
function on(host: Host | undefined): Partial<ResourceSpec> {
  return {
    asynchronous: {
      busy: (live) => (live as Lamp).busy === true,
      create: true,
      update: true,
      host: {
        keyFrom: (fields) => String(fields["lampId"]),
        find: (_session, key) => Promise.resolve(key === "7" ? host : undefined),
        sync: () => Promise.resolve(),
      },
    },
  };
}

describe("An object to compare with", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("is taken as it is where nothing is under way on it", async () => {
    const { session, kind, service } = lamps();
    expect(await said(async () => expect(await atRest(session, kind, "7", idle)).toBe(idle))).toBe("");
    expect(service.asked).toBe(0);
  });

  it("is waited for, which is said once, until nothing is under way on it", async () => {
    const { session, kind, service } = lamps(on({ name: "Hall", online: true }));
    service.lamps = [busy];
    const words = await said(async () => {
      const found = Promise.all([atRest(session, kind, "7", busy), atRest(session, kind, "7", busy)]);
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
    const { session, kind } = lamps();
    const words = await said(async () => {
      const found = atRest(session, kind, "7", busy);
      await jest.advanceTimersByTimeAsync(10);
      expect(await found).toBeUndefined();
    });
    expect(words).toBe('Lamp "Porch": a change sent earlier is still under way; waiting for it to end.\n');
  });

  it("is not waited for while its device is offline, with a warning", async () => {
    const { session, kind, service } = lamps(on({ name: "Hall", online: false }));
    const words = await said(async () => expect(await atRest(session, kind, "7", busy)).toBe(busy));
    expect(words).toBe(
      'Warning: Lamp "Porch" on Hall: a change sent earlier has not reached the lock, which is offline. ' +
        "It may still take effect when the lock is back.\n",
    );
    expect(service.asked).toBe(0);
  });

  it("is taken as it is when the time of all comparisons together is over", async () => {
    const { session, kind, service } = lamps({}, { settleTimeout: 2 });
    service.lamps = [busy];
    await said(async () => {
      const first = atRest(session, kind, "7", busy);
      await jest.advanceTimersByTimeAsync(1_500);
      const second = atRest(session, kind, "7", busy);
      await jest.advanceTimersByTimeAsync(500);
      expect(await Promise.all([first, second])).toEqual([busy, busy]);
      const asked = service.asked;
      expect(await atRest(session, kind, "7", busy)).toBe(busy);
      expect(await atRest(session, kind, "7", busy)).toBe(busy);
      expect(service.asked).toBe(asked + 1);
    });
  });

  it("is looked at in the list of its own place when others have used up the time", async () => {
    const asked: string[] = [];
    const { session, kind, service } = lamps(
      {
        parts: {
          keyFrom: ({ lampId }) => String(lampId),
          list: (_api, part) => {
            asked.push(part);
            return Promise.resolve(service.lamps.filter(({ lampId }) => String(lampId) === part));
          },
          of: (live) => String((live as Lamp).lampId),
          areCheaper: () => Promise.resolve(true),
        },
      },
      { settleTimeout: 2 },
    );
    const other = { ...busy, lampId: 8 };
    service.lamps = [busy, other];
    await said(async () => {
      const first = [atRest(session, kind, "7", busy), atRest(session, kind, "8", other)];
      await jest.advanceTimersByTimeAsync(2_000);
      await Promise.all(first);
      service.lamps = [idle, { ...idle, lampId: 8 }];
      asked.length = 0;
      for (const id of ["7", "8", "7", "8"]) {
        expect(await atRest(session, kind, id, { ...busy, lampId: Number(id) })).toEqual({
          ...idle,
          lampId: Number(id),
        });
      }
      expect(asked).toEqual(["7", "8"]);
    });
  });

  it("is looked at once more when others have used up the time", async () => {
    const { session, kind, service } = lamps({}, { settleTimeout: 2 });
    const other = { ...busy, lampId: 8 };
    service.lamps = [busy, other];
    await said(async () => {
      const first = atRest(session, kind, "7", busy);
      await jest.advanceTimersByTimeAsync(2_000);
      await first;
      service.lamps = [idle];
      const both = [atRest(session, kind, "7", busy), atRest(session, kind, "8", other)];
      expect(await Promise.all(both)).toEqual([idle, undefined]);
    });
  });
});
