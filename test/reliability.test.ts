import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { evaluate } from "./scripts/script-module";

const root = resolve(__dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

async function campaigns(): Promise<string[]> {
  const { value } = await evaluate("proof/campaigns.mjs", "return script.CAMPAIGNS.map(({ name }) => name)");
  return value as string[];
}

describe("the page about reliability", () => {
  it("says what the recorded results say", async () => {
    const { value } = await evaluate(
      "proof/page.mjs",
      `return script.pageOf(${read("docs/reliability.json")})`,
    );
    expect(read("docs/reliability.md")).toBe(value);
  });

  it("has a result of each campaign, and each was held", async () => {
    const results = JSON.parse(read("docs/reliability.json")) as Record<string, { passed: boolean }>;
    const held = Object.keys(results).filter((name) => results[name]?.passed === true);
    expect(held.sort()).toEqual((await campaigns()).sort());
  });

  it("has a script for each campaign", async () => {
    const names = await campaigns();
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
