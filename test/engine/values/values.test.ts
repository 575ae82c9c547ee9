import fc from "fast-check";
import { type Bag, names, pick, visible } from "../../../provider/engine/values/bag";
import { equal } from "../../../provider/engine/values/equality";
import { withoutIgnored } from "../../../provider/engine/values/property-path";
import { Kind } from "../../../provider/engine/kind/kind";
import { joinId, numberPart, splitId } from "../../../provider/engine/kind/ids";
import { IncompleteError, sanitise } from "../../../provider/engine/values/outputs";
import { spokenLine } from "../../../provider/engine/messages/lines";
import { holdsUnknown, UNKNOWN } from "../../../provider/engine/values/unknown";
import { address } from "../../../provider/resources/address";

describe("equal", () => {
  const same: [unknown, unknown][] = [
    [null, undefined],
    [{ a: 1, b: null }, { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [
      [1, { a: [] }],
      [1, { a: [] }],
    ],
    [[], []],
    [{}, {}],
  ];
  it.each(same)("%j equals %j", (left, right) => {
    expect(equal(left, right)).toBe(true);
    expect(equal(right, left)).toBe(true);
  });

  const different: [unknown, unknown][] = [
    [0, null],
    [false, null],
    ["", undefined],
    [[], {}],
    [[], null],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [
      [1, 2],
      [1, 3],
    ],
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
    [5, {}],
    [true, {}],
    ["", {}],
    [[], { length: 0 }],
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { toString: 1 }],
  ];
  it.each(different)("%j differs from %j", (left, right) => {
    expect(equal(left, right)).toBe(false);
    expect(equal(right, left)).toBe(false);
  });
});

describe("holdsUnknown", () => {
  it.each([[UNKNOWN], [[1, UNKNOWN]], [{ a: { b: [UNKNOWN] } }]])("sees it in %j", (value) => {
    expect(holdsUnknown(value)).toBe(true);
  });
  it("sees it at any depth", () => {
    const deep = "[".repeat(20_000) + JSON.stringify(UNKNOWN) + "]".repeat(20_000);
    expect(holdsUnknown(JSON.parse(deep))).toBe(true);
  });
  it.each([[null], ["x"], [[1]], [{ a: null }]])("does not see it in %j", (value) => {
    expect(holdsUnknown(value)).toBe(false);
  });
});

describe("sanitise", () => {
  it("leaves only what Pulumi can store", () => {
    const dirty = {
      text: "a",
      zero: 0,
      no: false,
      nothing: null,
      missing: undefined,
      when: new Date(0),
      never: new Date(NaN),
      big: 12n,
      nan: NaN,
      call: () => 1,
      list: [1, undefined, { deep: undefined }],
    };
    expect(sanitise(dirty)).toEqual({
      text: "a",
      zero: 0,
      no: false,
      nothing: null,
      when: "1970-01-01T00:00:00.000Z",
      never: null,
      big: "12",
      nan: null,
      list: [1, null, {}],
    });
  });

  it("leaves out what it cannot store, and knows no negative zero", () => {
    const made = sanitise({ zero: -0, missing: undefined, call: () => 1 });
    expect(Object.entries(made)).toEqual([["zero", 0]]);
  });

  it("drops a key __proto__ and takes nothing for it", () => {
    const made = sanitise(JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":{"a":1}}}') as Bag);
    expect(made).toStrictEqual({ b: {} });
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(made["b"])).toBe(Object.prototype);
  });

  it("returns a copy that can be written to, all the way down", () => {
    const frozen = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]) });
    const copy = sanitise(frozen) as { list: { a: number }[]; more?: number };
    copy.more = 1;
    copy.list.push({ a: 2 });
    const [first] = copy.list;
    if (first !== undefined) {
      first.a = 3;
    }
    expect(frozen.list).toEqual([{ a: 1 }]);
  });

  it("never lets undefined through, whatever comes in", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (value) => {
        const text = JSON.stringify(sanitise(value));
        expect(sanitise(JSON.parse(text) as Record<string, unknown>)).toEqual(sanitise(value));
      }),
    );
  });
});

