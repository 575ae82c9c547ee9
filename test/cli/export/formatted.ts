import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";

type Files = ReadonlyMap<string, string>;

const root = resolve(__dirname, "../../..");

/** Writes projects into folders of their own, and removes them after `work`. */
export function inFolders<T>(projects: readonly Files[], work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-export-"));
  try {
    projects.forEach((files, index) =>
      files.forEach((text, file) => {
        const path = join(folder, String(index), file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }),
    );
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that Prettier would format differently, with its own defaults. */
export function unformatted(projects: readonly Files[]): string {
  const kept = projects.map(
    (files) =>
      new Map([...files].filter(([file]) => /\.ts$|^(?:package|tsconfig)\.json$|\.yaml$/.test(file))),
  );
  return inFolders(kept, (folder) => {
    const prettier = join(root, "node_modules/prettier/bin/prettier.cjs");
    const args = [prettier, "--list-different", "--no-config", "--no-editorconfig", "."];
    try {
      execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
      return "";
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      const [first = ""] = stdout.split("\n");
      const text = /^(\d+)\/(.*)$/.exec(first);
      const source = projects[Number(text?.[1])]?.get(text?.[2] ?? "") ?? "";
      return `${stdout}${stderr}\n${source}`;
    }
  });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  baseUrl: root,
  paths: {
    "pulumi-smartlock": ["./provider/index.ts"],
    "@pulumi/pulumi": ["./node_modules/@pulumi/pulumi"],
  },
};

/** The mistakes that the compiler finds in programs: with more rules than their own tsconfig.json has. */
export function compilerErrors(projects: readonly Files[]): string[] {
  const kept = projects.map((files) => new Map([...files].filter(([file]) => file.endsWith(".ts"))));
  return inFolders(kept, (folder) => {
    const files = kept.flatMap((one, index) =>
      [...one.keys()].map((file) => join(folder, String(index), file)),
    );
    const host: ts.LanguageServiceHost = {
      getScriptFileNames: () => files,
      getScriptVersion: () => "1",
      getScriptSnapshot: (file) => {
        const text = ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getCompilationSettings: () => options,
      getDefaultLibFileName: (all) => ts.getDefaultLibFilePath(all),
      fileExists: (file) => ts.sys.fileExists(file),
      readFile: (file) => ts.sys.readFile(file),
      directoryExists: (one) => ts.sys.directoryExists(one),
      getDirectories: (one) => ts.sys.getDirectories(one),
    };
    const service = ts.createLanguageService(host, ts.createDocumentRegistry());
    return files.flatMap((file) =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
        ({ messageText, start }) =>
          `${file}:${start}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${ts.sys.readFile(file) ?? ""}`,
      ),
    );
  });
}
