import type { BulkWrites, ResourceSpec } from "../../../provider/engine/kind/spec";
import { Writer } from "../../../provider/engine/writes/writer";
import { BatchTiming } from "../../../provider/engine/writes/batch-timing";
import { systemClock } from "../../../provider/http";
import { lamps } from "../lamps";

const made = { lampId: 1, name: "made" };
const updated = { lampId: 1, name: "updated" };

function writer(isBulk: boolean, most = 100) {
  const sent: unknown[][] = [];
  const note = (...what: unknown[]): Promise<void> => Promise.resolve(void sent.push(what));
  const bulk: BulkWrites<Record<string, unknown>, object, object> = {
    sameCreate: ({ room }) => String(room),
    create: (_api, all) => note("create many", ...all),
    update: (_api, all) => note("update many", ...all),
    remove: (_api, all) => note("remove many", ...all),
  };
  const special: Partial<ResourceSpec> = {
    create: (_api, wanted) => note("create", wanted).then(() => made),
    update: (_api, live, wanted, changed) => note("update", live, wanted, changed).then(() => updated),
    remove: (_api, id) => note("remove", id),
    ...(isBulk && { bulk }),
  };
  const { session, kind } = lamps(special);
  return { sent, subject: new Writer(session.api, kind.spec, new BatchTiming(systemClock), most) };
}

describe("Writer", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("sends each write by itself, at once, where the service takes no more, and hands on what it shows", async () => {
    const { sent, subject } = writer(false);
    expect(await subject.create({ name: "a" })).toBe(made);
    expect(await subject.update(made, { name: "b" }, ["name"])).toBe(updated);
    await subject.remove({ lampId: 1 });
    expect(sent).toEqual([
      ["create", { name: "a" }],
      ["update", made, { name: "b" }, ["name"]],
      ["remove", { lampId: 1 }],
    ]);
  });

  it("sends who is alone by itself also where the service takes many, and will show it later", async () => {
    const { sent, subject } = writer(true);
    const all = Promise.all([
      subject.create({ room: "hall" }),
      subject.update(made, { name: "b" }, ["name"]),
      subject.remove({ lampId: 1 }),
    ]);
    await jest.advanceTimersByTimeAsync(10);
    expect(await all).toEqual([undefined, undefined, undefined]);
    expect(sent).toEqual([
      ["create", { room: "hall" }],
      ["update", made, { name: "b" }, []],
      ["remove", { lampId: 1 }],
    ]);
  });

  it("sends many in one request: creates that go together, and all updates and deletes", async () => {
    const { sent, subject } = writer(true);
    const [hall, attic] = [{ room: "hall" }, { room: "attic" }];
    void Promise.all([hall, attic, hall, attic].map((wanted) => subject.create(wanted)));
    void Promise.all([hall, attic].map((wanted) => subject.update(made, wanted, [])));
    void Promise.all([1, 2].map((lampId) => subject.remove({ lampId })));
    await jest.advanceTimersByTimeAsync(10);
    expect(sent).toEqual([
      ["create many", hall, hall],
      ["create many", attic, attic],
      ["update many", { live: made, wanted: hall }, { live: made, wanted: attic }],
      ["remove many", { lampId: 1 }, { lampId: 2 }],
    ]);
  });

  it("puts no more into one request than it is told", async () => {
    const { sent, subject } = writer(true, 2);
    void Promise.all([1, 2, 3].map((lampId) => subject.remove({ lampId })));
    void Promise.all([1, 2, 3].map(() => subject.create({ room: "hall" })));
    void Promise.all([1, 2, 3].map(() => subject.update(made, {}, [])));
    await jest.advanceTimersByTimeAsync(10);
    expect(sent.map(([what]) => what).sort()).toEqual([
      "create",
      "create many",
      "remove",
      "remove many",
      "update",
      "update many",
    ]);
  });

  it("sends nothing for a kind that has no update", async () => {
    const { session, kind } = lamps();
    const timing = new BatchTiming(systemClock);
    const many = (): Promise<unknown> => Promise.reject(new Error("sent"));
    const bulk = { sameCreate: () => "", create: many, update: many, remove: many };
    const alone = new Writer(session.api, kind.spec, timing, 100);
    expect(await alone.update(made, {}, [])).toBeUndefined();
    const together = new Writer(session.api, { ...kind.spec, bulk }, timing, 100).update(made, {}, []);
    await jest.advanceTimersByTimeAsync(10);
    expect(await together).toBeUndefined();
  });
});
