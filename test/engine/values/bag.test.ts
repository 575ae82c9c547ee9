import { isHidden, names, ownerOf, pick, visible } from "../../../provider/engine/values/bag";

describe("A bag", () => {
  it.each([
    ["__owner", true],
    ["_owner", false],
    ["owner", false],
    ["__proto__", false],
  ])("hides %s: %s", (key, hides) => {
    expect(isHidden(key)).toBe(hides);
    expect(Object.keys(visible({ [key]: 1 }))).toEqual(hides ? [] : [key]);
  });

  it.each<[unknown, string]>([
    ["urn", "urn"],
    [undefined, ""],
    [null, ""],
    [7, ""],
  ])("of the owner %j belongs to %j", (__owner, owner) => {
    expect(ownerOf({ __owner })).toBe(owner);
  });

  it("gives the names that somebody may have edited, and what is asked of it", () => {
    expect([names(["a", 1, "b", null]), names("a"), names(undefined)]).toEqual([["a", "b"], [], []]);
    expect(pick({ a: 1, b: undefined, c: 3 }, ["a", "b", "d"])).toStrictEqual({ a: 1, b: undefined });
  });
});
