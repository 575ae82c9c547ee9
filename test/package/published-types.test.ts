import { join, resolve } from "node:path";
import ts from "typescript";
import { registry } from "../../provider/resources";
import { packageFolder } from "../pulumi/from-setup";

const root = resolve(__dirname, "../..");
const published = join(packageFolder(), "node_modules", "pulumi-smartlock", "dist");

/** Each entry of the package: its source, and the types that a user's compiler sees. */
const ENTRIES = ["provider/index", "provider/runtime", "provider/api/index", "simulator/index"];

const config = ts.getParsedCommandLineOfConfigFile(
  join(root, "tsconfig.json"),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
);
const options: ts.CompilerOptions = { ...config?.options, allowJs: false, checkJs: false };

describe("The published types", () => {
  it.each(ENTRIES)("of %s accept and tell what those of the sources do", (entry) => {
    const messages = ts
      .getPreEmitDiagnostics(comparing(), comparing().getSourceFile(comparisonOf(entry)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(messages).toEqual([]);
  });

  it("describe the fields of nested objects, too", () => {
    expect(propertiesOf("NotificationArgs").map(({ name }) => name)).toContain("triggerEvents");
  });

  it.each(Object.values(registry))("describe every argument and output of $type in the editor", (spec) => {
    const { type, inputs, outputs, id } = spec;
    const named = (of: string): string[] => propertiesOf(of).map(({ name }) => name);
    expect(named(`${type}Args`)).toEqual(expect.arrayContaining(Object.keys(inputs.shape)));
    expect(named(type)).toEqual(expect.arrayContaining([...Object.keys(outputs.shape), ...Object.keys(id)]));
    const bare = [`${type}Args`, type].flatMap((name) =>
      propertiesOf(name).filter(({ description }) => description === ""),
    );
    expect(bare).toEqual([]);
  });

  it.each([
    "ProviderArgs",
    "GetSmartlockArgs",
    "ListSmartlocksArgs",
    "GetSmartlockOutputArgs",
    "ListSmartlocksOutputArgs",
    "LookupOptions",
    "SmartlockInfo",
  ])("describe every field of %s", (name) => {
    expect(propertiesOf(name).length).toBeGreaterThan(0);
    expect(propertiesOf(name).filter(({ description }) => description === "")).toEqual([]);
  });

  it("describe what a lock says of itself, too", () => {
    expect(propertiesOf("SmartlockInfo").map(({ name }) => name)).toEqual(
      expect.arrayContaining(["doorState", "charge", "keypadPaired"]),
    );
  });

  it.each([
    ["provider/api", "SmartlockClientOptions"],
    ["simulator", "SimulatorOptions"],
  ])("describe every field of %s %s", (folder, name) => {
    const properties = propertiesOf(name, folder);
    expect(properties.length).toBeGreaterThan(5);
    expect(properties.filter(({ description }) => description === "")).toEqual([]);
  });
});

const NOMINAL = "a class with private fields, of which nobody but itself makes one";
/** Exports that cannot be compared, and why. */
const INCOMPARABLE: Readonly<Record<string, string>> = {
  Provider: NOMINAL,
  LookupOptions: NOMINAL,
  getSmartlock: NOMINAL,
  getSmartlockOutput: NOMINAL,
  listSmartlocks: NOMINAL,
  listSmartlocksOutput: NOMINAL,
  Secret: NOMINAL,
  SmartlockClient: NOMINAL,
  SmartlockClientOptions: NOMINAL,
  Simulator: NOMINAL,
  startSimulator: NOMINAL,
  Operation: "holds schemas, of which the published types tell nothing",
  operations: "holds schemas, of which the published types tell nothing",
  AnswerOf: "is not published: it is about schemas",
  MethodOf: "is not published: it is about schemas",
  MethodsOf: "is not published: it is about schemas",
};

let comparisons: ts.Program | undefined;

/** One program that compares all entries: one program for each would take four times as long. */
function comparing(): ts.Program {
  if (comparisons === undefined) {
    const sources = ts.createProgram(
      ENTRIES.map((entry) => join(root, `${entry}.ts`)),
      options,
    );
    const texts = new Map(ENTRIES.map((entry) => [comparisonOf(entry), comparison(sources, entry)]));
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...rest) => {
      const text = texts.get(name);
      return text === undefined
        ? read(name, ...rest)
        : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    };
    host.fileExists = (name) => texts.has(name) || ts.sys.fileExists(name);
    comparisons = ts.createProgram([...texts.keys()], options, host);
  }
  return comparisons;
}

/** A file that exists only in memory. */
function comparisonOf(entry: string): string {
  return join(root, "test", "package", `${entry.replaceAll("/", "-")}.ts`);
}

/** Assigns each exported type to the published type of the same name, and the other way round. */
function comparison(sources: ts.Program, entry: string): string {
  const compared = exportsOf(sources, entry).filter(({ name }) => !Object.hasOwn(INCOMPARABLE, name));
  return [
    `import type * as source from ${JSON.stringify(join(root, entry))};`,
    `import type * as published from ${JSON.stringify(join(published, `${entry}.js`))};`,
    ...compared.map(({ name, isValue }) => {
      const of = isValue ? "typeof " : "";
      return (
        `export const ${name}There: ${of}published.${name} = null! as ${of}source.${name};\n` +
        `export const ${name}Back: ${of}source.${name} = null! as ${of}published.${name};`
      );
    }),
  ].join("\n");
}

function exportsOf(program: ts.Program, entry: string): { name: string; isValue: boolean }[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, `${entry}.ts`));
  const exported = source && checker.getSymbolAtLocation(source);
  return (exported === undefined ? [] : checker.getExportsOfModule(exported)).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.getName(), isValue: (target.flags & ts.SymbolFlags.Type) === 0 };
  });
}

