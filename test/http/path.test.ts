import { inspect } from "node:util";
import { path, pathFrom, secretId, type PathId } from "../../provider/http";

describe("path", () => {
  it.each<[string, PathId, string]>([
    ["a number", 17179869187, "17179869187"],
    ["zero", 0, "0"],
    ["a negative number", -1, "-1"],
    ["hex digits", "5f3c0a9b1d2e4f6a7b8c9d0e", "5f3c0a9b1d2e4f6a7b8c9d0e"],
    ["a slash", "a/b", "a%2Fb"],
    ["a question mark and a hash", "a?b#c", "a%3Fb%23c"],
    ["a blank", "front door", "front%20door"],
    ["a percent sign", "50%", "50%25"],
    ["an encoded slash", "a%2Fb", "a%252Fb"],
    ["a backslash", "a\\b", "a%5Cb"],
    ["umlauts", "Tür", "T%C3%BCr"],
    ["an emoji", "🔑", "%F0%9F%94%91"],
    ["three dots", "...", "..."],
    ["dots inside", "a..b", "a..b"],
    ["a URL", "https://example.com/", "https%3A%2F%2Fexample.com%2F"],
  ])("encodes %s", (_name, id, encoded) => {
    const made = path`/address/${id}/unit`;
    expect(made.text).toBe(`/address/${encoded}/unit`);
    expect(made.shown).toBe(made.text);
    expect(pathFrom("/address/{addressId}/unit", { addressId: id }).text).toBe(made.text);
  });

  it.each<[string, unknown]>([
    ["empty", ""],
    ["one dot", "."],
    ["two dots", ".."],
    ["encoded dots", "%2e%2E"],
    ["half encoded dots", ".%2e"],
    ["dots behind a slash", "a/../b"],
    ["dots behind a backslash", "a\\..\\b"],
    ["a line break", "a\nb"],
    ["a carriage return", "a\rb"],
    ["NUL", "a\0b"],
    ["an escape", "a\u001b[31m"],
    ["DEL", "a\u007f"],
    ["a C1 control", "a\u0085"],
    ["a line separator", "a\u2028b"],
    ["a bidirectional override", "a\u202eb"],
    ["a zero width blank", "a\u200bb"],
    ["a lone high surrogate", "a\ud800"],
    ["a lone low surrogate", "\udc00a"],
    ["a fraction", 1.5],
    ["beyond exact numbers", 2 ** 53],
    ["not a number", Number.NaN],
    ["infinite", Number.POSITIVE_INFINITY],
    ["undefined", undefined],
    ["null", null],
    ["an object", { id: 1 }],
    ["a list", [1]],
    ["true", true],
  ])("refuses %s", (_name, id) => {
    expect(() => path`/address/${id as PathId}/unit`).toThrow(TypeError);
    expect(() => path`/address/${id as PathId}/unit`).toThrow(/\/address\/\{id\}\/unit.*Nothing was sent/);
    expect(() => path`/address/${secretId(id as string)}/unit`).toThrow(/^\[secret\] cannot be an id/);
  });

  it.each<[unknown, string]>([
    [
      1.5,
      "1.5 cannot be an id in the path /address/{id}: it is not a whole number that can be held exactly.",
    ],
    [true, "true cannot be an id in the path /address/{id}: it is neither text nor a number."],
    ["", '"" cannot be an id in the path /address/{id}: it is empty.'],
    [
      "a\u200b",
      '"a\u200b" cannot be an id in the path /address/{id}: it contains a control or invisible character.',
    ],
    ["\ud800", '"\\ud800" cannot be an id in the path /address/{id}: it contains half of a surrogate pair.'],
    ["..", '".." cannot be an id in the path /address/{id}: a dot segment would lead to another object.'],
  ])("says why it refuses %j", (id, why) => {
    expect(() => path`/address/${id as PathId}`).toThrow(new TypeError(`${why} Nothing was sent.`));
  });

  it("shows of a long id only its beginning", () => {
    expect(() => path`/address/${`${"x".repeat(100)}\n`}`).toThrow(`"${"x".repeat(60)}" cannot`);
  });

  it("says what a template lacks, or has no place for", () => {
    expect(() => pathFrom("/address/{addressId}", {})).toThrow(
      new TypeError("The path /address/{addressId} needs the id addressId, which was not given."),
    );
    expect(() => pathFrom("/address", { addressId: 1, id: 2 })).toThrow(
      new TypeError("The path /address has no place for: addressId, id."),
    );
    expect(() => pathFrom("address", {})).toThrow(
      new TypeError("The path template address is not an absolute path without query."),
    );
    expect(String(secretId("canary"))).toBe("[secret]");
  });

  it("shows a control character in a refusal only escaped", () => {
    expect(() => path`/address/${"a\u001b[31m"}`).toThrow(/"a\\u001b\[31m"/);
  });

  it("knows whether it names an object", () => {
    expect([path`/address/${5}/unit`.hasIds, path`/address`.hasIds]).toEqual([true, false]);
  });

  it("hides a secret id wherever the path is shown", () => {
    const made = path`/address/token/${secretId("canary-7721")}/redeem/${5}`;
    expect(made.text).toBe("/address/token/canary-7721/redeem/5");
    expect(made.secrets).toEqual(["canary-7721"]);
    const shown = "/address/token/[secret]/redeem/5";
    expect(made.shown).toBe(shown);
    const prints = [
      String(made),
      JSON.stringify(made),
      inspect(made, { showHidden: true }),
      inspect({ made }),
    ];
    for (const print of [
      ...prints,
      inspect(secretId("canary-7721")),
      JSON.stringify(secretId("canary-7721")),
    ]) {
      expect(print).not.toContain("canary");
    }
  });

  it("shows itself, and of a secret id only the mark, in every way of printing", () => {
    const made = path`/address/${5}`;
    expect([String(made), JSON.stringify(made), inspect(made)]).toEqual([
      "/address/5",
      '"/address/5"',
      "/address/5",
    ]);
    const id = secretId("canary-7721");
    expect([String(id), JSON.stringify(id), inspect(id)]).toEqual(["[secret]", '"[secret]"', "[secret]"]);
  });

  it("shows of an object that is no id only its beginning, and nothing that is deep in it", () => {
    const refused = (id: unknown) => () => path`/address/${id as PathId}`;
    expect(refused({ a: { b: 1 } })).toThrow(/^\{ a: \[Object\] \} cannot be an id/);
    expect(refused(Symbol("x".repeat(100)))).toThrow(`Symbol(${"x".repeat(53)} cannot be an id`);
  });

  it.each([
    "address",
    "address/unit",
    "/address?x=1",
    "/address#x",
    "/a/../b",
    "/a/./b",
    "/a b",
    "/a\\b",
    "",
  ])("refuses the template %j", (template) => expect(() => pathFrom(template, {})).toThrow(TypeError));

  it("wants exactly the ids that its template names", () => {
    expect(() => pathFrom("/address/{addressId}", {})).toThrow(/needs the id addressId/);
    expect(() => pathFrom("/address/{toString}", {})).toThrow(/needs the id toString/);
    expect(() => pathFrom("/address", { addressId: 1 })).toThrow(/no place for: addressId/);
  });
});
