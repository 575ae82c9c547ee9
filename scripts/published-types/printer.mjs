// Prints types in full, without the libraries that they were made with: a user's compiler sees interfaces, with the description
// of each field, and never zod.
import ts from "typescript";

/** @typedef {(type: ts.Type) => string | undefined} Names the name that a type has in the file, if it has one */

const INDENT = "    ";
/** These go at the end of a union. */
const NOTHING = ["null", "undefined"];
/** In older compilers these take only one type argument. */
const OF_ONE = ["Iterable", "AsyncIterable"];

export class Printer {
  /** Recursive types, by the name that they need to refer to themselves. @type {Map<string, string>} */
  recursive = new Map();
  /** Interfaces and classes of the project that are mentioned but not exported. @type {Set<ts.Symbol>} */
  mentioned = new Set();
  #checker;
  #nameOf;
  /** @type {ts.Type[]} */
  #within = [];
  /** @type {Map<ts.Type, string>} */
  #namesOfRecursive = new Map();

  /** @param {ts.TypeChecker} checker @param {Names} nameOf */
  constructor(checker, nameOf) {
    this.#checker = checker;
    this.#nameOf = nameOf;
  }

  /** @param {ts.Type} type @param {number} depth of the surrounding text @returns {string} */
  type(type, depth) {
    return this.#nameOf(type) ?? this.#aliased(type, depth) ?? this.body(type, depth);
  }

  /** What a type is made of, whatever its name. @param {ts.Type} type @param {number} depth @returns {string} */
  body(type, depth) {
    if (this.#within.includes(type)) {
      // Only JSON types are recursive.
      const name = this.#checker.typeToString(type).includes("Input<") ? "JsonInput" : "Json";
      this.#namesOfRecursive.set(type, name);
      return name;
    }
    this.#within.push(type);
    const words = this.#structure(type, depth);
    this.#within.pop();
    const name = this.#namesOfRecursive.get(type);
    if (name === undefined) {
      return words;
    }
    this.recursive.set(name, words);
    return name;
  }

