import { isTooHeavy } from "../../provider/http/json-weight";

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

describe("JSON that is heavier than its length tells", () => {
  it.each<[string, string, boolean]>([
    ["64 lists within each other", nested(64, "[", "]"), false],
    ["65 lists within each other", nested(65, "[", "]"), true],
    ["65 objects within each other", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`, true],
    ["64 of both", nested(32, '[{"a":', "}]"), false],
    ["many beside each other", `[${"[],".repeat(1_000)}{}${",{}".repeat(1_000)}]`, false],
    ["brackets in a text", `["${"[{".repeat(100)}"]`, false],
    ["brackets behind an escaped quote", `["\\"${"[".repeat(100)}"]`, false],
    ["brackets behind a text that ends in a backslash", `["\\\\",${nested(64, "[", "]")}]`, true],
    ["brackets behind an empty text", `["",${nested(64, "[", "]")}]`, true],
    ["a text at the very beginning", `"x"${nested(65, "[", "]")}`, true],
    ["a text that never ends", `["${"[".repeat(100)}`, false],
    ["nothing", "", false],
  ])("%s: %p", (_words, json, expected) => {
    expect(isTooHeavy(json)).toBe(expected);
  });

  it("has more than four million values", () => {
    // the list itself counts as one value, and so does its first value
    expect(isTooHeavy(`[0${",0".repeat(3_999_998)}]`)).toBe(false);
    expect(isTooHeavy(`[0${",0".repeat(3_999_999)}]`)).toBe(true);
  });
});
