import type { Bag } from "../../provider/engine/values/bag";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { objectsOfPending } from "../../provider/engine/pending/objects-sent";
import { checkSet } from "../../provider/engine/set/check";
import { refuseUnfit } from "../../provider/engine/set/create";
import { diffSet } from "../../provider/engine/set/diff";
import { placeName } from "../../provider/engine/set/naming";
import { UNKNOWN } from "../../provider/engine/values/unknown";
import { atMost } from "../engine/at-most";
import { said } from "../engine/lamps";
import { goneShelf, parentThat } from "../engine/shelf";
import { lampSets, type RoomLamp } from "./lamp-sets";

const urn = (name: string): string => `urn:pulumi:s::p::smartlock:LampSet::${name}`;
const lamp = (roomId: number, fields: Partial<RoomLamp> = {}): RoomLamp => ({
  roomId,
  lampId: 10 + roomId,
  name: "Porch",
  colour: "red",
  ...fields,
});
const declared = { roomIds: [1, 2], name: "Porch", colour: "red", __owner: urn("own") };
const stored = (roomIds: number[], fields: Bag = {}): Bag => ({
  ...declared,
  roomIds,
  lampIds: Object.fromEntries(roomIds.map((roomId) => [String(roomId), String(10 + roomId)])),
  __members: {},
  __declared: ["roomIds", "name", "colour"],
  ...fields,
});

/** Lines that name the places, and what was there. */
const inPlan: NonNullable<ResourceSpec["inPlan"]> = {
  created: ({ names }) => `New in ${names("roomId", 0)}`,
  changed: ({ changed, was, names }) =>
    `${changed.join()} in ${names("roomId", 0)} (was ${changed.map((field) => String(was[field])).join()})`,
};

function world(
  lamps: RoomLamp[],
  special: Partial<ResourceSpec> = {},
  settings: Parameters<typeof lampSets>[1] = {},
) {
  const all = lampSets({ inPlan, ...special }, settings);
  all.service.lamps = lamps;
  all.session.claims.checked(declared.__owner);
  return all;
}

const linesOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await said(work)).split("\n").filter((line) => line !== "");

