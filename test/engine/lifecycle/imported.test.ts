import { z } from "zod";
import type { Bag } from "../../../provider/engine/values/bag";
import { checkImport, isImport, oneId } from "../../../provider/engine/lifecycle/import";
import { numberPart } from "../../../provider/engine/kind/ids";
import { idsByPlace } from "../../../provider/engine/set/handlers";
import { failures, Shelf, type Thing } from "../shelf";

const __provider = "exports.handler = …";

describe("A check", () => {
  const __program = true;
  it.each<[boolean, string, Bag, Bag]>([
    [true, "both are an entry's inputs", { __provider }, { __provider }],
    [
      true,
      "the entry was copied from a state",
      { __provider, __owner: "urn" },
      { __provider, __owner: "urn" },
    ],
    [true, "the entry has all that a program sends", { __provider, __program }, { __provider, __program }],
    [true, "the mark is not the program's", { __provider }, { __provider, __program: "true" }],
    [false, "a program declares it", { __provider }, { __provider, __program }],
    [false, "it is new", {}, { __provider, __program }],
    [false, "nothing was there before", {}, { __provider }],
  ])("is one of an import: %s, where %s", (expected, _words, olds, news) => {
    expect(isImport(olds, news)).toBe(expected);
  });
});

describe("The entry of an import", () => {
  const entry = { shelfId: 1, name: "Lamp", __import: "1/5", __provider };
  const checked = (shelf: Shelf, fields: Bag = {}) =>
    checkImport(shelf.kind, shelf.kind.spec, 'Thing "Lamp"', { ...entry, ...fields }, oneId(shelf.kind.spec));
  const refusal = async (checking: Promise<unknown>): Promise<string> => {
    const error = await checking.catch((reason: unknown) => reason);
    return error instanceof Error ? error.message : "It was not refused.";
  };

  it("passes as it is if the object is there", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 5 });
    expect(await checked(shelf)).toEqual({ inputs: entry, failures: [] });
  });

  it("fails if the object is not there", async () => {
    await expect(checked(new Shelf())).rejects.toThrow(
      'The import of Thing "Lamp" was refused: the service has no Thing with the id 1/5. Correct the id in the file, or leave the entry out.',
    );
  });

  it("fails if nobody can tell", async () => {
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw failures.trouble;
    };
    await expect(checked(shelf)).rejects.toThrow(
      'The import of Thing "Lamp" was refused: it is not certain that the service has the Thing with the id 1/5. Check the id, and run again.',
    );
  });

  it.each([[undefined], [7], [{ "1": "5" }]])("fails without an id of its form: %j", async (__import) => {
    await expect(checked(new Shelf(), { __import })).rejects.toThrow(
      'The import of Thing "Lamp" was refused: its inputs must have "__import" with the same value as the id of the entry',
    );
  });

  it("fails with a secret, before anything is asked, and does not repeat it", async () => {
    const shelf = new Shelf();
    const error = await refusal(checked(shelf, { pin: 482913 }));
    expect(error).toContain("its entry has pin, which must stay secret. Leave it out of");
    expect(error).not.toContain("482913");
    expect(shelf.lists).toBe(0);
  });

  it("says what to do about a secret, and names all of them", async () => {
    const shelf = new Shelf({ fields: { pin: { isSecret: true }, note: { isSecret: true } } });
    expect(await refusal(checked(shelf, { pin: 482913, note: "invented" }))).toBe(
      'The import of Thing "Lamp" was refused: its entry has pin, note, which must stay secret. Leave it out of inputs and outputs. ' +
        "The next `pulumi up` records what the program declares, encrypted. With --skip-preview, Pulumi has already written the entry " +
        "to its backup of the state: use another value from now on.",
    );
  });

  it("passes for what is not part of anything", async () => {
    const shelf = new Shelf({ id: { thingId: numberPart }, idOf: ({ thingId }: Thing) => ({ thingId }) });
    shelf.put({ thingId: 5 });
    const alone = { ...entry, __import: "5", shelfId: 2 };
    expect(await checked(shelf, alone)).toEqual({ inputs: alone, failures: [] });
  });

  it("may lack a secret that is required otherwise, and nothing else", async () => {
    const shelf = new Shelf({
      rules: () => ["pin", "name"].map((field) => ({ field, reason: "is required" })),
    });
    shelf.put({ thingId: 5 });
    expect(await refusal(checked(shelf))).toBe('The import of Thing "Lamp" was refused: name is required.');
  });

  it.each([["__owner"], ["__program"], ["__ignore"], ["__version"]])(
    "fails with what only a program gives: %s",
    async (field) => {
      const shelf = new Shelf();
      shelf.put({ thingId: 5 });
      expect(await refusal(checked(shelf, { [field]: "anything", __more: 1 }))).toContain(
        `its inputs have ${field}, __more, which only a program sets.`,
      );
      expect(await refusal(checked(shelf, { [field]: "anything" }))).toBe(
        `The import of Thing "Lamp" was refused: its inputs have ${field}, which only a program sets. Of the fields that start with "__", ` +
          'leave only "__import" and "__provider" in an entry. If you are not importing, a transform in your program sets ignoreChanges to "*": ' +
          "let it list the fields.",
      );
    },
  );

  it("fails with everything that is wrong with it at once", async () => {
    const error = await refusal(
      checked(new Shelf(), { __owner: "urn", pin: 482913, __import: undefined, nme: "Lamp" }),
    );
    const lines = error
      .split("\n")
      .map((line) => line.replace('The import of Thing "Lamp" was refused: ', ""));
    expect(lines.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
      "its inputs have __owner,",
      "its entry has pin,",
      "its inputs must have",
      "nme is not a",
    ]);
  });

  it("fails if it is in another place than its id says, and names both", async () => {
    const shelf = new Shelf({
      names: () => Promise.resolve((field, id) => (field === "shelfId" && id === "2" ? "Attic" : undefined)),
    });
    shelf.put({ thingId: 5 });
    expect(await refusal(checked(shelf, { shelfId: 2 }))).toBe(
      'The import of Thing "Lamp" was refused: "__import" and shelfId do not name the same place. Only "__import" names place 1. ' +
        "Only shelfId names Attic (2). Correct the entry.",
    );
    expect(shelf.lists).toBe(0);
  });

  describe("of a set", () => {
    const ofSet = (shelf: Shelf, __import: unknown, shelfIds = [1]) =>
      checkImport(
        shelf.kind,
        {
          ...shelf.kind.spec,
          type: "Things",
          inputs: z.object({ shelfIds: z.array(z.number()), name: z.string() }),
        },
        'Things "Lamp"',
        { name: "Lamp", shelfIds, __import, __provider },
        idsByPlace({ idsAs: "lampIds", places: { field: "shelfIds", of: "shelfId" } }),
      );

    it("passes if all its objects are there, and fails if one is not", async () => {
      const shelf = new Shelf();
      shelf.put({ thingId: 5 });
      expect((await ofSet(shelf, { 1: 5 })).failures).toEqual([]);
      await expect(ofSet(shelf, { 1: 5, 2: 6 }, [1, 2])).rejects.toThrow(
        "the service has no Thing with the id 2/6.",
      );
    });

    it.each<[string, object, number[], string]>([
      ["lacks an id", { 1: 5 }, [1, 2, 3], "Only shelfIds names place 2, place 3."],
      ["has an id too many", { 1: 5, 2: 6 }, [1], 'Only "__import" names place 2.'],
      ["has both", { 1: 5 }, [2], 'Only "__import" names place 1. Only shelfIds names place 2.'],
    ])("fails if it %s", async (_words, ids, shelfIds, only) => {
      const shelf = new Shelf();
      shelf.put({ thingId: 5 });
      expect(await refusal(ofSet(shelf, ids, shelfIds))).toBe(
        `The import of Things "Lamp" was refused: "__import" and shelfIds do not name the same places. ${only} Correct the entry.`,
      );
      expect(shelf.lists).toBe(0);
    });

    it.each([[undefined], ["17/5f3c"], [{}]])("fails without ids by place: %j", async (__import) => {
      await expect(ofSet(new Shelf(), __import)).rejects.toThrow(
        'The import of Things "Lamp" was refused: its inputs must have "__import" with the same value as lampIds in the outputs',
      );
    });
  });
});