/** The fields of a type, each with the text that an editor shows on hover. */
function propertiesOf(name: string, folder = "provider"): { name: string; description: string }[] {
  return (hovers[name] ??= hoversOf(name, join(published, folder, "index.d.ts")));
}

const hovers: Record<string, { name: string; description: string }[]> = {};

/** Like an editor, it asks the language service about a place in a file. */
function hoversOf(type: string, file: string): { name: string; description: string }[] {
  const service = languageService(file);
  const source = service.getProgram()?.getSourceFile(file);
  const members = source?.statements.flatMap((statement) =>
    (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) &&
    statement.name?.text === type
      ? [...statement.members]
      : [],
  );
  const hoverOf = (name: ts.Identifier): { name: string; description: string } => {
    const shown = service.getQuickInfoAtPosition(file, name.getStart());
    return { name: name.text, description: ts.displayPartsToString(shown?.documentation) };
  };
  return (members ?? []).flatMap((member) => {
    if (member.name === undefined || !ts.isIdentifier(member.name)) {
      return [];
    }
    return [member.name, ...fieldsWithin(member, member.name.text)].map(hoverOf);
  });
}

/** The fields of the objects that a field holds. An object that stands for its id has a field of the same name. */
function fieldsWithin(node: ts.Node, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  node.forEachChild((child) => {
    if (!ts.isPropertySignature(child) || !ts.isIdentifier(child.name)) {
      found.push(...fieldsWithin(child, name));
    } else if (!name.startsWith(child.name.text)) {
      found.push(child.name, ...fieldsWithin(child, child.name.text));
    }
  });
  return found;
}

const known = new Map<string, ts.LanguageService>();

function languageService(file: string): ts.LanguageService {
  const service = known.get(file);
  if (service !== undefined) {
    return service;
  }
  const made = ts.createLanguageService({
    fileExists: (name) => ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? "") : undefined,
  });
  known.set(file, made);
  return made;
}