  /** The lines of an object: its fields, and what any other key holds. @param {ts.Type} type @param {number} depth @returns {string[]} */
  content(type, depth) {
    const indexes = this.#checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, type: value, isReadonly: fixed }) =>
          `${INDENT.repeat(depth)}${fixed ? "readonly " : ""}[key: ${this.type(keyType, depth)}]: ${this.type(value, depth)};`,
      );
    return [...this.fields(this.#checker.getPropertiesOfType(type), depth), ...indexes];
  }

  /**
   * The fields of an object, each with its description. A field without one gets that of the same field in `others`.
   * @param {readonly ts.Symbol[]} fields @param {number} depth @param {readonly ts.Symbol[]} others
   */
  fields(fields, depth, others = []) {
    return fields.map((field) => {
      const type = this.#checker.getTypeOfSymbol(field);
      const isOptional = Boolean(field.flags & ts.SymbolFlags.Optional);
      const name = `${isReadonly(field) ? "readonly " : ""}${nameOfKey(field.getName())}${isOptional ? "?" : ""}`;
      const text =
        field.flags & ts.SymbolFlags.Method
          ? this.methods(nameOfKey(field.getName()), type.getCallSignatures(), depth)
          : `${name}: ${this.type(type, depth)};`;
      const other = others.find((candidate) => candidate.getName() === field.getName());
      const comment = this.comment(field, depth) || (other === undefined ? "" : this.comment(other, depth));
      return `${comment}${INDENT.repeat(depth)}${text}`;
    });
  }

  /** @param {string} name @param {readonly ts.Signature[]} signatures @param {number} depth @param {string} [returns] */
  methods(name, signatures, depth, returns) {
    return signatures
      .map((signature) => {
        const result = returns ?? this.type(signature.getReturnType(), depth);
        return `${name}(${this.parameters(signature, depth)}): ${result};`;
      })
      .join(`\n${INDENT.repeat(depth)}`);
  }

  /** @param {ts.Signature} signature @param {number} depth */
  parameters(signature, depth) {
    return signature.parameters.flatMap((parameter) => this.#parameter(parameter, depth)).join(", ");
  }

  /** @param {ts.Symbol} symbol @param {number} depth */
  comment(symbol, depth) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    const examples = symbol
      .getJsDocTags(this.#checker)
      .filter(({ name }) => name === "example")
      .map((tag) => `@example\n${ts.displayPartsToString(tag.text)}`);
    const lines = [text, ...examples]
      .filter((part) => part !== "")
      .join("\n\n")
      .split("\n");
    const indent = INDENT.repeat(depth);
    if (text === "") {
      return "";
    }
    return lines.length === 1
      ? `${indent}/** ${lines[0]} */\n`
      : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
  }

  /** The type by its name in a library that users also have. @param {ts.Type} type @param {number} depth */
  #aliased(type, depth) {
    const { aliasSymbol, aliasTypeArguments = [] } = type;
    if (aliasSymbol === undefined) {
      return undefined;
    }
    if (isOf(aliasSymbol, "@pulumi/pulumi")) {
      return this.#applied(`pulumi.${aliasSymbol.getName()}`, aliasTypeArguments, depth);
    }
    return undefined;
  }

  /** @param {ts.Type} type @param {number} depth @returns {string} */
  #structure(type, depth) {
    if (type.isStringLiteral()) {
      return JSON.stringify(type.value);
    }
    if (type.isNumberLiteral()) {
      return String(type.value);
    }
    if (type.isUnion()) {
      return this.#union(type, depth);
    }
    if (type.isIntersection()) {
      return this.#object(type, depth);
    }
    if (!(type.flags & ts.TypeFlags.Object)) {
      return this.#checker.typeToString(type);
    }
    if (this.#checker.isTupleType(type)) {
      return `[${this.#arguments(type)
        .map((each) => this.type(each, depth))
        .join(", ")}]`;
    }
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#arguments(type);
      const words = item === undefined ? "unknown" : this.type(item, depth);
      const list = /[ ]/.test(words) && !/^{[^]*}$/.test(words) ? `(${words})[]` : `${words}[]`;
      return type.getSymbol()?.getName() === "ReadonlyArray" ? `readonly ${list}` : list;
    }
    const symbol = type.getSymbol();
    if (symbol === undefined || symbol.getName().startsWith("__")) {
      return this.#object(type, depth);
    }
    if (isOf(symbol, "zod")) {
      return "unknown";
    }
    if (isOf(symbol, "@pulumi/pulumi")) {
      const types = this.#arguments(type);
      // Without fields to reach through it, an `OutputInstance` is the same as an `Output`.
      const isOutput = symbol.getName() === "OutputInstance" && types.every(isPlain);
      return this.#applied(`pulumi.${isOutput ? "Output" : symbol.getName()}`, types, depth);
    }
    if (isForeign(symbol)) {
      if (!this.#isGlobal(symbol)) {
        return "object";
      }
      const name = symbol.getName();
      return this.#applied(
        name,
        this.#arguments(type).slice(0, OF_ONE.includes(name) ? 1 : undefined),
        depth,
      );
    }
    if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) {
      this.mentioned.add(symbol);
      return symbol.getName();
    }
    return this.#object(type, depth);
  }

  /** @param {ts.UnionType} type @param {number} depth */
  #union(type, depth) {
    // The members as written in the source: an alias among them is not expanded.
    const { origin } = /** @type {{ origin?: ts.Type }} */ (/** @type {unknown} */ (type));
    const members = (origin?.isUnion() === true ? origin.types : type.types).filter(
      (each) => !this.#isMissing(each),
    );
    const words = members.map((member) => this.#member(member, depth));
    if (words.includes("unknown")) {
      return "unknown";
    }
    return [...new Set(withoutBooleans(words))].sort(nothingLast).join(" | ");
  }

  /** Whether this is what TypeScript adds to the type of an optional field. @param {ts.Type} type */
  #isMissing(type) {
    return (type.flags & ts.TypeFlags.Undefined) !== 0 && type !== this.#checker.getUndefinedType();
  }

  /** @param {ts.Type} member @param {number} depth */
  #member(member, depth) {
    const words = this.type(member, depth);
    return words.includes("=>") && !words.startsWith("{") ? `(${words})` : words;
  }

  /** @param {ts.Type} type @param {number} depth */
  #object(type, depth) {
    const [call] = type.getCallSignatures();
    if (call !== undefined && this.#checker.getPropertiesOfType(type).length === 0) {
      return `(${this.parameters(call, depth)}) => ${this.type(call.getReturnType(), depth)}`;
    }
    const lines = this.content(type, depth + 1);
    return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${INDENT.repeat(depth)}}`;
  }

  /** One or, for a rest parameter that is a tuple, each of its elements. @param {ts.Symbol} parameter @param {number} depth @returns {string[]} */
  #parameter(parameter, depth) {
    const type = this.#checker.getTypeOfSymbol(parameter);
    const declaration =
      parameter.valueDeclaration && ts.isParameter(parameter.valueDeclaration)
        ? parameter.valueDeclaration
        : undefined;
    const isRest = declaration?.dotDotDotToken !== undefined;
    if (isRest && this.#checker.isTupleType(type)) {
      const { target } = /** @type {ts.TupleTypeReference} */ (type);
      return this.#arguments(type).map((element, index) => {
        const label = target.labeledElementDeclarations?.[index]?.name.getText() ?? `argument${index}`;
        const isOptional = target.elementFlags[index] === ts.ElementFlags.Optional;
        return parameterOf(label, this.type(element, depth), isOptional);
      });
    }
    const isOptional = (declaration?.questionToken ?? declaration?.initializer) !== undefined;
    // A parameter that is taken apart at once has no name.
    const name = declaration && ts.isIdentifier(declaration.name) ? parameter.getName() : "options";
    return [parameterOf(`${isRest ? "..." : ""}${name}`, this.type(type, depth), isOptional)];
  }

  /** Whether every Node program knows the type by its name. undici uses such names too, but users need not know it. @param {ts.Symbol} symbol */
  #isGlobal(symbol) {
    return this.#checker.resolveName(symbol.getName(), undefined, ts.SymbolFlags.Type, false) === symbol;
  }

  /** @param {ts.Type} type @returns {readonly ts.Type[]} */
  #arguments(type) {
    return this.#checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
  }

  /** @param {string} name @param {readonly ts.Type[]} types @param {number} depth */
  #applied(name, types, depth) {
    return types.length === 0 ? name : `${name}<${types.map((each) => this.type(each, depth)).join(", ")}>`;
  }
}

/** Whether a package declares it. @param {ts.Symbol} symbol @param {string} name */
export function isOf(symbol, name) {
  return (
    symbol.declarations?.some((node) => node.getSourceFile().fileName.includes(`/node_modules/${name}/`)) ===
    true
  );
}

/** Whether it comes from a package. @param {ts.Symbol} symbol */
export function isForeign(symbol) {
  return (
    symbol.declarations?.every((node) => node.getSourceFile().fileName.includes("/node_modules/")) === true
  );
}

/** @param {string} name @param {string} words @param {boolean} isOptional */
function parameterOf(name, words, isOptional) {
  return isOptional ? `${name}?: ${words.replace(/ \| undefined$/, "")}` : `${name}: ${words}`;
}

/** @param {ts.Symbol} field */
function isReadonly(field) {
  const isAccessor = (field.flags & ts.SymbolFlags.Accessor) !== 0;
  if (isAccessor) {
    return (field.flags & ts.SymbolFlags.SetAccessor) === 0;
  }
  const { links } = /** @type {{ links?: { checkFlags?: number } }} */ (/** @type {unknown} */ (field));
  const CHECK_FLAG_READONLY = 8;
  return (
    ((links?.checkFlags ?? 0) & CHECK_FLAG_READONLY) !== 0 ||
    (field.declarations ?? []).some(
      (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0,
    )
  );
}

/** @param {ts.Type} type @returns {boolean} */
function isPlain(type) {
  return type.isUnion() ? type.types.every(isPlain) : (type.flags & ts.TypeFlags.Object) === 0;
}

/** @param {string} key */
function nameOfKey(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** @param {readonly string[]} words */
function withoutBooleans(words) {
  return words.includes("true") && words.includes("false")
    ? [...words.filter((word) => word !== "true" && word !== "false"), "boolean"]
    : words;
}

/** @param {string} left @param {string} right */
function nothingLast(left, right) {
  return NOTHING.indexOf(left) - NOTHING.indexOf(right);
}
