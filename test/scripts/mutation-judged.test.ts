import { readdirSync } from "node:fs";
import { join } from "node:path";
import { evaluate, temporaryFolders } from "./script-module";

const folder = temporaryFolders();

function judging<T>(body: string): Promise<T> {
  return evaluate("proof/mutation/judged.mjs", body).then(({ value, error }) => {
    expect(error).toBeUndefined();
    return value as T;
  });
}

const FILE = "provider/http/a.ts";

/** A mutant that was noticed, and one that was not. */
const MUTANTS = [
  { file: FILE, status: "Killed", mutatorName: "StringLiteral", line: 'say("a");', location: place(1) },
  { file: FILE, status: "Survived", mutatorName: "StringLiteral", line: 'say("b");', location: place(2) },
];

function place(line: number): object {
  return { start: { line, column: 5 }, end: { line, column: 8 } };
}

describe("A file whose mutants were judged", () => {
  it("is the same file after it has moved, with other comments and imports", async () => {
    const [before, after, changed] = await judging<string[]>(`return [
      'import { a } from "./a";\\nexport const b = a + 1;',
      '// Adds one.\\nimport { c, a } from "../far/a";\\nimport type { D } from "./d";\\nexport const b =\\n  a + 1;',
      'import { a } from "./a";\\nexport const b = a + 2;',
    ].map((text) => script.hashOfFile("a.ts", text));`);
    expect(after).toBe(before);
    expect(changed).not.toBe(before);
  });

  it("is another file if it exports another name as its own", async () => {
    const [one, other] = await judging<string[]>(`return [
      'export { a };\\nexport { x } from "./x";', 'export { b };\\nexport { x } from "./x";',
    ].map((text) => script.hashOfFile("a.ts", text));`);
    expect(other).not.toBe(one);
  });

  it("is written and read with its survivors, under its present name", async () => {
    const root = folder();
    const mutants = await judging<{ file: string; status: string; line: string }[]>(`
      const { mkdirSync } = await import("node:fs");
      mkdirSync(${JSON.stringify(`${root}/docs`)});
      const judgement = script.judgementOf("${FILE}", "abc1234", ${JSON.stringify(MUTANTS)});
      script.writeJudged(${JSON.stringify(root)}, { h1: judgement, h2: { ...judgement, file: "another.ts", alive: [] } });
      return script.mutantsOf("moved.ts", script.readJudged(${JSON.stringify(root)}).h1);`);
    expect(mutants).toEqual([
      expect.objectContaining({ file: "moved.ts", status: "Killed" }),
      expect.objectContaining({
        file: "moved.ts",
        status: "Survived",
        line: 'say("b");',
        location: { start: { line: 2, column: 5 }, end: { line: 2, column: 8 } },
      }),
    ]);
  });

  it("is judged anew if a survivor that may have to be looked at again is on another line by now", async () => {
    const answers = await judging<boolean[]>(`
      const judgement = script.judgementOf("${FILE}", "abc1234", ${JSON.stringify(MUTANTS)});
      return ['say("a");\\nsay("b");', '// b\\nsay("a");\\nsay("b");'].map((text) => script.areInPlace(judgement, text));`);
    expect(answers).toEqual([true, false]);
  });

  it("was never judged where nothing is kept", async () => {
    expect(await judging(`return script.readJudged(${JSON.stringify(folder())});`)).toEqual({});
  });
});

it("The tests in all folders of the engine judge", async () => {
  const root = join(__dirname, "..", "..");
  const { value } = await evaluate(
    "proof/mutation/tests.mjs",
    `return script.testFiles(${JSON.stringify(root)})`,
  );
  const files = readdirSync(join(root, "test/engine"), { recursive: true, encoding: "utf8" });
  const tests = files.filter((file) => file.endsWith(".test.ts")).map((file) => `test/engine/${file}`);
  expect((value as string[]).filter((file) => file.startsWith("test/engine/")).sort()).toEqual(tests.sort());
});
