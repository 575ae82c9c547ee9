import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { run } from "../examples/gitops/run";
import { example } from "../examples/gitops/repository";
import { writeProgram } from "../scripts/script-module";
import { holds } from "./runs";
import { hostileText } from "./values";

/** Text that would close its block, or be treated as more than text. */
const breaks = [
  "~~~~",
  "~~~~~~~~~~",
  "   ~~~~  ",
  "````",
  "</details>",
  "<img src=x onerror=alert(1)>",
  "| a |\n|--|",
  "@everyone",
  "# x",
];

const lines = fc
  .array(fc.oneof(fc.constantFrom(...breaks), hostileText), { maxLength: 6 })
  // A file that bash reads has no zero bytes, and Pulumi writes UTF-8.
  .map((all) => Buffer.from(all.join("\n").replaceAll("\u0000", "")).toString().trimEnd());

describe("The report of examples/gitops", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-report-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const bash = (script: string, env: NodeJS.ProcessEnv = {}) =>
    run(["bash", "-c", `source scripts/pipeline.sh; ${script}`], {
      folder: example,
      env: { ...process.env, ...env },
    });

  it("shows what was said as it is, in a block that it cannot end", async () => {
    await holds("reports", 25, lines, async (said) => {
      const file = join(folder, "said.txt");
      const page = join(folder, "page.md");
      writeFileSync(file, said);
      writeFileSync(page, "");
      const { code, output } = await bash(`summarise Preview '${file}'`, { GITHUB_STEP_SUMMARY: page });
      expect({ code, output }).toEqual({ code: 0, output: "" });
      const [, fence = "", inside] =
        /^## Preview\n\n(~+)text\n([\s\S]*)\n~+\n$/.exec(readFileSync(page, "utf8")) ?? [];
      expect(inside).toBe(said);
      expect(readFileSync(page, "utf8").endsWith(`\n${fence}\n`)).toBe(true);
      // Only a fence of the same length ends the block, on any kind of line.
      expect(said).not.toContain(fence);
    });
  });

  it("fits on the page, however much was said", async () => {
    const file = join(folder, "said.txt");
    const page = join(folder, "page.md");
    writeFileSync(file, "Door\n".repeat(1_000_000));
    writeFileSync(page, "");
    await bash(`summarise Preview '${file}'`, { GITHUB_STEP_SUMMARY: page });
    const shown = readFileSync(page);
    // GitHub shows nothing at all of a larger page.
    expect(shown.length).toBeLessThan(1024 * 1024);
    expect(shown.toString()).toContain("The rest is in the log of the run.");
  });

  it("is not taken for commands to GitHub, and the run goes on as Pulumi ended", async () => {
    const programs = mkdtempSync(join(folder, "bin-"));
    writeProgram(programs, "pulumi", ["echo '::set-output name=artifact::evil'", "exit 7"]);
    const file = join(folder, "kept.txt");
    const { code, output } = await bash(`pulumi_keeping '${file}' preview || exit $?`, {
      GITHUB_ACTIONS: "true",
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
    });
    expect(code).toBe(7);
    const [stop = "", said, start] = output.trimEnd().split("\n");
    const word = /^::stop-commands::([0-9a-f]{32})$/.exec(stop)?.[1];
    expect([said, start]).toEqual(["::set-output name=artifact::evil", `::${word ?? ""}::`]);
    expect(readFileSync(file, "utf8")).toBe("::set-output name=artifact::evil\n");
  });
});
