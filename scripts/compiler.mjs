// The sources as the compiler knows them, with the settings of the build.
import { join } from "node:path";
import ts from "typescript";

/** @param {string} root @param {readonly string[]} sources paths from the root */
export function programOf(root, sources) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.build.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  return ts.createProgram(
    sources.map((source) => join(root, source)),
    config?.options ?? {},
  );
}

/** What a source of the program exports. @param {ts.Program} program @param {string} file */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module_ = source && checker.getSymbolAtLocation(source);
  if (module_ === undefined) {
    throw new Error(`${file} exports nothing.`);
  }
  return checker.getExportsOfModule(module_);
}

/** The symbol itself, where this one only passes it on. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
export function resolved(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
