import type { Bag } from "../../../provider/engine/values/bag";
import { remove } from "../../../provider/engine/lifecycle/delete";
import { listening, Shelf, type Thing } from "../shelf";
import { HANDLE, lamp, pending, sofa } from "../stored-forms";

const waiting: Bag = { ...pending(), __account: 7 };

describe("Deleting something pending that one list has shown, although later ones lack it,", () => {
  listening();

  /** A shelf whose first list shows these things, and whose later lists show those. */
  function showing(first: readonly Partial<Thing>[], later: readonly Partial<Thing>[]): Shelf {
    const shelf = Shelf.later();
    const show = (things: readonly Partial<Thing>[]): void => {
      [lamp, sofa].forEach(({ thingId }) => shelf.unlisted.add(`1/${thingId}`));
      things.forEach(({ thingId }) => shelf.unlisted.delete(`1/${String(thingId)}`));
    };
    [...first, ...later].forEach((thing) => shelf.put(thing));
    show(first);
    shelf.beforeList = (count) => {
      if (count > 1) {
        show(later);
      }
    };
    return shelf;
  }

  it.each<[string, Bag, Shelf, string[]]>([
    [
      "while the device was busy with it",
      { ...waiting, __earlier: undefined },
      showing([{ ...sofa, busy: true }], []),
      ["remove 1/6"],
    ],
    ["in an earlier form, of which the latest never arrives", waiting, showing([lamp], []), ["remove 1/5"]],
    [
      "in an earlier form, before the latest arrives",
      waiting,
      showing([lamp], [sofa]),
      ["remove 1/6", "remove 1/5"],
    ],
  ])("deletes it by its id: shown %s", async (_, state, shelf, writes) => {
    await remove(shelf.kind, HANDLE, state);
    expect(shelf.writes).toEqual(writes);
  });

  it("looks for the earlier form in a second way as well", async () => {
    const list = (): Promise<Thing[]> => Promise.resolve([...shelf.things.values()]);
    const get = async ({ thingId }: Bag): Promise<Thing> => {
      await Promise.resolve();
      return shelf.onRead(`1/${String(thingId)}`);
    };
    const shelf: Shelf = Shelf.later({
      otherwise: { list, listByParent: list },
      get: (_api, id) => get(id),
    });
    shelf.put(lamp);
    shelf.unlisted.add("1/5");
    shelf.onSync = () => shelf.put(sofa);
    await remove(shelf.kind, HANDLE, waiting);
    expect([shelf.writes, shelf.syncs]).toEqual([["remove 1/6", "remove 1/5"], ["1"]]);
  });
});
