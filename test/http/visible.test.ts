import { escapeInvisible, escapeInvisibleInJson, shown } from "../../provider/http/secrets/visible";

describe("Characters that cannot be seen", () => {
  it.each([
    ["plain Zürich 🔑", "plain Zürich 🔑"],
    ["\u001b[31m", "\\u001b[31m"],
    ["a\nb\u0000", "a\\u000ab\\u0000"],
    ["\u202e\u2066\u200b\ufeff", "\\u202e\\u2066\\u200b\\ufeff"],
    ["\u2028\u2029", "\\u2028\\u2029"],
    ["half \ud800", "half \\ud800"],
    ["tag \u{e0001}", "tag \\u{e0001}"],
    ["<{%bogus%}> <{% x < {% <%", "\\u003c{%bogus%}> \\u003c{% x < {% <%"],
  ])("%j", (text, escaped) => {
    expect(escapeInvisible(text)).toBe(escaped);
  });

  it("are escaped in JSON so that it means the same", () => {
    const value = { name: "a\u202eb\u{e0001}\ud800", "key\u0085": "ü" };
    const json = escapeInvisibleInJson(JSON.stringify(value));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toContain("a\\u202eb\\udb40\\udc01");
    expect(json).toContain("key\\u0085");
  });

  it("are counted as they are shown, and a text ends where nobody reads on", () => {
    expect(shown("abc", 3)).toBe("abc");
    expect(shown("abcd", 3)).toBe("abc…");
    expect(shown("\u0000", 3)).toBe("\\u0…");
    expect(shown("ab\u0000", 8)).toBe("ab\\u0000");
    expect(shown("", 3)).toBe("");
  });
});
