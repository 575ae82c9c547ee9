import { whyNotCreatedAgain } from "../../../provider/engine/looking/locate";
import { goneShelf, Shelf } from "../shelf";

describe("What is gone with its parent", () => {
  const notMissed = (_state: unknown, _time: number, goneWith?: string): string | undefined =>
    goneWith === undefined ? undefined : `its ${goneWith} is gone as well`;
  const why = (shelf: Shelf, shelfId: number) =>
    whyNotCreatedAgain(shelf.kind, { is: "gone", with: "shelf" }, { shelfId: 1 }, { shelfId });

  it("is not missed there, but where the program wants it by now", () => {
    const shelf = new Shelf({ notMissed, parent: goneShelf });
    expect(why(shelf, 1)).toBe("its shelf is gone as well");
    expect(why(shelf, 2)).toBeUndefined();
  });

  it("is not missed where the program does not say where it wants it", () => {
    const shelf = new Shelf({ notMissed, parent: goneShelf });
    const gone = { is: "gone", with: "shelf" } as const;
    expect(whyNotCreatedAgain(shelf.kind, gone, { shelfId: 1 }, {})).toBe("its shelf is gone as well");
  });
});
