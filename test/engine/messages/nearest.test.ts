import { changesBetween, nearest } from "../../../provider/engine/messages/nearest";

describe("A word that does not exist", () => {
  const words = ["token", "baseUrl", "readOnly", "maxDeletes", "diff"];

  it.each([
    ["readonly", "readOnly"],
    ["maxDelete", "maxDeletes"],
    ["max_deletes", "maxDeletes"],
    ["baseURL", "baseUrl"],
    ["tokn", "token"],
    ["maxDelet", "maxDeletes"],
    ["maxDele", undefined],
    ["colour", undefined],
    ["", undefined],
  ])("%s was meant to be %s", (written, meant) => {
    expect(nearest(written, words)).toBe(meant);
  });

  it("is never meant to be a word of which no letter would be left", () => {
    expect(nearest("xy", ["ab"])).toBeUndefined();
    expect(nearest("ax", ["ab"])).toBe("ab");
  });

  it("is the nearest of several", () => {
    expect(nearest("abd", ["axy", "abc"])).toBe("abc");
  });

  it.each([
    ["", "", 0],
    ["a", "", 1],
    ["", "ab", 2],
    ["kitten", "sitting", 3],
    ["token", "token", 0],
    ["token", "tokne", 2],
    ["a".repeat(101), "a", Infinity],
  ])("%j and %j are %d changes apart", (one, other, changes) => {
    expect(changesBetween(one, other)).toBe(changes);
    expect(changesBetween(other, one)).toBe(changes);
  });
});
