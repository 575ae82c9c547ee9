import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { updateSet } from "../../provider/engine/set/update";
import { atMost } from "../engine/at-most";
import { failures } from "../engine/shelf";
import { inParts, lampSets, removeLamp, type RoomLamp } from "./lamp-sets";

const lamp = (roomId: number, colour = "red", name = "Porch") => ({
  roomId,
  lampId: 10 + roomId,
  name,
  colour,
});
const declared = { roomIds: [1, 2], name: "Porch", colour: "red", __owner: "urn" };
const olds = {
  ...declared,
  lampIds: { "1": "11", "2": "12" },
  __members: {},
  __declared: ["roomIds", "name", "colour"],
  __account: 5,
};

/** A service that does everything at once, and records it. */
function world(special: Partial<ResourceSpec> = {}, settings: Parameters<typeof lampSets>[1] = {}) {
  const done: string[] = [];
  const all = lampSets(
    {
      fields: { name: { replaces: true } },
      asynchronous: { busy: () => false, create: false, update: false },
      create: (_api, wanted) => {
        const made = { ...lamp(Number(wanted["roomId"])), ...wanted, lampId: 20 + Number(wanted["roomId"]) };
        done.push(`create ${made.roomId}`);
        all.service.lamps = [...all.service.lamps, made];
        return Promise.resolve(made);
      },
      update: (_api, live, wanted) => {
        const { roomId, lampId } = live as RoomLamp;
        done.push(`update ${roomId}`);
        const after: RoomLamp = { ...(live as RoomLamp), ...wanted };
        all.service.lamps = [...all.service.lamps.filter((one) => one.lampId !== lampId), after];
        return Promise.resolve(after);
      },
      remove: (_api, parts) => removeLamp(all.service, done, parts),
      ...special,
    },
    settings,
  );
  all.service.lamps = [lamp(1), lamp(2)];
  all.service.account = 5;
  return { ...all, done };
}

