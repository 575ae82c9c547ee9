import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "..");

/** The folders of `provider`, the lowest first. A file may import from its own folder and from those before it. */
const FOLDERS = [
  "http",
  "api",
  "engine/messages",
  "engine/values",
  "engine/journal",
  "engine/lists",
  "engine/kind",
  "engine/writes",
  "engine/run/settings",
  "engine/run",
  "engine/looking",
  "engine/pending",
  "engine/sending",
  "engine/lifecycle",
  "engine/set",
  "engine/program",
  "resources",
  "lookups",
];

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

/** How high the folder of a file is. A file of `provider` itself is above them all. */
function heightOf(file: string): number {
  const height = FOLDERS.findIndex((folder) => file.startsWith(`provider/${folder}/`));
  return height < 0 && dirname(file) === "provider" ? FOLDERS.length : height;
}

/** The imports that lead up, and the files whose folder is not in the list. */
function climbing(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imports].flatMap(([file, targets]) =>
    heightOf(file) < 0
      ? [`${file} is in none of these folders`]
      : targets.filter((target) => heightOf(target) > heightOf(file)).map((target) => `${file} -> ${target}`),
  );
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

describe("The folders of the provider", () => {
  it("import only from those below", () => {
    expect(climbing(importsIn("provider"))).toEqual([]);
  });

  it("and what leads up is found, and a folder that is in no list", () => {
    const imports = new Map([
      ["provider/index.ts", ["provider/classes.ts", "provider/api/index.ts"]],
      ["provider/http/secrets/redact.ts", ["provider/http/retry.ts"]],
      ["provider/engine/run/run.ts", ["provider/engine/run/settings/guards.ts", "provider/index.ts"]],
      ["provider/engine/run/settings/guards.ts", ["provider/engine/run/run.ts"]],
      ["provider/engine/looking/locate.ts", ["provider/engine/pending/pending.ts"]],
      ["provider/engine/attic/trunk.ts", ["provider/http/retry.ts"]],
    ]);
    expect(climbing(imports)).toEqual([
      "provider/engine/run/run.ts -> provider/index.ts",
      "provider/engine/run/settings/guards.ts -> provider/engine/run/run.ts",
      "provider/engine/looking/locate.ts -> provider/engine/pending/pending.ts",
      "provider/engine/attic/trunk.ts is in none of these folders",
    ]);
  });

  it("stand in ARCHITECTURE.md in the same order", () => {
    const map = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    const [, section = ""] = /^## The folders of the engine$(.*?)^##/ms.exec(map) ?? [];
    const named = [...section.matchAll(/^\| `([a-z/]+)` +\|/gm)].map(([, folder = ""]) => `engine/${folder}`);
    expect(named).toEqual(FOLDERS.filter((folder) => folder.startsWith("engine/")));
  });
});
