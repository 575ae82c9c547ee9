import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notesIn } from "../../provider/engine/notes";

describe("Notes", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-notes-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("that nobody came for in a month go when another is written, and no younger ones", async () => {
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    for (const [name, days] of [
      ["forgotten", 31],
      ["awaited", 29],
    ] as const) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), daysAgo(days), daysAgo(days));
    }
    await notesIn(folder).write("new", "text");
    expect(readdirSync(folder).sort()).toEqual(["awaited", "new"]);
  });
});
