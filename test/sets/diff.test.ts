import { removeSet } from "../../provider/engine/set/delete";
import { diffSet } from "../../provider/engine/set/diff";
import { UNKNOWN } from "../../provider/engine/values/unknown";
import { said } from "../engine/lamps";
import { inParts, lampSets, removeLamp } from "./lamp-sets";

const lamp = (roomId: number, colour = "red") => ({ roomId, lampId: 10 + roomId, name: "Porch", colour });
const declared = { roomIds: [1, 2], name: "Porch", colour: "red", __owner: "urn" };
const olds = {
  ...declared,
  lampIds: { "1": "11", "2": "12" },
  __members: {},
  __declared: ["roomIds", "name", "colour"],
};
const none = { changes: false, replaces: [], deleteBeforeReplace: true };

function world(special: Parameters<typeof lampSets>[0] = {}, settings: Parameters<typeof lampSets>[1] = {}) {
  const all = lampSets(special, settings);
  all.service.lamps = [lamp(1), lamp(2)];
  all.session.claims.checked("urn");
  return all;
}

/** The diff for a changed program, with the messages about it. */
async function differing({ set }: ReturnType<typeof world>, fields: object = {}, before: object = olds) {
  let result: unknown;
  const words = await said(async () => {
    result = await diffSet(set, { ...before }, { ...declared, ...fields });
  });
  return [result, words];
}

