import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { read } from "../../../provider/engine/lifecycle/read";
import { remove } from "../../../provider/engine/lifecycle/delete";
import { update } from "../../../provider/engine/lifecycle/update";
import { failureOf, listening, Shelf } from "../shelf";

const inputs: Bag = { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: "own" };
const special: Partial<ResourceSpec> = {
  identity: () => ["shelfId", "name"],
  fields: { name: { isAlterable: true } },
  duplicates: () => true,
};

/** Where what a run sends may have become one of two things, under another name. */
function doubtful(): Shelf {
  const shelf = Shelf.later(special);
  shelf.onCreate = () => {
    const made = new Date(shelf.clock.now() + 1_000).toISOString();
    shelf.put({ thingId: 8, name: "Something", made });
    shelf.put({ thingId: 9, name: "by somebody", made });
    return undefined;
  };
  return shelf;
}

/** The same shelf for another run. */
function next(before: Shelf): Shelf {
  const shelf = Shelf.later(special);
  before.notes.forEach((text, name) => shelf.notes.set(name, text));
  before.things.forEach((thing) => shelf.put(thing));
  return shelf;
}

describe("Something pending, where everything that it may have become may be somebody else's,", () => {
  listening();

  it("is not sent a second time by a run after one that could not record it", async () => {
    const first = doubtful();
    await failureOf(create(first.kind, inputs));
    const second = next(first);
    await failureOf(create(second.kind, inputs));
    expect([first.writes, second.writes]).toEqual([["create Lamp"], []]);
  });

  it("is not waited for any more once a refresh has found it", async () => {
    const first = doubtful();
    const { properties } = await failureOf(create(first.kind, inputs));
    const second = next(first);
    second.put({ ...second.things.get("1/8"), name: "Lamp" });
    expect((await read(second.kind, "1/pending-1", properties)).id).toBe("1/8");
    expect(second.notes.size).toBe(0);
  });

  it.each(["update", "delete"])("can be given up after an %s has asked a person", async (verb) => {
    const first = doubtful();
    const { properties } = await failureOf(create(first.kind, inputs));
    const second = next(first);
    const { kind } = second;
    const asking =
      verb === "update"
        ? update(kind, "1/pending-1", properties, inputs)
        : remove(kind, "1/pending-1", properties);
    expect((await failureOf(asking)).message).toContain("give this one up with `pulumi state delete`");
    const third = next(second);
    const made = await create(third.kind, inputs);
    expect([made.id, second.writes, third.writes]).toEqual(["1/5", [], ["create Lamp"]]);
  });
});
