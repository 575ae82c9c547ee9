import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { registry } from "../provider/resources";

const root = resolve(__dirname, "..");
const pages = join(root, "docs/resources");

describe("the pages of the resources", () => {
  it("are current", () => {
    execFileSync(process.execPath, [join(root, "scripts/docs.mjs"), "--check"], { stdio: "pipe" });
  });

  it("are one for each kind", () => {
    expect(readdirSync(pages)).toHaveLength(Object.keys(registry).length);
  });

  it.each([
    ["notification", "| `settings[].smartlockId` | integer |  | The lock: "],
    ["notification", '| `settings[].triggerEvents` | list of `"lock"`, `"unlock"`, `"unlatch"`, '],
    [
      "notification",
      "| `settings[].authIds` | list of string |  | Only events that these authorizations cause.",
    ],
    ["sub-account", "| `profile.city` | string | required | Town. |"],
  ])("list the fields within a field of %s: %s", (page, row) => {
    expect(readFileSync(join(pages, `${page}.md`), "utf8")).toContain(`\n${row}`);
  });

  it("describe every field", () => {
    for (const page of readdirSync(pages)) {
      const undescribed = readFileSync(join(pages, page), "utf8")
        .split("\n")
        .filter((line) => line.startsWith("| `") && line.endsWith("|  |"));
      expect({ page, undescribed }).toEqual({ page, undescribed: [] });
    }
  });
});