describe("Updating a set", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  async function updated(
    { set, service, done }: ReturnType<typeof world>,
    fields: object = {},
    before: object = olds,
  ) {
    const update = updateSet(set, "a", { ...before }, { ...declared, ...fields });
    update.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    const { outs } = await update;
    return { outs, done: done.sort(), left: service.lamps.map(({ lampId }) => lampId).sort() };
  }

  it("changes nothing where nothing is to be changed", async () => {
    const { outs, done } = await updated(world());
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" }, __account: 5 });
  });

  it("updates, makes and deletes what differs", async () => {
    const { outs, done } = await updated(world(), { roomIds: [2, 3], colour: "blue" });
    expect(done).toEqual(["create 3", "remove 1", "update 2"]);
    expect(outs).toMatchObject({ roomIds: [2, 3], colour: "blue", lampIds: { "2": "12", "3": "23" } });
  });

  it("makes anew what is gone, and what somebody changed in a way that cannot be undone", async () => {
    const gone = world();
    gone.service.lamps = [lamp(2)];
    expect((await updated(gone)).done).toEqual(["create 1", "remove 1"]);
    const renamed = world();
    renamed.service.lamps = [lamp(1, "red", "Hall"), lamp(2)];
    const { outs, done } = await updated(renamed);
    expect(done).toEqual(["create 1", "remove 1"]);
    expect(outs).toMatchObject({ lampIds: { "1": "21", "2": "12" } });
  });

  it("leaves what is young and not listed yet as it is, if it is as declared", async () => {
    const all = world({ get: undefined } as never);
    all.service.lamps = [lamp(2)];
    const young = { ...olds, __members: { "1": { __madeAt: new Date().toISOString() } } };
    const { outs, done } = await updated(all, {}, young);
    expect([outs["lampIds"], done]).toEqual([{ "1": "11", "2": "12" }, []]);
  });

  it("makes one of its own where another resource has what it had, and leaves that one alone", async () => {
    const all = world({ fields: {} });
    all.session.claims.checked("urn");
    all.session.claims.made(all.set.member.object("1/11"), "another");
    const { outs, done, left } = await updated(all, { name: "Hall" });
    expect(done).toEqual(["create 1", "update 2"]);
    expect(outs).toMatchObject({ lampIds: { "1": "21", "2": "12" } });
    expect(left).toEqual([11, 12, 21]);
  });

  it("leaves what is gone and not missed", async () => {
    const all = world({ notMissed: () => "nobody misses it" });
    all.service.lamps = [lamp(2)];
    const { outs, done } = await updated(all);
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" } });
  });

  it("leaves what nobody can tell about and is as declared", async () => {
    const all = world({ get: () => Promise.reject(failures.trouble) });
    all.service.lamps = [lamp(2)];
    const __members = { "1": { creationDate: new Date().toISOString() } };
    const { outs, done } = await updated(all, {}, { ...olds, __members });
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" } });
  });

  it("does not touch what the program ignores", async () => {
    const renamed = world();
    renamed.service.lamps = [lamp(1, "red", "Hall"), lamp(2)];
    expect((await updated(renamed, { __ignore: ["name"] })).done).toEqual([]);
  });

  it("deletes nothing where more would go than may, and changes nothing", async () => {
    const all = world({}, { maxDeletes: atMost(1) });
    await expect(updated(all, { roomIds: [] })).rejects.toThrow("smartlock:maxDeletes allows 1 delete");
    expect(all.done).toEqual([]);
  });

  it("keeps what failed in the state, and says how many of them are not done", async () => {
    const all = world({ remove: () => Promise.reject(new Error("no network")) });
    await expect(updated(all, { roomIds: [2, 3] })).rejects.toMatchObject({
      id: "a",
      message:
        'LampSet "Porch": 1 of 3 places is not done. The others are, and the next run continues with this one only.\n' +
        "- roomId 1: no network",
      properties: { roomIds: [1, 2, 3], lampIds: { "1": "11", "2": "12", "3": "23" } },
    });
  });

  it("expects all its places, old and new, before it asks for one", async () => {
    const asked: string[] = [];
    const all = world(inParts(asked, () => all.service.lamps));
    await updated(all, { roomIds: [2, 3] });
    expect(asked[0]).toBe("all");
  });

  it("asks for the lists of its places alone where they are few, with that of one that goes", async () => {
    const asked: string[] = [];
    const all = world(inParts(asked, () => all.service.lamps));
    await updated(all, { roomIds: [2] }).catch(() => undefined);
    expect(asked[0]).toBe("1");
  });

  it("goes on with what was pending", async () => {
    const pending = { "1": { since: new Date().toISOString() } };
    const { outs, done } = await updated(world(), {}, { ...olds, lampIds: { "2": "12" }, pending });
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" } });
    expect(outs).not.toHaveProperty("pending");
  });

  it("does not pass over what nobody can tell about and is declared otherwise", async () => {
    const all = world({ get: () => Promise.reject(failures.trouble) }, { settleTimeout: 5 });
    all.service.lamps = [lamp(2)];
    const __members = { "1": { creationDate: new Date().toISOString() } };
    await expect(updated(all, { colour: "blue" }, { ...olds, __members })).rejects.toThrow(
      'LampSet "Porch": 1 of 2 places is not done.',
    );
  });

  it("goes on with what was pending and has an id", async () => {
    const since = new Date().toISOString();
    const { outs, done } = await updated(world(), {}, { ...olds, pending: { "1": { since } } });
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" } });
    expect(outs).not.toHaveProperty("pending");
  });

  it("waits for what was pending and has an id, and sends it again without a delete", async () => {
    const since = new Date().toISOString();
    const all = world({}, { settleTimeout: 1 });
    all.service.lamps = [lamp(2)];
    expect((await updated(all, {}, { ...olds, pending: { "1": { since } } })).done).toEqual(["create 1"]);
  });

  it("leaves what nobody can tell of and is as declared, and does not pass over what is not", async () => {
    const unproven = (): ReturnType<typeof world> => {
      const all = world({ get: () => Promise.reject(failures.trouble) });
      all.service.lamps = [lamp(2)];
      return all;
    };
    const { outs, done } = await updated(unproven());
    expect(done).toEqual([]);
    expect(outs).toMatchObject({ lampIds: { "1": "11", "2": "12" } });
    await expect(updated(unproven(), { colour: "blue" })).rejects.toThrow(
      'LampSet "Porch": 1 of 2 places is not done.',
    );
  });

  it("updates in place where no change needs another object", async () => {
    const all = world({ fields: {} });
    expect((await updated(all, { colour: "blue" })).done).toEqual(["update 1", "update 2"]);
  });

  it("does not count the delete of what is made anew", async () => {
    const all = world({}, { maxDeletes: atMost(0) });
    all.service.lamps = [lamp(2)];
    expect((await updated(all)).done).toEqual(["create 1", "remove 1"]);
    expect(() => all.session.deleteGuard.count([], "some")).not.toThrow();
  });

  it("counts each delete once", async () => {
    expect((await updated(world({}, { maxDeletes: atMost(1) }), { roomIds: [2] })).done).toEqual([
      "remove 1",
    ]);
  });
});
