import { namesFor } from "../../../provider/engine/run/names-for";
import type { Bag } from "../../../provider/engine/values/bag";
import { UNKNOWN } from "../../../provider/engine/values/unknown";
import { Shelf } from "../shelf";

describe("The names for ids", () => {
  const references = { shelfId: { name: "shelf", sameAs: "the id of shelf" } };
  const known = {
    names: () => Promise.resolve((_field: string, id: unknown) => (id === 1 ? "Attic" : undefined)),
  };
  const namesOn = (shelf: Shelf, inputs: Bag) => namesFor(shelf.kind, inputs);

  it("are those that the service knows, or the ids", async () => {
    const names = await namesOn(new Shelf(known), {});
    expect([names("shelfId", 1), names("shelfId", 2)]).toEqual(["Attic", "2"]);
    const unasked = await namesOn(new Shelf(known, { SMARTLOCK_PREFLIGHT: "off" }), {});
    expect(unasked("shelfId", 1)).toBe("1");
  });

  it("are those of the resources that ids come from, while they are not known", async () => {
    const shelf = new Shelf(known);
    const names = await namesOn(shelf, { __references: references });
    const all = [names("shelfId", UNKNOWN), names("shelfId", "the id of shelf"), names("shelfId", 1)];
    expect(all).toEqual(["shelf", "shelf", "Attic"]);
    expect((await namesOn(shelf, {}))("shelfId", UNKNOWN)).toBe("something that is not known yet");
    shelf.session.foretold.declares("urn:pulumi:stack::project::smartlock:Shelf::shelf", "Cellar", "shelfId");
    expect(names("shelfId", UNKNOWN)).toBe("Cellar");
  });
});
