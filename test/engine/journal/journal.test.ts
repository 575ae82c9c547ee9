import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JournalEntry } from "../../../provider/engine/journal/journal";
import { type Notes, openNotes } from "../../../provider/engine/journal/notes";
import { notesIn } from "../../protocol/notes-in-memory";
import { said } from "../lamps";

const grant = ["https://api.example.com", 1, "Authorization", [17, 0, 4001]] as const;

describe("Intent", () => {
  let folder: string;
  let notes: Notes;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-intent-"));
    notes = openNotes({ path: folder, source: "a test" });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (moment: number, what: readonly unknown[] = grant): JournalEntry =>
    new JournalEntry(what, notes, () => moment);
  const file = (): string => join(folder, readdirSync(folder)[0] ?? "");

  it("is found by whoever means the same, until it is removed", async () => {
    expect(await at(1_000).read()).toBeUndefined();
    await at(1_000).write();
    expect(await at(5_000).read()).toEqual({ at: 1_000, notIt: [] });
    expect(
      await at(5_000, ["https://api.example.com", 2, "Authorization", [17, 0, 4001]]).read(),
    ).toBeUndefined();
    await at(5_000).remove();
    expect(await at(5_000).read()).toBeUndefined();
  });

  it("is also found and removed under the name that an older release gave it", async () => {
    const old = ["https://api.example.com", 1, "Authorization", [17, "app", 4001]];
    const both = new JournalEntry(grant, notes, () => 9_000, old);
    expect(await both.read()).toBeUndefined();
    await at(1_000, old).write();
    expect(await both.read()).toEqual({ at: 1_000, notIt: [] });
    await both.write();
    expect(await both.read()).toEqual({ at: 9_000, notIt: [] });
    await both.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves nothing under that older name either", async () => {
    const kept = new Map<string, string>();
    const old = ["https://api.example.com", 1, "Authorization", [17, "app", 4001]];
    await new JournalEntry(old, notesIn(kept), () => 1_000).write();
    await new JournalEntry(grant, notesIn(kept), () => 9_000, old).remove();
    expect(kept.size).toBe(0);
  });

  it("tells nothing about whom it concerns, and is for its owner only", async () => {
    await at(1_000, ["https://api.example.com", 1, ["a name that is a canary"]]).write();
    expect(file() + readFileSync(file(), "utf8")).not.toContain("canary");
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"at":"yesterday"}',
    '{"at":null}',
    '{"at":-1e300}',
    '{"at":8.65e15}',
    '{"at":1000,"notIt":"1/8"}',
    '{"at":1000,"notIt":[8]}',
  ])("is no absent one where its note is %j: nobody knows what was sent", async (text) => {
    await at(1_000).write();
    writeFileSync(file(), text);
    await expect(at(5_000).read()).rejects.toThrow(
      new Error(
        `The note ${file()} cannot be read: it does not say when something was sent. A run that died may have left it, and ` +
          "what that run sent may still appear, so nothing was sent. Check in the app whether it is there; then remove " +
          "the file and run again.",
      ),
    );
  });

  it("tells what it was not, and one from before the ids were noted tells none", async () => {
    await at(1_000).write({ at: 1_000, notIt: ["1/8", "1/9"] });
    expect(await at(5_000).read()).toEqual({ at: 1_000, notIt: ["1/8", "1/9"] });
    writeFileSync(file(), '{"at":1000}');
    expect(await at(5_000).read()).toEqual({ at: 1_000, notIt: [] });
  });

  it("that cannot be forgotten is said, and fails nothing that is done", async () => {
    await at(1_000).write();
    const name = file();
    rmSync(name);
    mkdirSync(join(name, "full"), { recursive: true });
    const words = await said(() => at(5_000).forget());
    expect(words).toContain(`Warning: The note ${name} could not be removed: `);
    await expect(at(5_000).remove()).rejects.toThrow(`The note ${name} could not be removed: `);
  });

  it("that is forgotten is gone", async () => {
    await at(1_000).write();
    expect(await said(() => at(5_000).forget())).toBe("");
    expect(readdirSync(folder)).toEqual([]);
  });
});
