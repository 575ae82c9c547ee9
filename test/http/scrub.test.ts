import { scrub } from "../../provider/http";

describe("scrub", () => {
  it.each<[string, string, string[], string]>([
    ["plain", "code 482913 exists", ["482913"], "code [secret] exists"],
    ["inside a word", "x482913y", ["482913"], "x[secret]y"],
    ["each time", "482913, 482913", ["482913"], "[secret], [secret]"],
    ["a single digit", "value '7' is not valid", ["7"], "value '[secret]' is not valid"],
    ["several, the longest first", "abcdef abc", ["abc", "abcdef"], "[secret] [secret]"],
    [
      "one that is part of the mark itself",
      "seven secrets",
      ["e", "secret"],
      "s[secret]v[secret]n [secret]s",
    ],
    ["JSON form", String.raw`{"p":"a\"b\\c\n"}`, ['a"b\\c\n'], '{"p":"[secret]"}'],
    ["JSON form with a slash left alone", String.raw`"a/\"b"`, ['a/"b'], '"[secret]"'],
    ["JSON form with escaped slashes", String.raw`"a\/b"`, ["a/b"], '"[secret]"'],
    ["URL form", "?p=a%20b%2Fc%C3%BC", ["a b/cü"], "?p=[secret]"],
    ["URL form in lower case", "?p=a%2fb", ["a/b"], "?p=[secret]"],
    ["form encoding", "p=a+b%26c", ["a b&c"], "p=[secret]"],
    ["HTML form", "<b>a&lt;b&amp;&quot;c&#39;</b>", [`a<b&"c'`], "<b>[secret]</b>"],
    ["HTML form of what closes a tag", "<b>a&gt;b</b>", ["a>b"], "<b>[secret]</b>"],
    ["base64", "Basic aHVudGVyMg==", ["hunter2"], "Basic [secret]"],
    ["base64 without padding", "aHVudGVyMg.", ["hunter2"], "[secret]."],
    ["base64 of the common alphabet without padding", "fn5+Pw.", ["~~~?"], "[secret]."],
    ["base64 for URLs", "fn5-Pz8_", ["~~~???"], "[secret]"],
    ["signs that mean something in a pattern", "a.*+?^${}()|[]\\b", [".*+?^${}()|[]\\"], "a[secret]b"],
    ["half of a surrogate pair", "a\ud800b", ["\ud800"], "a[secret]b"],
    ["an empty secret is none", "nothing", [""], "nothing"],
    ["none", "nothing", [], "nothing"],
    ["at the end, half a match is none", "48291", ["482913"], "48291"],
  ])("%s", (_name, text, secrets, expected) => {
    expect(scrub(text, secrets)).toBe(expected);
  });
});
