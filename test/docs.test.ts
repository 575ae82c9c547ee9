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

  it("describe every field", () => {
    for (const page of readdirSync(pages)) {
      const undescribed = readFileSync(join(pages, page), "utf8")
        .split("\n")
        .filter((line) => line.startsWith("| `") && line.endsWith("|  |"));
      expect({ page, undescribed }).toEqual({ page, undescribed: [] });
    }
  });
});
