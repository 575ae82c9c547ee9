import { fits } from "../../../cli/policies/patterns";

describe("A pattern fits", () => {
  it.each([
    ["Front door", "front DOOR"],
    ["*", ""],
    ["*@example.com", "anna@example.com"],
    ["Office*", "Office"],
    ["*ff*ce*", "Office 2"],
    ["a*a", "aa"],
    ["a**b", "ab"],
    ["O(.", "o(."],
  ])("%s: %s", (pattern, name) => {
    expect(fits([pattern], [name])).toBe(true);
  });

  it("if one of several fits one of several names", () => {
    expect(fits(["Bob", "*@example.com"], [undefined, "anna@example.com"])).toBe(true);
  });
});

describe("A pattern does not fit", () => {
  it.each([
    ["Front door", "Front door 2"],
    ["Front", "Front door"],
    ["*@example.com", "anna@example.com.invalid"],
    ["a*a", "a"],
    ["*bc*b", "abcab2"],
    ["*bb*", "ab"],
    ["a.c", "abc"],
    ["", "a"],
  ])("%s: %s", (pattern, name) => {
    expect(fits([pattern], [name])).toBe(false);
  });

  it("if there is no name or no pattern", () => {
    expect(fits(["*"], [undefined])).toBe(false);
    expect(fits([], ["Anna"])).toBe(false);
  });
});
