import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { smartlock } from "../run";

describe("smartlock review refuses", () => {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-review-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["a file that does not exist", undefined, /^smartlock: \S+ cannot be read: there is no such file\.\n$/],
    ["a file that is not JSON", "Previewing update", /^smartlock: \S+ cannot be read: it is not JSON\.\n$/],
    ["an empty file", " ", /^smartlock: \S+ is empty\. Did the command fail/],
    ["a plan", '{ "resourcePlans": {} }', /is not the output of `pulumi preview --json`.*--save-plan/],
    ["a list", "[]", /is not the output of `pulumi preview --json`/],
  ])("%s, before it asks anybody", async (_, text, words) => {
    const file = join(folder, "preview.json");
    rmSync(file, { force: true });
    if (text !== undefined) {
      writeFileSync(file, text);
    }
    const { stdout, stderr, code } = await smartlock(["review", file], { SMARTLOCK_TOKEN: undefined });
    expect(stderr).toMatch(words);
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  });
});
