import { Listing } from "../../../provider/engine/lists/listing";

interface Item {
  readonly colour: string;
}

const byColour = ({ colour }: Item): string => colour;

describe("Listing", () => {
  const listing = (): Listing<Item> =>
    Listing.of([
      ["a", { colour: "red" }],
      ["b", { colour: "blue" }],
      ["c", { colour: "red" }],
    ]);
  const red = (listed: Listing<Item>): string[] =>
    listed.where("colour", byColour, "red").map(([key]) => key);

  it("finds what shares a word", () => {
    expect(red(listing())).toEqual(["a", "c"]);
    expect(listing().where("colour", byColour, "green")).toEqual([]);
  });

  it("asks each object for its word once, however often it is asked itself", () => {
    const wordOf = jest.fn(byColour);
    const listed = listing();
    for (let times = 0; times < 10; times++) {
      listed.where("colour", wordOf, "red");
    }
    expect(wordOf).toHaveBeenCalledTimes(3);
  });

  it("follows what is set and deleted afterwards", () => {
    const listed = listing();
    expect(red(listed)).toEqual(["a", "c"]);
    listed.set("b", { colour: "red" });
    listed.set("a", { colour: "blue" });
    listed.delete("c");
    expect(red(listed)).toEqual(["b"]);
    expect(listed.where("colour", byColour, "blue")).toEqual([["a", { colour: "blue" }]]);
  });
});
