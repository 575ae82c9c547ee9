import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Intent } from "../../provider/engine/intent";
import { type Notes, notesIn } from "../../provider/engine/notes";
import { systemClock } from "../../provider/http";

describe("Intent", () => {
  let folder: string;
  let notes: Notes;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-intent-"));
    notes = notesIn(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is found by whoever means the same, until it is removed", async () => {
    const intent = new Intent(
      ["https://api.example.com", 1, "Authorization", [17, 0, 4001]],
      notes,
      systemClock,
    );
    expect(await intent.left()).toBeUndefined();
    const noted = Date.now();
    await intent.note();
    const same = new Intent(
      ["https://api.example.com", 1, "Authorization", [17, 0, 4001]],
      notes,
      systemClock,
    );
    expect(await same.left()).toBeGreaterThanOrEqual(noted);
    expect(
      await new Intent(
        ["https://api.example.com", 2, "Authorization", [17, 0, 4001]],
        notes,
        systemClock,
      ).left(),
    ).toBeUndefined();
    await same.remove();
    expect(await intent.left()).toBeUndefined();
  });

  it("tells nothing about whom it concerns, and is for its owner only", async () => {
    await new Intent(["https://api.example.com", 1, ["a name that is a canary"]], notes, systemClock).note();
    const [name = ""] = readdirSync(folder);
    expect(name + readFileSync(join(folder, name), "utf8")).not.toContain("canary");
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });
});