describe("IncompleteError", () => {
  it("carries the id, the outputs with the loader, and its reason", () => {
    const error = new IncompleteError("7", { name: "x" }, { __provider: "code" }, new Error("no settings"));
    expect(error).toMatchObject({
      id: "7",
      name: "IncompleteError",
      message: "no settings",
      reasons: ["no settings"],
      properties: { name: "x", __provider: "code" },
    });
  });
});

describe("bags", () => {
  it("hides the provider's own keys", () => {
    expect(visible({ a: 1, __b: 2 })).toEqual({ a: 1 });
  });
  it("picks only what is there", () => {
    expect(pick({ a: undefined, b: 2 }, ["a", "c"])).toEqual({ a: undefined });
  });
  it("reads names out of anything", () => {
    expect(names(["a", 1, null])).toEqual(["a"]);
    expect(names("a")).toEqual([]);
  });
});

describe("withoutIgnored", () => {
  const settings = { wifi: "x", heat: 1 };
  const declared = { name: "a", settings };
  it.each([
    [["name"], { settings: { wifi: "x", heat: 1 } }],
    [["settings.wifi"], { name: "a", settings: { heat: 1 } }],
    [["*"], {}],
    [["[*]"], {}],
    [["other"], declared],
    [[], declared],
  ])("%j", (ignored, rest) => {
    expect(withoutIgnored(declared, ignored)).toEqual(rest);
  });

  it.each([
    ["a whole object", "settings", { name: "a", list: [1, 2], none: null }],
    ["what is below a text: all of it", "name.first", { settings, list: [1, 2], none: null }],
    ["what is below nothing", "none.first", { name: "a", settings, list: [1, 2] }],
    ["an item of a list: all of the list", "list[0]", { name: "a", settings, none: null }],
    ["a key that is not in an object", "settings.light", { name: "a", settings, list: [1, 2], none: null }],
  ])("leaves out %s", (_words, ignored, rest) => {
    expect(withoutIgnored({ name: "a", settings, list: [1, 2], none: null }, [ignored])).toStrictEqual(rest);
  });

  it("does nothing about what every object inherits, and about no path", () => {
    expect(Object.keys(withoutIgnored(declared, ["__proto__.toString", ""]))).toEqual(["name", "settings"]);
  });
});

describe("differences", () => {
  const kind = new Kind(address);
  it("compares only declared fields, and only declared keys of an open object", () => {
    const shown = { name: "a", smartlockIds: [1, 2], settings: { wifi: "x", other: 1 }, timeZone: "UTC" };
    expect(kind.differences({ name: "a", settings: { wifi: "x" } }, shown)).toEqual([]);
    expect(kind.differences({ name: "b", settings: { wifi: "y" } }, shown)).toEqual(["name", "settings"]);
    expect(kind.differences({ smartlockIds: [1] }, shown)).toEqual(["smartlockIds"]);
  });
});

describe("ids", () => {
  const parts = { addressId: numberPart, unitId: (text: string) => text };
  it("joins and splits", () => {
    expect(joinId(parts, { addressId: 5, unitId: "abc" })).toBe("5/abc");
    expect(splitId("AddressUnit", parts, "5/abc")).toEqual({ addressId: 5, unitId: "abc" });
  });
  it.each(["5", "5/", "/abc", "5/abc/d", "x/abc", "-1/abc", "1e3/abc", "99999999999999999/abc"])(
    "refuses %s",
    (id) => {
      expect(() => splitId("AddressUnit", parts, id)).toThrow();
    },
  );
});

describe("spokenLine", () => {
  it.each([
    ["plain Zürich", "plain Zürich"],
    ["red\u001b[31m", "red\\u001b[31m"],
    ["two\nlines", "two\\u000alines"],
    ["bidi\u202e", "bidi\\u202e"],
  ])("%j", (text, escaped) => {
    expect(spokenLine(text)).toBe(escaped);
  });
});
