import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { evaluate } from "./script-module";

interface Judged {
  file: string;
  status: string;
  mutatorName?: string;
  line?: string;
}

/** A number of mutants in a file that ended with the same status. */
type Group = readonly [count: number, file: string, status: string];

async function judged(groups: readonly Group[]) {
  const { value } = await evaluate(
    "proof/mutation/verdict.mjs",
    `const mutants = ${JSON.stringify(groups)}.flatMap(([count, file, status]) => Array(count).fill({ file, status }));
    const figures = script.figuresByLayer(mutants);
    return { figures, below: script.below(figures) };`,
  );
  return value as { figures: Record<string, { score: number }>; below: string[] };
}

describe("the verdict about mutants", () => {
  it.each([
    ["provider/resources", 85],
    ["provider/api", 85],
    ["provider/engine", 96],
    ["provider/http", 96],
  ])("%s alone must have %i %%", async (layer, bound) => {
    const score = async (killed: number): Promise<string[]> => {
      const others = ["resources", "api", "engine", "http"].map((name) => `provider/${name}/x.ts`);
      const { below } = await judged([
        // however good the other layers are
        ...others.filter((file) => !file.startsWith(layer)).map((file): Group => [500, file, "Killed"]),
        [killed, `${layer}/x.ts`, "Killed"],
        [100 - killed, `${layer}/x.ts`, "Survived"],
      ]);
      return below;
    };
    expect(await score(bound)).toEqual([]);
    expect(await score(bound - 1)).toEqual([`${layer} has ${bound - 1} %, and must have ${bound} %`]);
  });

  it("counts what timed out as noticed, what no test reaches as not, and what does not compile not at all", async () => {
    const { figures } = await judged([
      [1, "provider/api/x.ts", "Killed"],
      [1, "provider/api/x.ts", "Timeout"],
      [1, "provider/api/x.ts", "Survived"],
      [1, "provider/api/x.ts", "NoCoverage"],
      [5, "provider/api/x.ts", "CompileError"],
    ]);
    expect(figures).toEqual({
      "provider/api": { killed: 1, timeout: 1, survived: 1, noCoverage: 1, score: 50 },
    });
  });

  it("never rounds a score up", async () => {
    const { figures, below } = await judged([
      [95_999, "provider/http/x.ts", "Killed"],
      [4_001, "provider/http/x.ts", "Survived"],
    ]);
    expect(figures["provider/http"]?.score).toBe(95.99);
    expect(below).toHaveLength(1);
  });

  it("tells how many survivors have which explanation, and how many have none", async () => {
    const mutants: Judged[] = [
      { file: "provider/api/a.ts", status: "Survived", mutatorName: "StringLiteral", line: 'summary: "x"' },
      { file: "provider/api/a.ts", status: "Survived", mutatorName: "StringLiteral", line: 'path: "x"' },
      { file: "provider/api/a.ts", status: "NoCoverage", mutatorName: "ObjectLiteral", line: 'summary: "x"' },
      { file: "provider/http/a.ts", status: "Survived", mutatorName: "StringLiteral", line: 'summary: "x"' },
      { file: "provider/api/a.ts", status: "Killed", mutatorName: "StringLiteral", line: 'summary: "x"' },
    ];
    const { value } = await evaluate(
      "proof/mutation/verdict.mjs",
      `const words = { files: /^provider\\/api\\//, mutators: ["StringLiteral"], line: /summary:/, why: "words" };
      const unused = { files: /^nowhere/, why: "unused" };
      const elsewhere = { files: /^provider\\/http\\//, why: "words" };
      return script.survivors(${JSON.stringify(mutants)}, [words, unused, elsewhere]);`,
    );
    expect(value).toEqual({ words: 2, unused: 0, "without an explanation": 2 });
  });

  it("takes the word of another look for those that the one before let live, and for no others", async () => {
    const place = (line: number, column: number) => ({
      start: { line, column },
      end: { line, column: column + 4 },
    });
    const mutant = (line: number, status: string, replacement = "false") => ({
      file: "provider/api/a.ts",
      mutatorName: "ConditionalExpression",
      location: place(line, 7),
      replacement,
      status,
    });
    const first = [
      mutant(1, "Survived"),
      mutant(1, "Survived", "true"),
      mutant(2, "NoCoverage"),
      mutant(3, "Killed"),
      mutant(4, "Survived"),
    ];
    const second = [
      mutant(1, "Killed"),
      mutant(1, "Survived", "true"),
      mutant(3, "Survived"),
      mutant(4, "Timeout"),
    ];
    const { value } = await evaluate(
      "proof/mutation/verdict.mjs",
      `const [first, second] = ${JSON.stringify([first, second])};
      return { ranges: first.map(script.rangeOf), statuses: script.afterAnotherLook(first, second).map(({ status }) => status) };`,
    );
    expect(value).toEqual({
      ranges: [1, 1, 2, 3, 4].map((line) => `provider/api/a.ts:${line}:6-${line}:10`),
      statuses: ["Killed", "Survived", "NoCoverage", "Killed", "Timeout"],
    });
  });

  it("has an explanation only for lines that the sources have", async () => {
    const { value } = await evaluate(
      "proof/survivors.mjs",
      "return script.SURVIVORS.map(({ files, line, why }) => ({ files: files.source, line: line.source, why }));",
    );
    const root = join(__dirname, "../..");
    const sources = readdirSync(join(root, "provider"), { recursive: true, encoding: "utf8" })
      .map((name) => `provider/${name.split(sep).join("/")}`)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => ({ name, lines: readFileSync(join(root, name), "utf8").split("\n") }));
    const unused = (value as Record<"files" | "line" | "why", string>[]).filter(({ files, line }) => {
      const [isMeant, isFound] = [new RegExp(files), new RegExp(line)];
      return !sources.some(({ name, lines }) => isMeant.test(name) && lines.some((one) => isFound.test(one)));
    });
    expect(unused).toEqual([]);
  });
});
