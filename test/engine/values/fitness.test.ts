import type { Bag } from "../../../provider/engine/values/bag";
import { requireFit, whyUnfit } from "../../../provider/engine/values/limits";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
const withProto: unknown = JSON.parse('{"a":1,"__proto__":{}}');

describe("A value that a program declares", () => {
  it.each<[string, unknown]>([
    ["a text", "a"],
    ["nothing", null],
    ["absent", undefined],
    ["an empty list", []],
    ["an empty object", {}],
    ["lists and objects", [1, { a: [null, { b: "c" }] }]],
    ["64 levels", nested(64)],
    ["a text at the end of 64 levels", JSON.parse(`${"[".repeat(64)}"a"${"]".repeat(64)}`)],
    ["the word __proto__ as a value", ["__proto__"]],
  ])("can be %s", (_words, value) => {
    expect(whyUnfit(value)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ["65 levels", nested(65), "is nested more than 64 levels deep"],
    ["65 levels somewhere", [1, [], { a: nested(63) }, 2], "is nested more than 64 levels deep"],
    ["a key __proto__", withProto, "holds the key __proto__, which cannot be stored"],
    [
      "a key __proto__ somewhere",
      [1, { a: [withProto, 2] }, nested(65)],
      "holds the key __proto__, which cannot be stored",
    ],
  ])("cannot have %s", (_words, value, why) => {
    expect(whyUnfit(value)).toBe(why);
  });

  it("may hold a hundred thousand values, itself among them", () => {
    expect(whyUnfit(Array<number>(99_999).fill(0))).toBeUndefined();
  });

  it("cannot hold one more", () => {
    expect(whyUnfit(Array<number>(100_000).fill(0))).toBe("holds more than 100000 values");
  });
});

describe("What is stored of a resource", () => {
  const broken = (why: string): Error =>
    new Error(
      `The saved state of this resource is broken: ${why}. Nothing was done. Repair it, or import an earlier state.`,
    );

  it("may be anything that a provider can have written", () => {
    expect(() => requireFit({})).not.toThrow();
    expect(() => requireFit({ name: "a", settings: { a: nested(63) }, none: null })).not.toThrow();
  });

  it.each<[string, Bag, string]>([
    ["nested too deep", { name: "a", settings: nested(65) }, "settings is nested more than 64 levels deep"],
    ["with a key __proto__", { list: [withProto] }, "list holds the key __proto__, which cannot be stored"],
    [
      "with a field __proto__",
      JSON.parse('{"name":"a","__proto__":"b"}') as Bag,
      "__proto__ cannot be the name of a field",
    ],
  ])("is refused %s", (_words, stored, why) => {
    expect(() => requireFit(stored)).toThrow(broken(why));
  });
});
