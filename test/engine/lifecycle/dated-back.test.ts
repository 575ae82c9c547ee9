import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { remove } from "../../../provider/engine/lifecycle/delete";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { update } from "../../../provider/engine/lifecycle/update";
import { failureOf, failures, listening, Shelf } from "../shelf";
import { altering, declared, HANDLE, pending, SECOND } from "../stored-forms";

const A_YEAR_BEFORE = "2029-01-01T00:00:00Z";
const A_MINUTE_BEFORE = "2030-01-01T11:54:00Z";
const fobs: Partial<ResourceSpec> = { duplicates: () => true };
const cutting: Partial<ResourceSpec> = { ...fobs, ...altering };
const waiting: Bag = { ...pending(), __earlier: undefined };
const old = { thingId: 3, name: "Sofa", made: A_YEAR_BEFORE };

describe("What is pending, if a clock dates it back", () => {
  listening();
  const again = (shelf: Shelf, news: Bag = {}, state: Bag = waiting) =>
    update(shelf.kind, HANDLE, state, { ...declared("Sofa"), ...news });
  const holding = (special: Partial<ResourceSpec> = fobs): Shelf => {
    const shelf = Shelf.later(special);
    shelf.put(old);
    return shelf;
  };

  it.each([A_YEAR_BEFORE, A_MINUTE_BEFORE])("is not sent once more, but named: dated %s", async (made) => {
    const shelf = Shelf.later(fobs);
    shelf.put({ ...old, made });
    const { message } = await failureOf(again(shelf));
    expect(message).toBe(
      'Thing "Sofa" on Shelf one is still pending, and was not sent again. Something equal is there, but dated before it was sent. ' +
        `If a clock is wrong, that may be it: Thing "Sofa" (id 1/3), dated ${made}. If that is what was sent, set adopt: "same" and run again. ` +
        "If nobody needs it, delete it by hand and run again. If it is somebody else's, leave it: give this one up with " +
        "`pulumi state delete`, and declare another name.",
    );
    expect(shelf.writes).toEqual([]);
  });

  it("is advised about in another way where names do not matter", async () => {
    const shelf = holding({ ...fobs, identity: () => ["shelfId"] });
    expect((await failureOf(again(shelf))).message).toContain("and take the resource out of the program.");
  });

  it("is taken if the program adopts what is equal", async () => {
    const shelf = holding();
    expect((await again(shelf, { adopt: "same" })).outs).toMatchObject({ thingId: 3 });
    expect(shelf.writes).toEqual([]);
  });

  it("is changed to what is declared now only if the program adopts that, too", async () => {
    const shelf = holding();
    const { message } = await failureOf(again(shelf, { adopt: "same", size: 4 }));
    expect(message).toContain('If that is what was sent, set adopt: "always" and run again.');
    expect(shelf.writes).toEqual([]);
    const { outs } = await again(shelf, { adopt: "always", size: 4 });
    expect([outs["thingId"], shelf.writes]).toEqual([3, ["update 1/3 size"]]);
  });

  it("is left to a person where several may be it, whatever the program adopts", async () => {
    const shelf = holding();
    shelf.put({ ...old, thingId: 4 });
    const { message } = await failureOf(again(shelf, { adopt: "always" }));
    expect(message).toContain(
      `Thing "Sofa" (id 1/3), dated ${A_YEAR_BEFORE}, Thing "Sofa" (id 1/4), dated ${A_YEAR_BEFORE}. Delete by hand those that nobody needs, ` +
        "and run again. If all are somebody else's, leave them: give this one up with `pulumi state delete`, and declare another name.",
    );
    expect(shelf.writes).toEqual([]);
  });

  it("is not deleted: a person decides", async () => {
    const shelf = holding();
    const { message } = await failureOf(remove(shelf.kind, HANDLE, waiting));
    expect(message).toContain(
      `that may be it: Thing "Sofa" (id 1/3), dated ${A_YEAR_BEFORE}. Nothing was deleted`,
    );
    expect(shelf.writes).toEqual([]);
  });

  it.each<[string, (shelf: Shelf) => unknown, Bag]>([
    ["was there before", () => undefined, { __notIt: ["1/3"] }],
    ["belongs to another resource", (shelf) => shelf.session.claims.made("Thing 1/3", "urn:other"), {}],
    [
      "differs from what was sent",
      (shelf) => shelf.put({ ...old, size: 9 }),
      { size: 4, __declared: ["shelfId", "name", "size"] },
    ],
  ])("is sent again where what is older %s", async (_, prepare, fields) => {
    const shelf = holding();
    prepare(shelf);
    await again(shelf, {}, { ...waiting, ...fields });
    expect(shelf.writes).toEqual(["create Sofa"]);
  });

  it("is the new one, whatever else is older", async () => {
    const shelf = holding();
    shelf.put({ thingId: 6, name: "Sofa", made: SECOND });
    expect((await again(shelf)).outs).toMatchObject({ thingId: 6 });
    expect(shelf.writes).toEqual([]);
  });
});

describe("A create of something whose name is cut and whose date is wrong", () => {
  listening();
  const cut = { thingId: 3, name: "Lamp in the", made: A_YEAR_BEFORE };
  const wanted = declared("Lamp in the hall");
  const named = `that may be it: Thing "Lamp in the" (id 1/3), dated ${A_YEAR_BEFORE}.`;

  it("is pending, and says what may be it", async () => {
    const shelf = Shelf.later(cutting);
    shelf.onCreate = () => void shelf.put(cut);
    expect((await failureOf(create(shelf.kind, wanted))).message).toContain(named);
  });

  it("is not sent again after a lost answer", async () => {
    const shelf = Shelf.later(cutting);
    shelf.onCreate = () => {
      shelf.put(cut);
      throw failures.lost;
    };
    await failureOf(create(shelf.kind, wanted));
    expect(shelf.writes).toEqual(["create Lamp in the hall"]);
  });

  it("is not sent again after a run that died", async () => {
    const shelf = Shelf.later(cutting);
    shelf.put(cut);
    await shelf.session
      .journalEntry(["https://shelf.example.com", 7, "Thing", [1, "Lamp in the hall"]])
      .write();
    expect((await failureOf(create(shelf.kind, wanted))).message).toContain(named);
    expect(shelf.writes).toEqual([]);
  });

  it("is sent again by a later run if that was there before, and nothing came of the first one", async () => {
    const shelf = Shelf.later(cutting);
    shelf.put(cut);
    shelf.onCreate = () => undefined;
    const { properties } = await failureOf(create(shelf.kind, wanted));
    expect(properties["__notIt"]).toEqual(["1/3"]);
    const next = Shelf.later(cutting);
    next.put(cut);
    await update(next.kind, HANDLE, properties, wanted);
    expect(next.writes).toEqual(["create Lamp in the hall"]);
  });
});