describe("Of a set that exists, a preview tells", () => {
  const told = ({ set }: ReturnType<typeof world>, fields: Bag, olds = stored([1, 2])) =>
    linesOf(() => diffSet(set, { ...olds }, { ...declared, ...fields }));

  it("a change in one line for all places where the same was before", async () => {
    expect(await told(world([lamp(1), lamp(2)]), { colour: "blue" })).toEqual(["colour in 1, 2 (was red)."]);
    const lamps = [lamp(1), lamp(2, { colour: "green" }), lamp(3, { colour: "white" }), lamp(4)];
    const lines = await told(world(lamps), { roomIds: [1, 2, 3, 4], colour: "blue" }, stored([1, 2, 3, 4]));
    expect(lines).toEqual([
      "colour in 1, 4 (was red).",
      "colour in 2 (was green).",
      "colour in 3 (was white).",
    ]);
  });

  it("that its places are not known yet, and a change of the rest", async () => {
    const fields = { roomIds: UNKNOWN, colour: "blue" };
    const unknown =
      'LampSet "Porch": not all of its places are known yet, so it cannot be said which ones it gains or loses. It is on roomId 1, roomId 2 now.';
    expect(await told(world([lamp(1), lamp(2)]), fields)).toEqual([
      unknown,
      "colour in places that are not known yet (was red).",
    ]);
    expect(await told(world([lamp(1), lamp(2)]), { roomIds: UNKNOWN })).toEqual([unknown]);
    expect(await told(world([lamp(1), lamp(2)]), { ...fields, roomIds: [1, UNKNOWN] })).toEqual([
      unknown,
      "colour in 1, places that are not known yet (was red).",
    ]);
    expect(await told(world([lamp(1), lamp(2)]), { roomIds: UNKNOWN, name: "Hall" })).toEqual([
      "name in places that are not known yet (was Porch); this replaces it.",
    ]);
  });

  it("that somebody has made the change already, in one line for all places of which the state says the same", async () => {
    const lamps = [1, 2, 3].map((roomId) => lamp(roomId, { colour: "blue" }));
    const fields = { roomIds: [1, 2, 3], colour: "blue" };
    const members = { __members: { 3: { colour: "green" } } };
    expect(await told(world(lamps), fields, stored([1, 2, 3], members))).toEqual([
      'LampSet "Porch" on roomId 1, roomId 2 already has what the program declares now: colour "blue" ("red" in the state).',
      'LampSet "Porch" on roomId 3 already has what the program declares now: colour "blue" ("green" in the state).',
    ]);
    const half = { 1: { colour: null }, 2: { name: null } };
    const each = await told(
      world(lamps.slice(0, 2)),
      { ...fields, roomIds: [1, 2] },
      stored([1, 2], { colour: "blue", __members: half }),
    );
    expect(each.map((line) => line.replace(/^.*declares now: /, ""))).toEqual([
      'colour "blue" (not set in the state).',
      'name "Porch" (not set in the state).',
    ]);
    const replaced = await told(world(lamps), { ...fields, name: "Hall" }, stored([1, 2, 3], members));
    expect(replaced).toEqual(["name in 1, 2, 3 (was Porch); this replaces it."]);
  });

  it("a replacement of every object, also where somebody has made the change already", async () => {
    const lamps = [lamp(1), lamp(2, { name: "Hall" })];
    expect(await told(world(lamps), { name: "Hall" })).toEqual([
      "name in 1 (was Porch); this replaces it.",
      "name in 2 (was Hall); this replaces it.",
    ]);
    expect(await told(world([lamp(1), lamp(2)]), { name: "Hall", colour: "blue" })).toEqual([
      "name,colour in 1, 2 (was Porch,red); this replaces it.",
    ]);
  });

  it("in a replacement also what it gets", async () => {
    const lines = await told(world([lamp(1), lamp(2)]), { name: "Hall", roomIds: [1, 2, 3] });
    expect(lines).toEqual(["name in 1, 2 (was Porch); this replaces it.", "New in 3."]);
  });

  it("nothing of a replacement in which nothing else changes: the new set is checked, and told", async () => {
    const fields = { roomIds: [1, 2, 3], __replaceOn: ["roomIds"] };
    expect(await told(world([lamp(1), lamp(2)]), fields)).toEqual([]);
  });

  it("that a replacement does not ignore what the program ignores", async () => {
    const lines = await told(world([lamp(1), lamp(2)]), { name: "Hall", __ignore: ["colour"] });
    expect(lines.at(-1)).toBe(
      'Warning: LampSet "Hall" will be replaced, and ignoreChanges does not apply to the new one: colour will be as the program ' +
        "declares it, whatever it is now.",
    );
  });

  it("that only the state changes, where nothing else does", async () => {
    const recorded = 'LampSet "Porch": settleTimeout 5 (was the default); nothing is sent.';
    expect(await told(world([lamp(1), lamp(2)]), { settleTimeout: 5 })).toEqual([recorded]);
    // Each change of an object has a line, and so has a replacement.
    const lamps = [lamp(1), lamp(2, { lampId: 99, colour: "green" })];
    const lines = await told(world(lamps, {}, { adopt: "always" }), { settleTimeout: 5 });
    expect(lines.slice(2)).toEqual(["colour in 2 (was green)."]);
    const replaced = { roomIds: [1, 2, 3], __replaceOn: ["roomIds"], settleTimeout: 5 };
    expect(await told(world([lamp(1), lamp(2)]), replaced)).toEqual([]);
  });

  it("what nobody sees and stays, although the program no longer declares it, unless it is replaced", async () => {
    const all = () => world([lamp(1), lamp(2)], { fields: { code: { isSecret: true, isWriteOnly: true } } });
    const olds = stored([1, 2], { code: "invented", __declared: ["roomIds", "name", "colour", "code"] });
    expect(await told(all(), {}, olds)).toEqual([
      'Warning: LampSet "Porch": code is no longer declared. The service never shows it, so it stays as it was set (another value). ' +
        "To change it, declare the value that you want.",
    ]);
    expect((await told(all(), { name: "Hall" }, olds)).join()).not.toContain("no longer declared");
  });

  it("what it gets and what it makes again, each in its line", async () => {
    expect(await told(world([lamp(1)]), { roomIds: [1, 2, 3] })).toEqual([
      expect.stringContaining("no longer exists"),
      "New in 3.",
      "New in 2.",
    ]);
  });

  it("what it adopts in place of what is gone, and not that it is new", async () => {
    const lamps = [lamp(1), lamp(2, { lampId: 99, colour: "green" })];
    const lines = await told(world(lamps, {}, { adopt: "always" }), {});
    expect(lines).toEqual([
      expect.stringContaining("no longer exists"),
      expect.stringContaining("the one that the service already has (id 2/99) will be adopted"),
      "colour in 2 (was green).",
    ]);
  });

  it("the places where something is already, and those that it leaves", async () => {
    const lamps = [lamp(1), lamp(2), lamp(3), lamp(4)];
    expect(await told(world(lamps), { roomIds: [2, 3, 4] })).toEqual([
      'LampSet "Porch" will no longer be on roomId 1.',
      'LampSet "Porch" will also be on roomId 3, roomId 4.',
    ]);
    expect(await told(world(lamps, {}, { preflight: "off" }), { roomIds: [1, 2, 3] })).toEqual(["New in 3."]);
  });

  it("that more would go than may, each object once", async () => {
    const all = world([lamp(1), lamp(2)], {}, { maxDeletes: atMost(1) });
    expect(await told(all, { roomIds: [2] })).toHaveLength(1);
    const __owner = urn("another");
    all.session.claims.checked(__owner);
    const another = stored([1], { __owner, lampIds: { "1": "21" } });
    expect(await told(all, { roomIds: [], __owner }, another)).toEqual([
      'LampSet "Porch" will no longer be on roomId 1.',
      expect.stringContaining("smartlock:maxDeletes allows 1 delete in a run, and at least 2 are planned."),
    ]);
  });
});

