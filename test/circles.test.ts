import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "..");

/** The files that each file imports, if only for a type. */
function importsIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), "utf8"));
      const paths = importedFiles
        .filter(({ fileName }) => fileName.startsWith("."))
        .map(({ fileName }) => join(dirname(file), fileName));
      return [
        file,
        paths.map((path) => (existsSync(join(ROOT, `${path}.ts`)) ? `${path}.ts` : join(path, "index.ts"))),
      ];
    }),
  );
}

/** The shortest ways from each file back to itself. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const wayBack = (start: string): readonly string[] | undefined => {
    const seen = new Set<string>();
    let ways: (readonly string[])[] = [[start]];
    while (ways.length > 0) {
      const next = ways.flatMap((way) => (imports.get(way.at(-1) ?? "") ?? []).map((file) => [...way, file]));
      const found = next.find((way) => way.at(-1) === start);
      if (found !== undefined) {
        return found;
      }
      ways = next.filter((way) => !seen.has(way.at(-1) ?? "") && seen.add(way.at(-1) ?? ""));
    }
    return undefined;
  };
  return [...imports.keys()].flatMap((file) => wayBack(file)?.join(" -> ") ?? []);
}

describe("No file imports another in a circle, not even for a type", () => {
  it.each(["provider", "cli"])("in %s", (folder) => {
    const imports = importsIn(folder);
    expect([...imports.values()].flat().length).toBeGreaterThan(0);
    expect(circlesIn(imports)).toEqual([]);
  });

  it("and a circle is found, of files that import only types as well", () => {
    const imports = new Map([
      ["a", ["b", "c"]],
      ["b", ["c"]],
      ["c", ["d"]],
      ["d", ["b"]],
    ]);
    expect(circlesIn(imports)).toEqual(["b -> c -> d -> b", "c -> d -> b -> c", "d -> b -> c -> d"]);
  });
});
