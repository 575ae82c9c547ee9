import { Listing } from "../../../provider/engine/lists/listing";
import { matchesOf } from "../../../provider/engine/sending/adoption";
import { Shelf, type Thing } from "../shelf";

describe("What the service has already of a wanted identity", () => {
  const wanted = { shelfId: 1, name: "Lamp", size: 3, note: undefined };
  const matches = (shelf: Shelf, ...things: Partial<Thing>[]) => {
    const all = things.map((fields) => shelf.put(fields));
    const listed = Listing.of(all.map((thing) => [shelf.kind.idOf(thing), thing as object] as const));
    return matchesOf(shelf.kind, listed, wanted);
  };
  const plain = {
    id: "1/5",
    label: 'Thing "Lamp"',
    differences: [],
    ageMs: undefined,
    recoverable: false,
    busy: false,
  };

  it("is not believed to be a dead run's where nobody knows its age, and the kind says nothing else", async () => {
    expect(await matches(new Shelf(), { size: 3 })).toEqual([plain]);
    expect(await matches(new Shelf({ adoption: { recoverable: () => true } }), { size: 3 })).toEqual([
      { ...plain, recoverable: true },
    ]);
  });

  it("differs in a secret without telling it", async () => {
    const shelf = new Shelf();
    const listed = Listing.of([["1/5", shelf.put({ size: 3, pin: 4321 }) as object] as const]);
    const [found] = await matchesOf(shelf.kind, listed, { ...wanted, pin: 1234 });
    expect(found?.differences).toEqual(["another pin"]);
  });

  it("has an age by the service's clock", async () => {
    const shelf = new Shelf();
    const [found] = await matches(shelf, { size: 3, made: "2030-01-01T11:00:00.000Z" });
    expect(found?.ageMs).toBe(shelf.session.api.serviceTime() - Date.parse("2030-01-01T11:00:00.000Z"));
  });

  it("is equal in all that a create can set, and busy while something is under way on it", async () => {
    expect(await matches(new Shelf(), { size: 4 })).toEqual([
      { ...plain, differences: ["size is 4, declared 3"] },
    ]);
    expect(await matches(new Shelf(), { size: 3, note: "theirs" })).toEqual([
      { ...plain, differences: ['note is "theirs", not declared'] },
    ]);
    expect(await matches(new Shelf({ fields: { size: { isSetAfterCreation: true } } }), { size: 4 })).toEqual(
      [plain],
    );
    expect(await matches(Shelf.later(), { size: 3, busy: true })).toEqual([{ ...plain, busy: true }]);
  });

  it("is each object of that identity, and no other", async () => {
    const found = await matches(
      new Shelf(),
      { size: 3 },
      { thingId: 6, size: 3 },
      { thingId: 7, name: "Sofa" },
    );
    expect(found.map(({ id }) => id)).toEqual(["1/5", "1/6"]);
  });
});
