import { fits, fitsLock, fitsPerson } from "../../../cli/policies/patterns";

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

describe("A pattern for a person", () => {
  const anna = { name: "Anna", email: "anna@example.com" };

  it("fits the name, or with an @ the e-mail address", () => {
    expect(fitsPerson(["anna"], anna)).toBe(true);
    expect(fitsPerson(["*@example.com"], anna)).toBe(true);
    expect(fitsPerson(["anna*com"], anna)).toBe(false);
  });

  it("with an @ fits no name, because a code can have any name", () => {
    expect(fitsPerson(["*@example.com"], { name: "guest@example.com" })).toBe(false);
  });
});

describe("A pattern for a lock", () => {
  it("fits its name, even with an @, and its id", () => {
    expect(fitsLock(["*@ home"], { id: "17", name: "Door @ home" })).toBe(true);
    expect(fitsLock(["17"], { id: "17", name: "Door" })).toBe(true);
    expect(fitsLock(["1"], { id: "17", name: "Door" })).toBe(false);
  });

  it("fits one that nobody knows yet", () => {
    expect(fitsLock(["Office"], { id: "?", name: "?", isUnknown: true })).toBe(true);
  });
});
