import {
  alterations,
  alteredIn,
  asDeclared,
  asKept,
  isMadeOf,
  isSurelyAltered,
  looksAltered,
} from "../../../provider/engine/kind/altered";
import { Shelf } from "../shelf";

describe("What the service made of a declared value", () => {
  const cut = { name: { declared: "Lamp in the hall", shown: "Lamp in" } };

  it.each<[string, unknown, unknown]>([
    ["as it was recorded", cut, cut],
    ["without what else somebody wrote there", { name: { ...cut.name, by: "me" } }, cut],
    ["as nothing where there is none", undefined, {}],
    ["as nothing where it is no record", [cut], {}],
    ["as nothing where it is null", null, {}],
    ["as nothing where it is a text", "Lamp", {}],
    ["without fields that are no record", { ...cut, size: 3, note: null, pin: [1] }, cut],
  ])("is read from a state %s", (_words, recorded, expected) => {
    expect(alteredIn({ __altered: recorded })).toEqual(expected);
  });

  it("is a declared field that the service may alter and shows otherwise", () => {
    const { kind } = new Shelf({ fields: { name: { isAlterable: true }, note: { isAlterable: true } } });
    const shown = { name: "Lamp in", note: "old", size: 4 };
    expect(alterations(kind, { name: "Lamp in the hall", size: 3 }, shown)).toEqual(cut);
    expect(alterations(kind, { name: "Lamp in", size: 3 }, shown)).toEqual({});
    expect(alterations(new Shelf({ fields: {} }).kind, { name: "Lamp" }, shown)).toEqual({});
  });

  it("stands for what is declared, as long as that is declared, and this is shown", () => {
    const [hall, attic] = ["Lamp in the hall", "Lamp in the attic"].map((name) => ({ name, size: 3 }));
    const seen = { name: "Lamp in" };
    expect(asKept({ ...hall }, cut, seen)).toEqual({ name: "Lamp in", size: 3 });
    expect(asKept({ ...attic }, cut, seen)).toEqual(attic);
    expect(asKept({ size: 3 }, cut, seen)).toEqual({ size: 3 });
    expect(asKept({ ...hall }, cut, { name: "Sofa" })).toEqual(hall);
    expect(asKept({ ...hall }, cut, { name: "Lamp in the hall" })).toEqual(hall);
  });

  it("is said as it was declared, as long as it is shown", () => {
    expect(asDeclared({ name: "Lamp in", size: 3 }, cut)).toEqual({ name: "Lamp in the hall", size: 3 });
    expect(asDeclared({ name: "Sofa", size: 3 }, cut)).toEqual({ name: "Sofa", size: 3 });
    expect(asDeclared({ size: 3 }, cut)).toEqual({ size: 3 });
  });

  it.each<[unknown, unknown, boolean]>([
    ["Lamp in the hall", "Lamp in", true],
    ["Lamp in the hall", "lamp IN", true],
    [" Lamp in the hall ", "Lamp in the hall", true],
    ["Lamp in", " Lamp in ", true],
    ["Lamp in", "Lamp in the hall", false],
    ["Lamp in the hall", "in the hall", false],
    ["Lamp in the hall", "", false],
    ["Lamp in the hall", " ", false],
    ["Lamp in the hall", undefined, false],
    [undefined, "Lamp", false],
    [undefined, undefined, false],
    [3, 3, false],
  ])("of %j can be %j: %s", (declared, shown, can) => {
    expect(looksAltered(declared, shown)).toBe(can);
  });

  it.each<[unknown, unknown, boolean]>([
    ["Lamp in the hall", "Lamp in th", true],
    ["Lamp in the hall", "Lamp in t", false],
    ["Lamp", " LAMP ", true],
    ["Lamp in the hall", "in the hall of lamps", false],
  ])("of %j is surely %j, whoever can have made it since: %s", (declared, shown, is) => {
    expect(isSurelyAltered(declared, shown)).toBe(is);
  });
});

describe("a name that the service shows in the place of a new one", () => {
  it("is what it made of it, if it is not the one from before", () => {
    expect(isMadeOf("House by the sea", "House by", "House")).toBe(true);
  });

  it("is none that it cannot have made of it: a list may be of another time", () => {
    expect(isMadeOf("House by the sea", "Hut", "House")).toBe(false);
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
    expect(isMadeOf("House 2", null, null, { declared: "House 1", shown: null })).toBe(false);
    expect(isMadeOf(5, "Hous", "Hous", { declared: "House 1", shown: "Hous" })).toBe(false);
  });
});
