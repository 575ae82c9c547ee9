import { isMadeOf } from "../../provider/engine/altered";

describe("a name that the service shows in the place of a new one", () => {
  it("is what it made of it, if it is not the one from before", () => {
    expect(isMadeOf("House by the sea", "House by", "House")).toBe(true);
  });

  it("may be the one from before, if nothing is known about it", () => {
    expect(isMadeOf("House by the sea", "House", "House")).toBe(false);
  });

  it.each([
    ["cuts off where they differ", "House 1", "Hous", "House 2"],
    ["cuts off, and the new one is cut already", "HOUSE 1", "HOUS", "HOUS"],
    ["writes both in capitals", "House", "HOUSE", "house"],
    ["writes both in small letters", "House", "house", "HOUSE"],
    ["cuts off, and writes in capitals", "House 1", "HOUS", "house 2"],
  ])("is made of both names by a service that %s", (_what, declared, shown, wanted) => {
    expect(isMadeOf(wanted, shown, shown, { declared, shown })).toBe(true);
  });

  it.each([
    ["begin otherwise", "House 1", "Hous", "Flat 2"],
    ["differ in case, which the service keeps", "House 1", "Hous", "HOUSE 2"],
    ["differ in case, which it may keep", "HOUSE 1", "HOUS", "house 2"],
    ["differ in length, and nothing was cut", "House", "HOUSE", "House 2"],
    ["differ, and nobody knows how it made the old one", " House 1 ", "Hous", "House 2"],
    ["differ, the new one being shorter than what is kept", "House 1", "Hous", "Hou"],
  ])("is the one from before where the names %s", (_what, declared, shown, wanted) => {
    expect(isMadeOf(wanted, shown, shown, { declared, shown })).toBe(false);
  });

  it("is the one from before where somebody edited the record", () => {
    expect(isMadeOf("House 2", "Hous", "Hous", { declared: 5, shown: "Hous" })).toBe(false);
    expect(isMadeOf("House 2", 5, 5, { declared: "House 1", shown: 5 })).toBe(false);
    expect(isMadeOf(5, "Hous", "Hous", { declared: "House 1", shown: "Hous" })).toBe(false);
  });
});
