import type { Bag } from "../../provider/engine/bag";
import { checkImport, isImport, oneId } from "../../provider/engine/imported";
import { idsByPlace } from "../../provider/engine/set/ids-by-place";
import { failures, Shelf } from "./shelf";

const __provider = "exports.handler = …";

describe("A check", () => {
  it.each<[boolean, string, Bag, Bag]>([
    [true, "both are an entry's inputs", { __provider }, { __provider }],
    [false, "a program declares it", { __provider }, { __provider, __owner: "urn" }],
    [false, "it is new", {}, { __provider, __owner: "urn" }],
    [false, "nothing was there before", {}, { __provider }],
  ])("is one of an import: %s, where %s", (expected, _words, olds, news) => {
    expect(isImport(olds, news)).toBe(expected);
  });
});

describe("The entry of an import", () => {
  const entry = { shelfId: 1, name: "Lamp", __import: "1/5", __provider };
  const checked = (shelf: Shelf, fields: Bag = {}) =>
    checkImport(shelf.session, shelf.kind.spec, shelf.kind, { ...entry, ...fields }, oneId);

  it("passes as it is if the object is there", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 5 });
    expect(await checked(shelf)).toEqual({ inputs: entry, failures: [] });
  });

  it("fails if the object is not there", async () => {
    await expect(checked(new Shelf())).rejects.toThrow(
      "The import was refused: the service has no Thing with the id 1/5. Correct the id in the file, or leave the entry out.",
    );
  });

  it("fails if nobody can tell", async () => {
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw failures.trouble;
    };
    await expect(checked(shelf)).rejects.toThrow(
      "The import was refused: it is not certain that the service has the Thing with the id 1/5. Check the id, and run again.",
    );
  });

  it.each([[undefined], [7], [{ "1": "5" }]])("fails without an id of its form: %j", async (__import) => {
    await expect(checked(new Shelf(), { __import })).rejects.toThrow(
      'The import of this Thing was refused: its inputs must have "__import", the same as the id of the entry',
    );
  });

  it("fails with a secret, before anything is asked, and does not repeat it", async () => {
    const shelf = new Shelf();
    const error = await checked(shelf, { pin: 482913 }).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain("its entry has pin, which must stay secret. Leave it out of");
    expect((error as Error).message).not.toContain("482913");
    expect(shelf.lists).toBe(0);
  });

  it("may lack a secret that is required otherwise, and nothing else", async () => {
    const shelf = new Shelf({
      rules: () => ["pin", "name"].map((field) => ({ field, reason: "is required" })),
    });
    shelf.put({ thingId: 5 });
    expect((await checked(shelf)).failures).toEqual([{ property: "", reason: "name is required." }]);
  });

  describe("of a set", () => {
    const ofSet = (shelf: Shelf, __import: unknown) =>
      checkImport(
        shelf.session,
        shelf.kind.spec,
        shelf.kind,
        { ...entry, __import },
        idsByPlace({ idsAs: "lampIds" }),
      );

    it("passes if all its objects are there, and fails if one is not", async () => {
      const shelf = new Shelf();
      shelf.put({ thingId: 5 });
      expect((await ofSet(shelf, { 1: 5 })).failures).toEqual([]);
      await expect(ofSet(shelf, { 1: 5, 2: 6 })).rejects.toThrow("the service has no Thing with the id 2/6.");
    });

    it.each([[undefined], ["17/5f3c"], [{}]])("fails without ids by place: %j", async (__import) => {
      await expect(ofSet(new Shelf(), __import)).rejects.toThrow(
        'The import of this Thing was refused: its inputs must have "__import", the same as lampIds in the outputs',
      );
    });
  });
});
