// The types of the package: one file for each entry. It needs only @pulumi/pulumi and Node's own types.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { exportsOf, programOf, resolved } from "../compiler.mjs";
import { isForeign, isOf, Printer } from "./printer.mjs";

/** The files that `exports` in package.json names, by the source that each is made from. */
export const ENTRIES = {
  "provider/index.ts": "dist/provider/index.d.ts",
  "provider/runtime.ts": "dist/provider/runtime.d.ts",
  "provider/api/index.ts": "dist/provider/api/index.d.ts",
  "simulator/index.ts": "dist/simulator/index.d.ts",
};

/** @param {string} root */
export function writePublishedTypes(root) {
  for (const [target, text] of Object.entries(publishedTypes(root))) {
    const file = join(root, target);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** @param {string} root @returns {Record<string, string>} the text of each file */
export function publishedTypes(root) {
  const program = programOf(root, Object.keys(ENTRIES));
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([source, target]) => [target, fileOf(program, join(root, source))]),
  );
}

/** @param {ts.Program} program @param {string} entry */
function fileOf(program, entry) {
  const checker = program.getTypeChecker();
  const exported = exportsOf(program, entry).map((symbol) => ({
    name: symbol.getName(),
    isTypeOnly: symbol.declarations?.some((node) => ts.isTypeOnlyExportDeclaration(node)) === true,
    symbol: resolved(checker, symbol),
  }));
  /** @type {Map<ts.Type, string>} */
  const names = new Map();
  for (const { name, symbol } of exported) {
    if (symbol.flags & ts.SymbolFlags.TypeAlias && !isGeneric(symbol)) {
      names.set(checker.getDeclaredTypeOfSymbol(symbol), name);
    }
  }
  const printer = new Printer(checker, (type) => names.get(type));
  const taken = new Set(exported.map(({ symbol }) => symbol));
  const texts = exported
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, symbol, isTypeOnly }) => {
      // Inputs come back as outputs, so their descriptions apply there too.
      const declared = exported.find((other) => other.name === `${name}Args`)?.symbol;
      // A class that is exported only as a type does not exist at run time.
      const isHidden = isTypeOnly && (symbol.flags & ts.SymbolFlags.Class) !== 0;
      const text = declaration(checker, printer, name, symbol, isHidden ? "" : "export ", declared);
      return isHidden ? `${text}export type { ${name} };\n` : text;
    });
  for (let more = left(printer, taken); more.length > 0; more = left(printer, taken)) {
    for (const symbol of more) {
      taken.add(symbol);
      texts.push(declaration(checker, printer, symbol.getName(), symbol, ""));
    }
  }
  const helpers = [...printer.recursive].map(([name, words]) => `type ${name} = ${words};\n`);
  const body = [...helpers, ...texts.filter((text) => text !== "")].join("\n");
  const imports = body.includes("pulumi.") ? 'import type * as pulumi from "@pulumi/pulumi";\n\n' : "";
  return `${imports}${body}\nexport {};\n`;
}

/** @param {Printer} printer @param {ReadonlySet<ts.Symbol>} taken */
function left(printer, taken) {
  return [...printer.mentioned].filter((symbol) => !taken.has(symbol));
}

/**
 * @param {ts.TypeChecker} checker @param {Printer} printer @param {string} name @param {ts.Symbol} symbol @param {string} prefix
 * @param {ts.Symbol} [declared] what its constructor takes
 * @returns {string}
 */
function declaration(checker, printer, name, symbol, prefix, declared) {
  const comment = printer.comment(symbol, 0);
  if (symbol.flags & ts.SymbolFlags.Class) {
    return `${comment}${classOf(checker, printer, name, symbol, prefix, declared)}`;
  }
  if (symbol.flags & ts.SymbolFlags.Function) {
    const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
    return `${comment}${printer.methods(`${prefix}declare function ${name}`, signatures, 0)}\n`;
  }
  if (symbol.flags & ts.SymbolFlags.Variable && isClass(checker, symbol)) {
    return `${comment}${classOf(checker, printer, name, symbol, prefix, declared)}`;
  }
  if (symbol.flags & ts.SymbolFlags.Variable) {
    return `${comment}${prefix}declare const ${name}: ${printer.type(checker.getTypeOfSymbol(symbol), 0)};\n`;
  }
  // Only the types of operations have type parameters, and those are made with zod.
  if (isGeneric(symbol)) {
    return "";
  }
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const isObject =
    type.isIntersection() || (type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0);
  if (isObject && !checker.isArrayType(type)) {
    return `${comment}${prefix}interface ${name} {\n${printer.content(type, 1).join("\n")}\n}\n`;
  }
  return `${comment}${prefix}type ${name} = ${printer.body(type, 0)};\n`;
}

