import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { evaluate } from "./scripts/script-module";

const root = resolve(__dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("the page about reliability", () => {
  it("says what the recorded results say", async () => {
    const { value } = await evaluate(
      "proof/page.mjs",
      `return script.pageOf(${read("docs/reliability.json")})`,
    );
    expect(read("docs/reliability.md")).toBe(value);
  });

  it("has a script for each campaign", async () => {
    const { value } = await evaluate(
      "proof/campaigns.mjs",
      "return script.CAMPAIGNS.map(({ name }) => name)",
    );
    const names = value as string[];
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    expect(names.map((name) => scripts[`test:${name}`])).toEqual(
      names.map((name) => `node scripts/proof/${name}.mjs`),
    );
    expect(names.filter((name) => !existsSync(join(root, "scripts/proof", `${name}.mjs`)))).toEqual([]);
  });

  it("names tests that exist for each of the eight promises", async () => {
    const { value } = await evaluate("proof/promises.mjs", "return script.PROMISES");
    const promises = value as { tests: string[] }[];
    expect(promises).toHaveLength(8);
    const missing = promises.flatMap(({ tests }) => tests.filter((file) => !existsSync(join(root, file))));
    expect(missing).toEqual([]);
  });
});
