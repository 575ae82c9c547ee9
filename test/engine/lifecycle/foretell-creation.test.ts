import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { foretellCreation } from "../../../provider/engine/lifecycle/foretell-creation";
import { Shelf } from "../shelf";

describe("What an adoption will change", () => {
  const wanted = { shelfId: 1, name: "Lamp", size: 3, pin: 1234 };
  const adoption: ResourceSpec["adoption"] = { takeOver: (_api, live) => Promise.resolve(live) };
  const changed = async (adopt: string, special: Partial<ResourceSpec>, size: number) => {
    const shelf = new Shelf({ fields: { pin: { isWriteOnly: true } }, ...special });
    shelf.put({ size, made: "2020-01-01T00:00:00.000Z" });
    const { change } = await foretellCreation(shelf.kind, wanted, { ...wanted, adopt });
    return change?.changed;
  };

  it("is what differs, and what nobody sees if it is set anew", async () => {
    expect(await changed("always", {}, 2)).toEqual(["size"]);
    expect(await changed("always", { adoption }, 2)).toEqual(["size", "pin"]);
    expect(await changed("always", { adoption }, 3)).toEqual(["pin"]);
  });

  it("is nothing if only what is equal is adopted", async () => {
    expect(await changed("same", { adoption }, 3)).toEqual([]);
  });
});