/**
 * @param {ts.TypeChecker} checker @param {Printer} printer @param {string} name @param {ts.Symbol} symbol @param {string} prefix
 * @param {ts.Symbol} [declared]
 */
function classOf(checker, printer, name, symbol, prefix, declared) {
  const statics = checker.getTypeOfSymbol(symbol);
  const made = statics.getConstructSignatures()[0]?.getReturnType();
  const instance =
    made !== undefined && isClass(checker, symbol) ? made : checker.getDeclaredTypeOfSymbol(symbol);
  const base = baseOf(checker, printer, symbol);
  const fields = checker
    .getPropertiesOfType(instance)
    .filter((field) => isPublic(field) && (base === undefined || !isInherited(field, symbol, base)));
  const isNominal = symbol.declarations?.some((node) => /#\w/.test(node.getText())) === true;
  const constructors = statics.getConstructSignatures().map((signature) => {
    const node = signature.getDeclaration();
    const isPrivate = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private;
    return isPrivate ? "    private constructor();" : `    constructor(${printer.parameters(signature, 1)});`;
  });
  const own = checker
    .getPropertiesOfType(statics)
    .filter((field) => field.getName() !== "prototype" && isPublic(field) && !isForeign(field))
    .map((field) => {
      const type = checker.getTypeOfSymbol(field);
      const calls = type.getCallSignatures();
      const text =
        calls.length === 0
          ? `${field.getName()}: ${printer.type(type, 1)};`
          : printer.methods(field.getName(), calls, 1, returnOf(calls[0], name));
      return `${printer.comment(field, 1)}    static ${text}`;
    });
  const lines = [
    ...(isNominal ? ["    #private;"] : []),
    ...constructors,
    ...own,
    ...printer.fields(
      fields,
      1,
      declared && checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(declared)),
    ),
  ];
  const heritage = base === undefined ? "" : ` extends ${base.words}`;
  return `${prefix}declare class ${name}${heritage} {\n${lines.join("\n")}\n}\n`;
}

/** A method that makes an instance of the class returns the class. @param {ts.Signature | undefined} signature @param {string} name */
function returnOf(signature, name) {
  return signature?.getReturnType().isIntersection() === true ? name : undefined;
}

/** @typedef {{ words: string, symbol: ts.Symbol | undefined }} Base */

/** @param {ts.TypeChecker} checker @param {Printer} printer @param {ts.Symbol} symbol @returns {Base | undefined} */
function baseOf(checker, printer, symbol) {
  const node = symbol.valueDeclaration;
  // Every class that is a constant is made for a resource.
  if (node && ts.isVariableDeclaration(node)) {
    return { words: "pulumi.CustomResource", symbol: undefined };
  }
  const clause = node && ts.isClassDeclaration(node) ? node.heritageClauses?.[0] : undefined;
  const expression = clause?.token === ts.SyntaxKind.ExtendsKeyword ? clause.types[0]?.expression : undefined;
  if (expression === undefined) {
    return undefined;
  }
  const found = checker.getSymbolAtLocation(expression);
  const base = found && resolved(checker, found);
  if (base !== undefined && !isForeign(base)) {
    printer.mentioned.add(base);
  }
  return { words: expression.getText(), symbol: base };
}

/** @param {ts.Symbol} field @param {ts.Symbol} owner @param {Base} base */
function isInherited(field, owner, base) {
  if (base.symbol === undefined) {
    return isOf(field, "@pulumi/pulumi");
  }
  return owner.members?.get(field.escapedName) === undefined;
}

/** Whether a constant holds a class, as those of resources do. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function isClass(checker, symbol) {
  const isConstant = (symbol.flags & ts.SymbolFlags.Variable) !== 0;
  return isConstant && checker.getTypeOfSymbol(symbol).getConstructSignatures().length > 0;
}

/** @param {ts.Symbol} field */
function isPublic(field) {
  // Private fields, and fields whose name is a symbol.
  if (/^(__[#@]|#)/.test(field.getName())) {
    return false;
  }
  if (field.getJsDocTags().some(({ name }) => name === "internal")) {
    return false;
  }
  return (field.declarations ?? []).every(
    (node) =>
      (ts.getCombinedModifierFlags(/** @type {ts.Declaration} */ (node)) &
        (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) ===
      0,
  );
}

/** @param {ts.Symbol} symbol */
function isGeneric(symbol) {
  return (
    symbol.declarations?.some(
      (node) =>
        (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) &&
        (node.typeParameters?.length ?? 0) > 0,
    ) === true
  );
}
