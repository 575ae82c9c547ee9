import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { evaluate, temporaryFolders } from "./scripts/script-module";

const root = resolve(__dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

async function campaigns(): Promise<string[]> {
  const { value } = await evaluate("proof/campaigns.mjs", "return script.CAMPAIGNS.map(({ name }) => name)");
  return value as string[];
}

/** The campaigns whose sources have changed since they ran, according to a page. */
function changedOn(page: string): string[] {
  const sections = page.split(/^### /m).slice(1);
  return sections
    .filter((section) => section.includes("The sources that it attacks have changed since"))
    .map((section) => section.split("\n")[0] ?? "");
}

describe("the page about reliability", () => {
  it("says what the recorded results say", async () => {
    const page = read("docs/reliability.md");
    const { value } = await evaluate(
      "proof/page.mjs",
      `return script.pageOf(${read("docs/reliability.json")}, ${JSON.stringify(changedOn(page))})`,
    );
    expect(page).toBe(value);
  });

  /**
   * The page may be older than the sources, but must not call changed sources the same. To update it: npm run proof --
   * --page.
   */
  it("says of each campaign whose sources have changed since that they have", async () => {
    const { value } = await evaluate(
      "proof/attacked.mjs",
      `const { CAMPAIGNS } = await import(${JSON.stringify(join(root, "scripts/proof/campaigns.mjs"))});
      return script.staleOf(CAMPAIGNS, ${read("docs/reliability.json")}, ${JSON.stringify(root)})`,
    );
    const said = changedOn(read("docs/reliability.md"));
    expect((value as string[]).filter((name) => !said.includes(name))).toEqual([]);
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

describe("what a campaign attacks", () => {
  const folders = temporaryFolders();
  const campaign = { name: "storm", attacks: ["provider", "simulator"], tests: ["test/storm"] };
  const lock = (versions: { undici: string; eslint: string }): string =>
    JSON.stringify({
      packages: {
        "": { version: "1.0.0" },
        "node_modules/undici": { version: versions.undici },
        "node_modules/eslint": { version: versions.eslint, dev: true },
      },
    });

  function project(): { folder: string; write: (file: string, text: string) => void } {
    const folder = folders();
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    write("provider/engine/check.ts", "export const a = 1;\n");
    write("simulator/index.ts", "export const b = 1;\n");
    write("scripts/proof/storm.mjs", "storm();\n");
    write("scripts/proof/page.mjs", "page();\n");
    write("test/storm/storm.test.ts", 'import "../helpers";\nimport { near } from "./near";\n');
    write("test/storm/near.ts", "export const near = 1;\n");
    write("test/helpers/index.ts", 'export * from "../far";\n');
    write("test/far.ts", "export const far = 1;\n");
    write("test/elsewhere.test.ts", "it.todo('');\n");
    write("docs/page.md", "# Page\n");
    write("package-lock.json", lock({ undici: "7.0.0", eslint: "9.0.0" }));
    return { folder, write };
  }

  async function hashOf(folder: string): Promise<unknown> {
    const call = `return script.hashOf(${JSON.stringify(campaign)}, ${JSON.stringify(folder)})`;
    const { value, error } = await evaluate("proof/attacked.mjs", call);
    expect(error).toBeUndefined();
    expect(value).toMatch(/^[0-9a-f]{12}$/);
    return value;
  }

  it.each([
    ["a byte of the sources", "provider/engine/check.ts", "export const a = 2;\n"],
    ["a byte of the simulator", "simulator/index.ts", "export const b = 2;\n"],
    ["a new source", "provider/engine/new.ts", ""],
    ["its own script", "scripts/proof/storm.mjs", "storm(1);\n"],
    ["a space within a text", "scripts/proof/storm.mjs", "storm(` `);\n"],
    ["its own test", "test/storm/storm.test.ts", 'import "../helpers";\n'],
    ["what its test imports", "test/storm/near.ts", "export const near = 2;\n"],
    ["what that imports", "test/far.ts", "export const far = 2;\n"],
    ["a package that it runs with", "package-lock.json", lock({ undici: "7.0.1", eslint: "9.0.0" })],
  ])("has changed with %s", async (_what, file, text) => {
    const { folder, write } = project();
    const before = await hashOf(folder);
    write(file, text);
    expect(await hashOf(folder)).not.toBe(before);
  });

  it("has changed when a source has another name", async () => {
    const { folder } = project();
    const before = await hashOf(folder);
    renameSync(join(folder, "provider/engine/check.ts"), join(folder, "provider/engine/checks.ts"));
    expect(await hashOf(folder)).not.toBe(before);
  });

  it.each([
    ["the documents", "docs/page.md", "# Another page\n"],
    ["a test of something else", "test/elsewhere.test.ts", ""],
    ["the script of the page", "scripts/proof/page.mjs", "another();\n"],
    ["a comment", "simulator/index.ts", "/** B. */\nexport const b = 1; // one\n"],
    ["the layout", "simulator/index.ts", "export const b =\n  1;\n"],
    ["a package of the tools", "package-lock.json", lock({ undici: "7.0.0", eslint: "9.0.1" })],
  ])("has not changed with %s", async (_what, file, text) => {
    const { folder, write } = project();
    const before = await hashOf(folder);
    write(file, text);
    expect(await hashOf(folder)).toBe(before);
  });

  it("is the same wherever it lies", async () => {
    const { folder } = project();
    const copy = folders();
    cpSync(folder, copy, { recursive: true });
    expect(await hashOf(copy)).toBe(await hashOf(folder));
  });

  it("is stale unless it was held on these very sources", async () => {
    const { folder } = project();
    const hash = await hashOf(folder);
    const { value } = await evaluate(
      "proof/attacked.mjs",
      `const stale = (results) => script.staleOf([${JSON.stringify(campaign)}], results, ${JSON.stringify(folder)});
      return [stale({}), stale({ storm: {} }), stale({ storm: { sources: "0" } }), stale({ storm: { sources: ${JSON.stringify(hash)} } })]`,
    );
    expect(value).toEqual([["storm"], ["storm"], ["storm"], []]);
  });

  it("is, for each campaign of the project, the product and its own tests, and no document", async () => {
    const { value } = await evaluate(
      "proof/attacked.mjs",
      `const { CAMPAIGNS } = await import(${JSON.stringify(join(root, "scripts/proof/campaigns.mjs"))});
      return Object.fromEntries(CAMPAIGNS.map((campaign) => [campaign.name, script.attackedFiles(campaign, ${JSON.stringify(root)})]))`,
    );
    const files = value as Record<string, string[]>;
    for (const name of await campaigns()) {
      expect(files[name]).toEqual(
        expect.arrayContaining([
          "provider/http/call.ts",
          "provider/resources/authorization/grant.ts",
          "simulator/faults.ts",
        ]),
      );
      expect(files[name]).toContain(`scripts/proof/${name}.mjs`);
      expect(files[name]?.filter((file) => /^docs\/|\.md$|node_modules/.test(file))).toEqual([]);
    }
    expect(files["mutation"]).toEqual(
      expect.arrayContaining([
        "stryker.config.mjs",
        "test/api/wire.test.ts",
        "scripts/proof/mutation/runner.mjs",
      ]),
    );
    expect(files["matrix"]).toContain("test/protocol/test-engine.ts");
  });
});