describe("The difference of a set", () => {
  it("is none where each object is as declared", async () => {
    expect(await differing(world())).toEqual([none, ""]);
  });

  it("is a change of the set where a place comes or goes, told by name", async () => {
    expect(await differing(world(), { roomIds: [1, 2, 3, 4] })).toEqual([
      { ...none, changes: true },
      'Lamp "Porch" on roomId 0 will be created.\n',
    ]);
    expect(await differing(world(), { roomIds: [2] })).toEqual([
      { ...none, changes: true },
      'LampSet "Porch" will no longer be on roomId 1.\n',
    ]);
  });

  it("claims the object at a place that goes, so that nobody else takes it", async () => {
    const all = world();
    await differing(all, { roomIds: [2] });
    expect(all.session.claims.owns("Lamp 1/11", "urn")).toBe(true);
    expect(all.session.claims.owns("Lamp 2/12", "urn")).toBe(true);
  });

  it("claims by its handle what has no id yet", async () => {
    const all = world();
    const pending = { ...olds, lampIds: {}, pending: { "3": { since: "x" } } };
    await differing(all, { roomIds: [] }, pending);
    const handle = all.set.members(pending).get("3")?.handle;
    expect(all.session.claims.owns(`Lamp ${handle ?? ""}`, "urn")).toBe(true);
  });

  it("tells no places in a refresh, and which it has while the new ones are not known", async () => {
    const all = lampSets();
    all.service.lamps = [lamp(1), lamp(2)];
    expect(await differing(all, { roomIds: [1, 2, 3] })).toEqual([{ ...none, changes: true }, ""]);
    expect((await differing(world(), { roomIds: UNKNOWN }))[1]).toBe(
      'LampSet "Porch": not all of its places are known yet, so it cannot be said which ones it gains or loses. It is on roomId 1, roomId 2 now.\n',
    );
  });

  it.each<[string, object, object]>([
    ["something is not known", { colour: UNKNOWN }, { ...none, changes: true }],
    ["it waits otherwise", { settleTimeout: 5 }, { ...none, changes: true }],
    ["a field of all objects changes", { colour: "blue" }, { ...none, changes: true }],
    [
      "a field changes that no object can change",
      { name: "Hall" },
      { changes: true, replaces: ["name"], deleteBeforeReplace: true },
    ],
    [
      "such a field is not known",
      { name: UNKNOWN },
      { changes: true, replaces: ["name"], deleteBeforeReplace: true },
    ],
    [
      "a field changes of which the program says that it needs another set",
      { colour: "blue", __replaceOn: ["colour"] },
      { changes: true, replaces: ["colour"], deleteBeforeReplace: true },
    ],
    ["only an ignored field changes", { name: "Hall", __ignore: ["name"] }, none],
  ])("is found where %s", async (_, fields, expected) => {
    expect((await differing(world(), fields))[0]).toEqual(expected);
  });

  it("is found where one object of many differs", async () => {
    const all = world();
    all.service.lamps = [lamp(1, "blue"), lamp(2)];
    expect((await differing(all))[0]).toEqual({ ...none, changes: true });
  });

  describe("where an object is gone, and the service has another one that is the same", () => {
    const another = { ...lamp(1), lampId: 21 };
    const adopted =
      'Lamp "Porch" on roomId 1: the one that the service already has (id 1/21) will be adopted (unless this run changes or deletes the existing one first).\n';
    const made = "2030-01-01T10:00:00.000Z";
    const special = { origin: () => ({ createdAt: made }), identity: () => ["roomId", "name"] };

    it("says that the other one will be adopted, in a preview", async () => {
      const all = world(special);
      all.service.lamps = [another, lamp(2)];
      expect((await differing(all, { adopt: "always" }))[1]).toContain(adopted);
    });

    it("says nothing of that in a refresh", async () => {
      const all = lampSets(special);
      all.service.lamps = [another, lamp(2)];
      expect((await differing(all, { adopt: "always" }))[1]).not.toContain("will be adopted");
    });

    it("says nothing of that where the other one was sent earlier, and will be deleted", async () => {
      const all = world(special);
      all.service.lamps = [another, lamp(2)];
      const form = { roomId: 1, name: "Porch", colour: "red" };
      const earlier = [{ form, since: made, until: "2030-01-01T10:00:01.000Z", notIt: [] }];
      const before = { ...olds, __members: { "1": { __earlier: earlier } } };
      expect((await differing(all, { adopt: "always" }, before))[1]).not.toContain("will be adopted");
    });
  });

  it("announces nothing for objects that are there", async () => {
    const all = world();
    expect(await differing(all)).toEqual([none, ""]);
    expect(await differing(all, {}, { ...olds, pending: { "2": { since: "x" } } })).toEqual([
      { ...none, changes: true },
      expect.not.stringContaining("created"),
    ]);
  });

  const notMissed = (state: Readonly<Record<string, unknown>>): string | undefined =>
    state["colour"] === "red" ? "nobody misses red" : undefined;

  it("is none where what is gone is not missed, which is said once for all", async () => {
    const all = world({ notMissed });
    all.service.lamps = [lamp(2)];
    expect(await differing(all)).toEqual([
      none,
      'Lamp "Porch" on roomId 1 is gone, and is not created again: nobody misses red.\n',
    ]);
    const empty = world({ notMissed });
    empty.service.lamps = [];
    expect(await differing(empty)).toEqual([
      none,
      'LampSet "Porch" on 2 places is gone, and is not created again: nobody misses red.\n',
    ]);
  });

  it("is a change where what goes is gone already, although nobody misses it", async () => {
    const all = world({ notMissed });
    all.service.lamps = [lamp(2)];
    const [result, words] = await differing(all, { roomIds: [2] });
    expect(result).toEqual({ ...none, changes: true });
    expect(words).not.toContain("is not created again");
  });

  it("is a change where what is gone is missed", async () => {
    const all = world({ notMissed }, {});
    all.service.lamps = [lamp(2)];
    const [result] = await differing(all, { colour: "blue" });
    expect(result).toEqual({ ...none, changes: true });
  });

  it("asks for nothing where only the state counts", async () => {
    const all = world({ notMissed }, { diff: "state" });
    all.service.lamps = [];
    expect(await differing(all)).toEqual([none, ""]);
    expect(all.service.asked).toBe(0);
  });

  it("expects all its places, old and new, before it asks for one", async () => {
    const asked: string[] = [];
    const all = world(inParts(asked, () => all.service.lamps));
    await differing(all, { roomIds: [2, 3] });
    expect(new Set(asked)).toEqual(new Set(["all"]));
  });

  it("is found where a set without objects waits otherwise", async () => {
    const before = { ...olds, roomIds: [], lampIds: {} };
    expect((await differing(world(), { roomIds: [], settleTimeout: 5 }, before))[0]).toEqual({
      ...none,
      changes: true,
    });
    expect((await differing(world(), { roomIds: [] }, before))[0]).toEqual(none);
  });

  describe("from an imported state, which does not name its resource yet,", () => {
    const imported = { ...olds, __owner: undefined };
    /** What a delete of that state says about each object after such a difference, and what it deletes. */
    const deleted = async (fields: object) => {
      const done: string[] = [];
      const all = world({ remove: (_api, id) => removeLamp(all.service, done, id) });
      await differing(all, fields, imported);
      const failure: unknown = await removeSet(all.set, imported).catch((error: unknown) => error);
      return { done: done.sort(), failure: String(failure) };
    };

    it("lets its objects be deleted where another set takes their place", async () => {
      expect(await deleted({ name: "Hall" })).toEqual({
        done: ["remove 1", "remove 2"],
        failure: "undefined",
      });
    });

    it.each<[string, object]>([
      ["nothing changes", {}],
      ["they change in place", { colour: "blue" }],
    ])("lets none be deleted where %s: they belong to the resource of the program", async (_, fields) => {
      const { done, failure } = await deleted(fields);
      expect(done).toEqual([]);
      expect(failure).toContain("(id 1/11) was not deleted: it belongs to");
      expect(failure).toContain("(id 2/12) was not deleted: it belongs to");
    });

    it("lets what has no id yet go as well, by its handle", async () => {
      const all = world();
      const pending = { ...imported, lampIds: {}, pending: { "1": { since: "2030-01-01T12:00:00Z" } } };
      await differing(all, { name: "Hall" }, pending);
      const object = `Lamp ${all.set.members(pending).get("1")?.handle ?? ""}`;
      expect(all.session.claims.owns(object, "urn")).toBe(true);
      expect(all.session.claims.keeper(object, "")).toBeUndefined();
    });
  });

  describe("in what only the state records", () => {
    const recorded = 'LampSet "Porch": settleTimeout 5 (was the default); nothing is sent.\n';

    it("is said where nothing else differs", async () => {
      expect((await differing(world(), { settleTimeout: 5 }))[1]).toBe(recorded);
    });

    it("is not said beside what is sent", async () => {
      const [, words] = await differing(world(), { settleTimeout: 5, colour: "blue" });
      expect(words).toContain('colour "blue" (was "red")');
      expect(words).not.toContain("nothing is sent");
    });

    it("is not said of a set that another one replaces, also where no object tells a change", async () => {
      const fields = { settleTimeout: 5, roomIds: [1, 2, 3], __replaceOn: ["roomIds"] };
      const replaced = { changes: true, replaces: ["roomIds"], deleteBeforeReplace: true };
      expect(await differing(world(), fields)).toEqual([replaced, ""]);
    });
  });

  it("needs no other set for a field that is ignored", async () => {
    const [result] = await differing(world(), { name: "Hall", colour: "blue", __ignore: ["name"] });
    expect(result).toEqual({ ...none, changes: true });
  });

  it.each<[string, object]>([
    ["without an id", { "2": "12" }],
    ["with an id", { "1": "11", "2": "12" }],
  ])("does not take for gone what is pending, %s", async (_, lampIds) => {
    const all = world({ notMissed });
    all.service.lamps = [lamp(2)];
    const pending = { "1": { since: new Date().toISOString() } };
    const [, words] = await differing(all, {}, { ...olds, lampIds, pending });
    expect(words).not.toContain("is gone");
  });
});