describe("Of a new set, a check tells", () => {
  const checked = async (
    { set }: ReturnType<typeof world>,
    fields: Bag = {},
    olds: Bag = {},
  ): Promise<{ readonly lines: string[]; readonly failures: string[] }> => {
    let failures: string[] = [];
    const lines = await linesOf(async () => {
      const result = await checkSet(set, olds, { ...declared, code: "invented", ...fields });
      failures = result.failures.map(({ reason }) => reason);
    });
    return { lines, failures };
  };

  it("where its objects are created", async () => {
    expect(await checked(world([]))).toEqual({ lines: ["New in 1, 2."], failures: [] });
    expect((await checked(world([]), { roomIds: UNKNOWN })).lines).toEqual([
      "New in places that are not known yet.",
    ]);
    expect((await checked(world([]), { roomIds: [] })).lines).toEqual([]);
  });

  it("nothing of that for a set that exists: its comparison does", async () => {
    expect((await checked(world([lamp(1)]), {}, stored([1]))).lines).toEqual([]);
  });

  it("what it changes in what it adopts, for each set", async () => {
    const lamps = [
      lamp(1, { colour: "green", code: "invented" }),
      lamp(3, { colour: "white", code: "invented" }),
    ];
    const all = world(lamps, {}, { adopt: "always" });
    const first = await checked(all);
    expect(first.lines.slice(1)).toEqual(["colour in 1 (was green).", "New in 2."]);
    const second = await checked(all, { roomIds: [3], __owner: urn("another") });
    expect(second.lines.slice(1)).toEqual(["colour in 3 (was white)."]);
  });

  it("nothing of that if an object is refused, or the program has a mistake", async () => {
    const preflight: ResourceSpec["preflight"] = (asked) => {
      if (asked.wanted["roomId"] === 1) {
        asked.fail(["roomId"], "is too small");
      }
      return Promise.resolve();
    };
    expect(await checked(world([], { preflight }))).toEqual({
      lines: [],
      failures: ["roomIds is too small."],
    });
    expect(await checked(world([]), { colour: 7 })).toEqual({
      lines: [],
      failures: ["colour must be text."],
    });
  });

  it("that a run would refuse it, if something would be created", async () => {
    const readOnly = { setBy: [{ source: "a test", howToChange: "change the test" }] };
    const refusal = expect.stringContaining("`pulumi up` would refuse these changes") as string;
    expect((await checked(world([], {}, { readOnly }))).lines).toContainEqual(refusal);
    const there = world([lamp(1), lamp(2)], {}, { readOnly });
    expect((await checked(there, {}, stored([1, 2]))).lines).not.toContainEqual(refusal);
  });

  it("an odd value that is ignored only where it would come to another place", async () => {
    const odd = { colour: 7, __ignore: ["colour"] };
    const old = stored([1, 2], { colour: 7, code: "invented" });
    expect((await checked(world([lamp(1), lamp(2)]), odd, old)).failures).toEqual([]);
    expect((await checked(world([lamp(1), lamp(2)]), { ...odd, roomIds: [1, 3] }, old)).failures).toEqual([
      expect.stringContaining("colour must be"),
    ]);
  });
});

