import { runInNewContext } from "node:vm";
import { keyLiteral, numberLiteral, textLiteral } from "../../../cli/export/typescript/literals";

describe("a text in a program", () => {
  it.each([
    ["plain", '"plain"'],
    ['say "hi"', `'say "hi"'`],
    ["it's", `"it's"`],
    [`"both" and 'both'`, `"\\"both\\" and 'both'"`],
    ["back\\slash", '"back\\\\slash"'],
    ["`${x}`", '"`${x}`"'],
    ["a\nb\r\tc", '"a\\nb\\r\\tc"'],
    ["\u2028\u2029\u202e\u200b\u0000", '"\\u2028\\u2029\\u202e\\u200b\\u0000"'],
    ["Grüße, Приморская, 東京", '"Grüße, Приморская, 東京"'],
    ["🏠", '"🏠"'],
    ["👍🏽🇦🇹", '"👍\\u{1f3fd}\\u{1f1e6}\\u{1f1f9}"'],
    ["©", '"\\u00a9"'],
    ["e\u0301", '"e\\u0301"'],
    ["\ud83d", '"\\ud83d"'],
  ])("%j is %s", (text, literal) => {
    expect(textLiteral(text)).toBe(literal);
  });

  it("is the same when the program runs, whatever it is, and ends on its line", () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join("");
    for (const text of [all, "🏠".repeat(3), `'"\\`.repeat(5), "\u{e0041}\u{10ffff}"]) {
      const literal = textLiteral(text);
      expect(runInNewContext(literal)).toBe(text);
      expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{M}]/u);
    }
  });

  it("and numbers and keys are as Prettier writes them", () => {
    expect([1e21, -0.5, 7, 1e-7].map(numberLiteral)).toEqual(["1e21", "-0.5", "7", "1e-7"]);
    expect(["wifi", "a-b", "1", "class", 'q"', "ключ"].map(keyLiteral)).toEqual([
      "wifi",
      '"a-b"',
      '"1"',
      "class",
      `'q"'`,
      '"ключ"',
    ]);
  });
});
