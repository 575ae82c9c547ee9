import type { Bag } from "../../../provider/engine/values/bag";
import {
  changedByProgram,
  tellChange,
  tellContents,
  tellCreation,
} from "../../../provider/engine/lifecycle/plan";
import { manyOf } from "../../../provider/engine/messages/names";
import { type Told } from "../../../provider/engine/kind/spec";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { UNKNOWN } from "../../../provider/engine/values/unknown";
import { goneShelf, Shelf } from "../shelf";

describe("Many names in a line", () => {
  it.each<[string[], string]>([
    [[], "no lock"],
    [["a"], "a"],
    [["a", "b", "c", "d", "e"], "a, b, c, d, e"],
    [["a", "b", "c", "d", "e", "f"], "a, b, c, d, e and 1 more"],
    [["a", "b", "c", "d", "e", "f", "g"], "a, b, c, d, e and 2 more"],
  ])("%j", (names, line) => {
    expect(manyOf(names)).toBe(line);
  });
});

describe("A line of the plan", () => {
  const inputs = { __owner: "urn:pulumi:stack::project::smartlock:Thing::lamp", shelfId: 1, name: "Lamp" };
  const wanted = { shelfId: 1, name: "Lamp" };

  /** What is told on a shelf: the line, and how many people get mail. */
  const toldOn = async (
    special: Partial<ResourceSpec>,
    tell: (shelf: Shelf) => Promise<void> | void,
  ): Promise<unknown> => {
    const shelf = new Shelf(special);
    const told = jest.spyOn(shelf.session.plan, "tell").mockImplementation(() => undefined);
    await tell(shelf);
    return told.mock.calls.map(([, , line, mails]) => (mails === undefined ? line : [line, mails]));
  };
  const mailing: Partial<ResourceSpec> = {
    inPlan: { created: () => "It is new", changed: () => "It differs", isMailed: () => true },
  };

  it("names what is created", async () => {
    const create = ({ kind }: Shelf) => tellCreation(kind, inputs, wanted);
    expect(await toldOn({}, create)).toEqual([['Thing "Lamp" will be created.', 0]]);
    expect(await toldOn(mailing, create)).toEqual([["It is new; an invitation is mailed.", 1]]);
  });

  it.each<[string, readonly unknown[], Partial<ResourceSpec>, string, number]>([
    ["one place", [1], {}, "", 1],
    ["two places", [1, 2], {}, " for each place", 2],
    ["two shelves", [1, 2], { parent: goneShelf }, " for each shelf", 2],
    ["places that are not known yet", [UNKNOWN], {}, " for each place", 1],
  ])("counts the invitations for %s", async (_what, ids, special, words, mails) => {
    const places = { field: "shelfId", ids };
    const told = await toldOn({ ...mailing, ...special }, ({ kind }) =>
      tellCreation(kind, inputs, wanted, places),
    );
    expect(told).toEqual([[`It is new; an invitation is mailed${words}.`, mails]]);
  });

  it("says whether a change replaces it, and nothing where nothing changes", async () => {
    const change = (isReplaced: boolean, changed: readonly string[]) => (shelf: Shelf) =>
      tellChange(
        shelf.kind,
        inputs,
        { wanted: { ...wanted, size: 2 }, was: { ...wanted, size: 1 }, changed },
        isReplaced ? { isCreated: true } : undefined,
      );
    expect(await toldOn({}, change(false, ["size"]))).toEqual(['Thing "Lamp": size 2 (was 1).']);
    expect(await toldOn({}, change(true, ["size"]))).toEqual([
      ['Thing "Lamp": size 2 (was 1); this replaces it.', 0],
    ]);
    expect(await toldOn(mailing, change(true, ["size"]))).toEqual([
      ["It differs; this replaces it; an invitation is mailed.", 1],
    ]);
    expect(await toldOn({}, change(true, []))).toEqual([]);
  });

  it("announces no invitation where what replaces it exists already", async () => {
    const adopted = ({ kind }: Shelf) =>
      tellChange(kind, inputs, { wanted, was: wanted, changed: ["size"] }, { isCreated: false });
    expect(await toldOn(mailing, adopted)).toEqual(["It differs; this replaces it."]);
  });

  it("tells of an object with open keys only those that the program declares", async () => {
    const change = ({ kind }: Shelf) =>
      tellChange(kind, inputs, {
        wanted: { ...wanted, note: { a: 2 } },
        was: { ...wanted, note: { a: 1, b: 3 } },
        changed: ["note"],
      });
    expect(await toldOn({ fields: { note: { isOpen: true } } }, change)).toEqual([
      'Thing "Lamp": note {"a":2} (was {"a":1}).',
    ]);
  });

  it("says that a later delete takes what it holds, when the program begins to say so", async () => {
    const contents = (olds: unknown, news: unknown) => (shelf: Shelf) =>
      tellContents(shelf.kind, { deleteContents: olds }, { ...inputs, deleteContents: news });
    const line =
      'Thing "Lamp": when it is deleted, everything that it still holds will be deleted with it (deleteContents).';
    expect(await toldOn({}, contents(undefined, true))).toEqual([line]);
    expect(await toldOn({}, contents(false, true))).toEqual([line]);
    expect(await toldOn({}, contents(true, true))).toEqual([]);
    expect(await toldOn({}, contents(true, false))).toEqual([]);
    expect(await toldOn({}, contents(undefined, undefined))).toEqual([]);
  });

  describe("that a kind makes itself", () => {
    const heard = async (
      given: Bag,
      special: Partial<ResourceSpec> = {},
      ids?: readonly unknown[],
    ): Promise<Told> => {
      let told: unknown;
      const created = (all: unknown): string => {
        told = all;
        return "";
      };
      const spec = { inPlan: { created, changed: () => "" }, ...special };
      await toldOn(spec, ({ kind }) => tellCreation(kind, given, wanted, ids && { field: "shelfId", ids }));
      return told as Told;
    };

    it("has all that it needs", async () => {
      const { changed, was, isNothingIgnored } = await heard(inputs);
      expect({ changed, was, isNothingIgnored }).toEqual({ changed: [], was: {}, isNothingIgnored: true });
      expect((await heard({ ...inputs, __ignore: ["size"] })).isNothingIgnored).toBe(false);
    });

    it("names the places of a set", async () => {
      expect((await heard(inputs, {}, [1, UNKNOWN])).names("shelfId", 1)).toBe(
        "1, places that are not known yet",
      );
      expect((await heard(inputs, { parent: goneShelf }, [1, UNKNOWN])).names("shelfId", 1)).toBe(
        "shelf 1, shelfs that are not known yet",
      );
      expect((await heard(inputs, {}, [1])).names("size", 3)).toBe("3");
    });
  });
});

it("A program changes what differs from the state, and what nobody can see", () => {
  const { kind } = new Shelf({ fields: { pin: { isWriteOnly: true } } });
  const [wanted, stored] = [
    { name: "Lamp", size: 2, pin: 1234 },
    { name: "Lamp", size: 1, pin: 1234 },
  ];
  expect(changedByProgram(kind, ["name", "size", "pin"], wanted, stored)).toEqual(["size", "pin"]);
});
