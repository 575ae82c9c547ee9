import { asMarkdown, asText } from "../../cli/sections";

describe("Sections", () => {
  it("are titled and indented for a terminal, which no name can control", () => {
    expect(
      asText([
        { title: "Door\u001b[2J", lines: ["Anna\nBob"] },
        { title: "B", lines: [] },
      ]),
    ).toBe("Door\\u001b[2J (1):\n  Anna\\u000aBob\n\nB (0):");
  });

  it("have names as code in Markdown, whatever a name holds", () => {
    expect(asMarkdown([{ title: "Door @all [a](b)", lines: ["[a](b) @all #1", "a `b` ``c", "plain"] }])).toBe(
      "### `Door @all [a](b)` (3)\n\n- `[a](b) @all #1`\n- ``` a `b` ``c ```\n- `plain`",
    );
  });

  it("are cut to what a comment takes, with counts", () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `Person ${n} on a door`);
    const text = asMarkdown([
      { title: "First", lines: ["one"] },
      { title: "Second", lines },
      { title: "Third", lines: ["three"] },
      { title: "Fourth", lines: ["four"] },
    ]);
    expect(text.length).toBeLessThan(65_536);
    expect(text.length).toBeGreaterThan(50_000);
    const shown = text.match(/^- `Person/gm)?.length ?? 0;
    expect(text).toContain(`### Second (5000)\n\n- \`Person 0 on a door\``);
    expect(text).toContain(`\n- and ${5_000 - shown} more`);
    expect(text).toMatch(/2 more sections do not fit here\.$/);
  });

  it("are cut where there are too many of them", () => {
    const text = asMarkdown(
      Array.from({ length: 5_000 }, (_, n) => ({ title: `Door ${n}`, lines: ["Anna"] })),
    );
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\n\n\d+ more sections do not fit here\.$/);
  });
});
