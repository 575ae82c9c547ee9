import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineNotes, notesIn } from "../../provider/engine/notes";

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

  it("are kept for thirty days to the millisecond", async () => {
    const written = Date.UTC(2026, 0, 5);
    for (const [name, age] of [
      ["at the limit", 0],
      ["beyond it", 1000],
    ] as const) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), new Date(written - age), new Date(written - age));
    }
    const now = jest.spyOn(Date, "now").mockReturnValue(written + 30 * 24 * 60 * 60 * 1000);
    await notesIn(folder).write("new", "text");
    now.mockRestore();
    expect(readdirSync(folder).sort()).toEqual(["at the limit", "new"]);
  });

  it("are read as they were written, until they are removed", async () => {
    const notes = notesIn(join(folder, "made", "when needed"));
    expect(await notes.read("door")).toBeUndefined();
    await notes.write("door", "Tür");
    await notes.write("gate", "other");
    expect(await notes.read("door")).toBe("Tür");
    await notes.remove("door");
    expect(await notes.read("door")).toBeUndefined();
    expect(await notes.read("gate")).toBe("other");
    await expect(notes.remove("door")).resolves.toBeUndefined();
  });

  it("are for their owner only", async () => {
    const own = join(folder, "own");
    await notesIn(own).write("door", "text");
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(statSync(join(own, "door")).mode & 0o777).toBe(0o600);
  });

  it("of the machine are in a folder of their own among its temporary files", async () => {
    const name = `test-${process.pid}`;
    await machineNotes().write(name, "text");
    try {
      expect(readFileSync(join(tmpdir(), "pulumi-smartlock-intents", name), "utf8")).toBe("text");
    } finally {
      await machineNotes().remove(name);
    }
  });
});
