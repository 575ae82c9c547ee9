import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepOldNotes } from "../../../provider/engine/journal/notes";

describe("Notes that nobody came back for", () => {
  const DAY_MS = 24 * 3_600_000;
  const now = Date.parse("2026-03-31T00:00:00Z");
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-old-notes-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const age = (name: string, days: number): void => {
    const when = new Date(now - days * DAY_MS);
    utimesSync(join(folder, name), when, when);
  };
  const write = (name: string, days: number): void => {
    writeFileSync(join(folder, name), "");
    age(name, days);
  };
  const note = (sign: string): string => `${sign.repeat(64)}.json`;

  it("are removed thirty days after the last one was written, and nothing else", async () => {
    write(note("0"), 0);
    write(note("1"), 29.9);
    write(note("2"), 30.1);
    write(`${note("3")}.${"a".repeat(16)}.draft`, 31);
    const others = ["0.json", `${note("4")}.a.draft`, `${note("5")}~`, `a${note("6")}`, "letter.txt"];
    others.forEach((name) => write(name, 400));
    mkdirSync(join(folder, note("7")));
    age(note("7"), 400);
    await sweepOldNotes(folder, join(folder, note("0")));
    expect(readdirSync(folder).sort()).toEqual([note("0"), note("1"), note("7"), ...others].sort());
  });

  it("do no harm if they cannot be removed", async () => {
    write(note("0"), 0);
    write(note("1"), 31);
    const removing = jest.spyOn(files, "rm").mockRejectedValue(new Error("EACCES"));
    await expect(sweepOldNotes(folder, join(folder, note("0")))).resolves.toBeUndefined();
    expect(removing.mock.calls.map(([file]) => file)).toEqual([join(folder, note("1"))]);
    removing.mockRestore();
    expect(readdirSync(folder).sort()).toEqual([note("0"), note("1")]);
  });

  it("stay if the newest one is gone meanwhile", async () => {
    write(note("1"), 31);
    await expect(sweepOldNotes(folder, join(folder, note("0")))).resolves.toBeUndefined();
    expect(readdirSync(folder)).toEqual([note("1")]);
  });
});
