import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { checkSet } from "../../provider/engine/set/check";
import { createSet } from "../../provider/engine/set/create";
import { removeSet } from "../../provider/engine/set/delete";
import { atMost } from "../engine/at-most";
import { said } from "../engine/lamps";
import { failures } from "../engine/shelf";
import { inParts, lampSets, removeLamp, type RoomLamp } from "./lamp-sets";

const OWN = "urn:pulumi:s::p::smartlock:LampSet::own";
const declared = { roomIds: [1, 2], name: "Porch", colour: "red", code: "demo-code", __owner: OWN };
const olds = {
  ...declared,
  lampIds: { "1": "11", "2": "12" },
  __members: {},
  __declared: ["roomIds", "name", "colour", "code"],
};
const lamp = (roomId: number) => ({
  roomId,
  lampId: 10 + roomId,
  name: "Porch",
  colour: "red",
  code: "demo-code",
});

/** A service that does everything at once, and records it. */
function world(special: Partial<ResourceSpec> = {}, settings: Parameters<typeof lampSets>[1] = {}) {
  const done: string[] = [];
  const all = lampSets(
    {
      asynchronous: { busy: () => false, create: false, update: false },
      create: (_api, wanted) => {
        const made: RoomLamp = { ...lamp(Number(wanted["roomId"])), ...wanted };
        done.push(`create ${made.roomId}`);
        all.service.lamps = [...all.service.lamps, made];
        return Promise.resolve(made);
      },
      remove: (_api, parts) => removeLamp(all.service, done, parts),
      ...special,
    },
    settings,
  );
  return { ...all, done };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
afterEach(() => jest.useRealTimers());

/** Lets enough time pass for the work to finish. */
async function timely<T>(work: Promise<T>): Promise<T> {
  const end = { isReached: false };
  const reach = (): boolean => (end.isReached = true);
  work.then(reach, reach);
  for (let minutes = 0; !end.isReached && minutes < 20; minutes += 1) {
    await jest.advanceTimersByTimeAsync(60_000);
  }
  return work;
}

describe("Creating a set", () => {
  it("makes an object at each place, and tells their ids", async () => {
    const { set, done } = world();
    const { id, outs } = await timely(createSet(set, declared));
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(outs).toMatchObject({ roomIds: [1, 2], lampIds: { "1": "11", "2": "12" } });
    expect(done.sort()).toEqual(["create 1", "create 2"]);
  });

  it("has an id of its own each time", async () => {
    const made = await Promise.all(
      [1, 2].map(() => {
        const { set } = world();
        return timely(createSet(set, declared));
      }),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
  });

  it("keeps what was made where the rest failed, and names the rest", async () => {
    const { set } = world({
      create: (_api, wanted) =>
        wanted["roomId"] === 2 ? Promise.reject(new Error("no power")) : Promise.resolve(lamp(1)),
    });
    await expect(timely(createSet(set, declared))).rejects.toMatchObject({
      name: "IncompleteError",
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      message:
        'LampSet "Porch": 1 of 2 places is not done. The other one is, and the next run continues with this one only.\n' +
        "- roomId 2: no power",
      properties: { roomIds: [1], lampIds: { "1": "11" } },
    });
  });

  it("keeps nothing where nothing was made, and says once what many have in common", async () => {
    const { set } = world({ create: () => Promise.reject(new Error("no power")) });
    const failure = await timely(createSet(set, declared)).catch((error: unknown) => error);
    expect(failure).not.toHaveProperty("properties");
    expect((failure as Error).message).toBe(
      'LampSet "Porch": 2 of 2 places are not done.\n- roomId 1, roomId 2: no power',
    );
  });

  it("expects all its places before it asks for one", async () => {
    const asked: string[] = [];
    const { set } = world(inParts(asked, () => []));
    await timely(createSet(set, { ...declared, roomIds: [1, 2, 3] }));
    expect(asked[0]).toBe("all");
  });
});

describe("Deleting a set", () => {
  const both = [lamp(1), lamp(2)];

  it("deletes each of its objects", async () => {
    const { set, done, service } = world();
    service.lamps = both;
    await timely(removeSet(set, olds));
    expect([done.sort(), service.lamps]).toEqual([["remove 1", "remove 2"], []]);
  });

  it("deletes none where they are more than may go", async () => {
    const { set, done, service } = world({}, { maxDeletes: atMost(1) });
    service.lamps = both;
    await expect(timely(removeSet(set, olds))).rejects.toThrow(
      'smartlock:maxDeletes allows 1 delete in a run, and these 2 would exceed that: LampSet "Porch" on 2 places.',
    );
    expect(done).toEqual([]);
  });

  it("counts each once, and not what is gone already", async () => {
    const all = world({}, { maxDeletes: atMost(2) });
    all.service.lamps = both;
    await timely(removeSet(all.set, olds));
    expect(() => all.session.deleteGuard.count(["another"], "some")).toThrow("allows 2 deletes");
    const half = world(
      {
        remove: (_api, { roomId }) => {
          half.service.lamps = [];
          return roomId === 1 ? Promise.resolve() : Promise.reject(failures.missing);
        },
      },
      { maxDeletes: atMost(1) },
    );
    half.service.lamps = [lamp(1)];
    await timely(removeSet(half.set, olds));
    expect(() => half.session.deleteGuard.count(["another"], "some")).toThrow("allows 1 delete");
  });

  it("does not count where the program still declares the set: it is replaced", async () => {
    const { session, set, service, done } = world({}, { maxDeletes: atMost(0) });
    service.lamps = both;
    session.claims.checkedAt(["1", "2"], OWN);
    await timely(removeSet(set, olds));
    expect(done.sort()).toEqual(["remove 1", "remove 2"]);
  });

  it("does not count what is replaced although nobody finds it", async () => {
    const { session, set, done } = world({}, { maxDeletes: atMost(0) });
    session.claims.checkedAt(["1", "2"], OWN);
    await timely(removeSet(set, olds));
    expect(done.sort()).toEqual(["remove 1", "remove 2"]);
    expect(() => session.deleteGuard.count([], "some")).not.toThrow();
  });

  it("counts what is pending, and not what has become another one's", async () => {
    const since = new Date().toISOString();
    const pending = world({}, { maxDeletes: atMost(1) });
    pending.service.lamps = both;
    await expect(
      timely(
        removeSet(pending.set, {
          ...olds,
          lampIds: { "1": "11" },
          pending: { "2": { since } },
        }),
      ),
    ).rejects.toThrow("these 2 would exceed that");
    const other = world(
      {
        origin: () => ({ createdAt: "2030-01-01T10:00:00Z" }),
        get: () => Promise.resolve(lamp(1)),
        list: () => Promise.resolve([]),
      },
      { maxDeletes: atMost(0) },
    );
    const creationDate = "2029-01-01T10:00:00Z";
    await timely(
      removeSet(other.set, {
        ...olds,
        roomIds: [1],
        lampIds: { "1": "11" },
        __members: { "1": { creationDate } },
      }),
    );
    expect(other.done).toEqual([]);
  });

  it("fails for a place of which the state tells no id, and deletes the others", async () => {
    const { set, service, done } = world();
    service.lamps = both;
    await expect(timely(removeSet(set, { ...olds, lampIds: { "1": "11" } }))).rejects.toThrow(
      'LampSet "Porch": 1 of 2 places is not done. The other one is, and the next run continues with this one only.\n' +
        '- roomId 2: Lamp "Porch" on roomId 2: the state does not have its id, so it was not deleted. `pulumi up` finds it again ' +
        "under the adoption policy; `pulumi state delete` leaves it as it is.",
    );
    expect(done).toEqual(["remove 1"]);
  });

  it("expects all its objects before it asks for one", async () => {
    const asked: string[] = [];
    const { set } = world(inParts(asked, () => both));
    await timely(
      removeSet(set, {
        ...olds,
        roomIds: [1, 2, 3],
        lampIds: { "1": "11", "2": "12", "3": "13" },
      }),
    );
    expect(asked[0]).toBe("all");
  });
});

describe("Checking a set", () => {
  it("passes on what is declared", async () => {
    const { session, set } = world();
    expect(await timely(checkSet(set, {}, declared))).toEqual({ inputs: declared, failures: [] });
    expect(session.claims.isChecked(OWN)).toBe(true);
  });

  it("names the field of the set for a mistake at a place, and says the same one once", async () => {
    const { set } = world({
      preflight: (asked) => {
        asked.fail(["roomId"], "names a room that is locked");
        asked.fail(["colour"], `is sold out in room ${String(asked.wanted["roomId"])}`);
        return Promise.resolve();
      },
    });
    const { failures: found } = await timely(checkSet(set, {}, declared));
    expect(found).toEqual([
      { property: "", reason: "roomIds names a room that is locked." },
      { property: "", reason: "colour is sold out in room 1." },
      { property: "", reason: "colour is sold out in room 2." },
    ]);
  });

  it("only warns of what is there already at a place", async () => {
    const { set } = world({
      preflight: (asked) => {
        asked.fail(["roomId"], "names a room that is locked");
        return Promise.resolve();
      },
    });
    let checked: unknown;
    const told = await said(async () => {
      checked = await timely(checkSet(set, { ...declared, roomIds: [1] }, declared));
    });
    expect(checked).toMatchObject({
      failures: [{ property: "", reason: "roomIds names a room that is locked." }],
    });
    expect(told).toBe('Warning: Lamp "Porch" on roomId 1: roomId names a room that is locked.\n');
  });

  it("says once what is to be said of many places", async () => {
    const created: NonNullable<ResourceSpec["inPlan"]>["created"] = ({ names }) =>
      `A lamp in ${names("roomId", 0)}`;
    const many = world({ inPlan: { created, changed: () => "" } });
    expect(await said(() => timely(checkSet(many.set, {}, declared)))).toBe("A lamp in 1, 2.\n");
  });

  it("collides with another resource, and not with itself when it is checked again", async () => {
    const { set } = world();
    await timely(checkSet(set, {}, declared));
    expect((await timely(checkSet(set, {}, declared))).failures).toEqual([]);
    const __owner = "urn:pulumi:s::p::smartlock:LampSet::other";
    const other = await timely(checkSet(set, {}, { ...declared, roomIds: [2, 3], __owner }));
    expect(other.failures).toEqual([
      {
        property: "",
        reason:
          'LampSet "other" and LampSet "own" declare the same Lamp: roomId 2 and name "Porch". Declare it only once, or change one of ' +
          "these fields.",
      },
    ]);
    const moved = { ...declared, roomIds: [4] };
    await timely(checkSet(set, {}, moved));
    expect((await timely(checkSet(set, {}, { ...declared, roomIds: [1, 2], __owner }))).failures).toEqual([]);
  });

  it("looks at nothing else where the declaration itself is wrong", async () => {
    const { session, set, service } = world();
    const { failures: found } = await timely(checkSet(set, {}, { ...declared, colour: 3 }));
    expect(found).toEqual([{ property: "", reason: "colour must be text." }]);
    expect([service.asked, session.claims.isChecked(OWN)]).toEqual([0, false]);
  });

  it("expects all its places before it asks for one", async () => {
    const asked: string[] = [];
    const { set } = world(inParts(asked, () => []));
    await timely(checkSet(set, {}, { ...declared, roomIds: [1, 2, 3] }));
    expect(asked[0]).toBe("all");
  });
});