describe("A set is replaced", () => {
  const replaces = async (fields: Bag, olds: Bag, special: Partial<ResourceSpec> = {}): Promise<string[]> => {
    const { set } = world([lamp(1), lamp(2)], special);
    let found: string[] = [];
    await said(async () => {
      found = (await diffSet(set, olds, { ...declared, ...fields })).replaces;
    });
    return found;
  };

  it("for another name, unless the service made the one of the state from it", async () => {
    const olds = stored([1, 2], {
      __members: { "1": { __altered: { name: { declared: "Porch light", shown: "Porch" } } } },
    });
    expect(await replaces({ name: "Porch light" }, olds)).toEqual([]);
    expect(await replaces({ name: "Porch lamp" }, olds)).toEqual(["name"]);
  });

  it("for what nobody sees only if it differs where the set stays", async () => {
    const olds = stored([1, 2], { code: "new", __members: { "1": { code: "old" } } });
    const fields = { code: "new", __replaceOn: ["code"] };
    expect(await replaces(fields, olds, { fields: { code: { isSecret: true, isWriteOnly: true } } })).toEqual(
      ["code"],
    );
    expect(
      await replaces({ ...fields, roomIds: [2] }, olds, {
        fields: { code: { isSecret: true, isWriteOnly: true } },
      }),
    ).toEqual([]);
  });
});

describe("An object of a set", () => {
  it("is named with its place, or with the device that holds it", () => {
    const { set } = world([]);
    expect(set.member.labelOn(lamp(1) as unknown as Bag, undefined)).toBe('Lamp "Porch" on roomId 1');
    expect(set.member.labelOn(lamp(1) as unknown as Bag, { name: "Attic", online: true })).toBe(
      'Lamp "Porch" on Attic',
    );
    expect(placeName(world([], { parent: goneShelf }).set.spec, "1")).toBe("shelf 1");
  });

  it("is given up together with the whole set", async () => {
    const device = {
      find: () => Promise.resolve({ name: "Attic", online: false }),
      sync: () => Promise.resolve(),
    };
    const { set } = world([], { parent: parentThat(() => false, { keyFrom: () => "1", device }) });
    await expect(objectsOfPending(set.member, lamp(1) as unknown as Bag)).rejects.toThrow(
      "Run again when the lock is back, or give the whole set up with `pulumi state delete`.",
    );
  });

  it("does not get an odd value that is ignored", () => {
    const { set } = world([]);
    const odd = { roomId: 1, name: "Porch", colour: 7, code: "invented", __ignore: ["colour"] };
    expect(() => refuseUnfit(set, odd)).toThrow(
      new Error(
        'Lamp "Porch" on roomId 1 was not created: colour must be text. Somebody else set that, and ignoreChanges leaves it to others. ' +
          "Declare a value that is allowed, without ignoreChanges.",
      ),
    );
  });
});
