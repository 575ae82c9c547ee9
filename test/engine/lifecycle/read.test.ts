import type { Bag } from "../../../provider/engine/values/bag";
import { read } from "../../../provider/engine/lifecycle/read";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { failures, listening, parentThat, Shelf } from "../shelf";
import { asSecret } from "../../../provider/engine/values/secret-value";

describe("A refresh", () => {
  const heard = listening();
  const state: Bag = { shelfId: 1, thingId: 5, name: "Lamp", __declared: ["shelfId", "name"] };
  const refreshed = (shelf: Shelf, fields: Bag = { __owner: "a" }) =>
    read(shelf.kind, "1/5", { ...state, ...fields });
  const inRoom: Partial<ResourceSpec> = {
    parent: parentThat(() => true, { noun: "room", keyFrom: () => "1" }),
  };

  it.each<[string, Bag, number]>([
    ["was sent, while it is under way and nobody waits for it", {}, 4],
    ["is there, if somebody waits for it", { waitFor: "confirmed" }, 3],
    ["is there, if nothing is under way", { __underWay: undefined }, 3],
  ])("records what %s", async (_what, fields, size) => {
    const shelf = Shelf.later();
    shelf.put({ size: 3, busy: true });
    const sent = { size: 4, waitFor: "accepted", __underWay: "any", __declared: ["shelfId", "name", "size"] };
    expect((await refreshed(shelf, { ...sent, ...fields })).props).toMatchObject({ size });
  });

  it("keeps what nobody can tell of as it is", async () => {
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw failures.trouble;
    };
    expect(await refreshed(shelf)).toEqual({ id: "1/5", props: { ...state, __owner: "a" } });
  });

  it.each([
    ["takes what a pending one has become", true, "1/6"],
    [
      "takes nothing for a pending one while the device is offline: it may be somebody else's",
      false,
      "1/pending-1",
    ],
  ])("%s", async (_what, online, id) => {
    const shelf = Shelf.later();
    shelf.host = { name: "Shelf one", online };
    const since = new Date(shelf.clock.now()).toISOString();
    shelf.put({ thingId: 6, name: "Lamp", made: since });
    const pending = {
      shelfId: 1,
      name: "Lamp",
      pending: { since },
      __declared: ["shelfId", "name"],
      __owner: "a",
    };
    expect((await read(shelf.kind, "1/pending-1", pending)).id).toBe(id);
  });

  it("names the twin of what is young and not shown", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 6 });
    const young = { creationDate: new Date(shelf.clock.now() - 1_000).toISOString(), __owner: "a" };
    expect(await refreshed(shelf, young)).toEqual({ id: "1/5", props: { ...state, ...young } });
    expect(heard().join("")).toContain("has a twin: another Thing with the same name (id 1/6).");
  });

  it("names what came under the name that it was created with", async () => {
    const shelf = new Shelf({ fields: { name: { isAlterable: true } } });
    shelf.put({ name: "Lam" });
    shelf.put({ thingId: 6, name: "Lamp" });
    const altered = { name: { declared: "Lamp", shown: "Lam" } };
    await refreshed(shelf, { name: "Lam", __altered: altered, __owner: "a" });
    expect(heard().join("")).toContain(
      'has a twin: another Thing with the name that this was created with: Thing "Lamp" (id 1/6).',
    );
  });

  it("names no twin of it that another resource answers for", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 6 });
    shelf.put({ thingId: 7 });
    shelf.session.claims.made("Thing 1/6", "b");
    shelf.session.claims.made("Thing 1/7", "a");
    const creationDate = new Date(shelf.clock.now() - 1_000).toISOString();
    await refreshed(shelf, { creationDate, __owner: "a" });
    expect(
      heard()
        .join("")
        .match(/has a twin.*/g),
    ).toEqual([expect.stringContaining("(id 1/7)")]);
  });

  it("names what is there in the place of what is gone", async () => {
    const shelf = Shelf.readById();
    shelf.put({ thingId: 6 });
    expect(await refreshed(shelf)).toEqual({});
    expect(heard().join("")).toContain(
      'Warning: Thing "Lamp" (id 1/5) is gone, but a twin of it remains: another Thing with the same name (id 1/6). ' +
        "Delete it by hand if it is not wanted either.",
    );
  });

  it("asks for no list only to name a twin of what is gone with what listed it", async () => {
    const shelf = new Shelf({ ...inRoom, byParent: "only" });
    expect([await refreshed(shelf), shelf.lists]).toEqual([{}, 0]);
  });

  it("finds what a pending one has become also where no device has to confirm it", async () => {
    const shelf = Shelf.later({}, false);
    const since = new Date(shelf.clock.now()).toISOString();
    shelf.put({ made: since });
    expect(await refreshed(shelf, { __owner: "a", pending: { since } })).toMatchObject({
      id: "1/5",
      props: { thingId: 5 },
    });
  });

  it.each<[string, Partial<ResourceSpec>, string]>([
    ["alone", {}, ": it is removed from the state."],
    [
      "with what it was part of",
      inRoom,
      ": its room (id 1) is no longer in the account, and this went with it. It is removed from the state.",
    ],
    [
      "with the device that it was on",
      { parent: { ...new Shelf().device, ...inRoom.parent, noun: "lock" } },
      ": its lock (id 1) is no longer in the account, and this went with it. It is removed from the state. If the lock is still in use, it " +
        "may still honour this: delete it there.",
    ],
  ])("takes what is gone %s out of the state, and says so", async (_words, special, how) => {
    expect(await refreshed(Shelf.readById(special))).toEqual({});
    expect(heard()).toEqual([`Thing "Lamp" (id 1/5) no longer exists${how}\n`]);
  });

  describe("where a list shows other values than the state has", () => {
    const declared: Bag = { size: 3, __declared: ["shelfId", "name", "size"], __owner: "a" };

    it.each<[string, () => Shelf, number]>([
      ["what a read by its id shows", () => Shelf.readById(), 5],
      ["what the list shows, if there is no such read", () => new Shelf(), 4],
    ])("records %s", async (_what, make, size) => {
      const shelf = make();
      shelf.put({ size: 4 });
      shelf.onRead = () => ({ shelfId: 1, thingId: 5, name: "Lamp", size: 5 });
      expect((await refreshed(shelf, declared)).props).toMatchObject({ size });
      expect(heard()).toEqual([]);
    });

    it.each<[string, () => Error, string]>([
      ["fails", () => failures.trouble, "things.write failed (thing): trouble. Tried 2 times."],
      ["finds nothing", () => failures.missing, "a read by its id says that there is no such object"],
    ])("leaves the state as it was if that read %s, and says so", async (_words, error, why) => {
      const shelf = Shelf.readById();
      shelf.put({ size: 4 });
      shelf.onRead = () => {
        throw error();
      };
      expect((await refreshed(shelf, declared)).props).toMatchObject({ size: 3 });
      expect(heard()).toEqual([
        'Warning: Thing "Lamp" (id 1/5): a list shows other values than the state has. The list may be late, and reading this by its id ' +
          `failed, so the state stays as it was. Refresh again later. ${why}\n`,
      ]);
    });
  });

  it.each<[string, Bag, boolean]>([
    ["of a resource that a program declares", { __owner: "a" }, true],
    ["that a program looks for", { __get: true }, true],
    ["that is imported, and that nobody has called secret yet", {}, false],
  ])("records a secret %s: %j %s", async (_words, fields, isRecorded) => {
    const shelf = new Shelf();
    shelf.put({ pin: 1111 });
    const { props } = await refreshed(shelf, fields);
    expect(Object.hasOwn(props ?? {}, "pin")).toBe(isRecorded);
  });

  it("shows as inputs what is declared, also where the service keeps another form of it", async () => {
    const shelf = new Shelf();
    shelf.put({ name: "La", size: 3 });
    const __altered = { name: { declared: "Lamp", shown: "La" } };
    const { props, inputs } = await refreshed(shelf, { __owner: "a", __altered });
    expect(inputs).toEqual({ shelfId: 1, name: "Lamp", __owner: "a" });
    expect(props).toMatchObject({ name: "La", size: 3, __altered: asSecret(__altered) });
  });
});
