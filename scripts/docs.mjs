// `npm run docs`: writes docs/resources/*.md, one page per resource, from the doc comments and schemas in
// provider/resources. `npm run docs -- --check` only checks whether the pages are current.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { z } from "zod";
import { exportsOf, programOf, resolved } from "./compiler.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {import("../provider/engine/kind/spec.js").ResourceSpec} ResourceSpec */
/** @typedef {import("../provider/engine/kind/set-spec.js").SetSpec} SetSpec */

const require = createRequire(import.meta.url);
/** @type {unknown} */
const built = require(join(ROOT, "dist", "provider", "resources", "index.js"));
const { registry } = /** @type {{ registry: Record<string, ResourceSpec | SetSpec> }} */ (built);
/** @type {unknown} */
const facts = require(join(ROOT, "dist", "provider", "engine", "kind", "field-facts.js"));
const { fieldsThat } = /** @type {typeof import("../provider/engine/kind/field-facts.js")} */ (facts);

const ENTRY = "provider/index.ts";
const program = programOf(ROOT, [ENTRY]);
const checker = program.getTypeChecker();
const exported = new Map(
  exportsOf(program, join(ROOT, ENTRY)).map((symbol) => [symbol.getName(), resolved(checker, symbol)]),
);

const isCheck = process.argv.includes("--check");
const folder = join(ROOT, "docs", "resources");
const outdated = [];
for (const spec of Object.values(registry)) {
  const file = join(folder, `${fileName(spec.type)}.md`);
  const page = pageOf(spec);
  if (isCheck) {
    if (read(file) !== page) {
      outdated.push(file);
    }
  } else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, page);
  }
}
if (outdated.length > 0) {
  console.error(`Not current, run \`npm run docs\`: ${outdated.join(", ")}`);
  process.exitCode = 1;
} else {
  console.log(`${Object.keys(registry).length} pages ${isCheck ? "are current" : "written"}.`);
}

/** @param {ResourceSpec | SetSpec} spec */
function pageOf(spec) {
  const outputs = descriptions(spec.type);
  const outputTypes = jsonOf(spec.outputs).properties ?? {};
  const secrets = fieldsThat(spec, "isSecret");
  /** @param {string} name */
  const mark = (name) => (secrets.includes(name) ? " (secret)" : "");
  return [
    "<!-- Made by `npm run docs` from provider/resources. Do not edit. -->",
    `# ${spec.type}`,
    spec.docs.summary,
    ...(spec.docs.notes.length === 0 ? [] : [spec.docs.notes.map((note) => `- ${note}`).join("\n")]),
    "## Inputs",
    table(
      ["field", "type", "", "meaning"],
      fieldsOf(jsonOf(spec.inputs), [typeOf(`${spec.type}Args`)]).map(({ path, type, isOptional, text }) => [
        `\`${path}\``,
        words(type),
        `${isOptional ? "" : "required"}${mark(path)}`.trim(),
        text,
      ]),
    ),
    "## Outputs",
    "All inputs, in words, and:",
    table(
      ["field", "type", "", "meaning"],
      [...Object.keys(spec.id), ...Object.keys(spec.outputs.shape)].map((name) => [
        `\`${name}\``,
        outputTypes[name] ? words(outputTypes[name]) : "",
        mark(name).trim(),
        outputs.get(name) ?? "",
      ]),
    ),
    "## Identity, id and replacement",
    `An existing one is recognised by ${spec.docs.identity}. ${idOf(spec)}`,
    replacement(spec),
    "",
  ].join("\n\n");
}

/** @param {ResourceSpec | SetSpec} spec */
function idOf(spec) {
  return "each" in spec
    ? `Its own id is random, so there is no \`${spec.type}.get\`; for import it may be any text without a slash, and the output ` +
        `\`${spec.idsAs}\` names the objects.`
    : `The id for \`${spec.type}.get\` and import is \`${Object.keys(spec.id).join("/")}\`.`;
}

/** @param {ResourceSpec | SetSpec} spec */
function replacement(spec) {
  const fields = fieldsThat(spec, "replaces").map((field) => `\`${field}\``);
  const fixed = fieldsThat(spec, "isFixed").map((field) => `\`${field}\``);
  if (fields.length === 0) {
    return fixed.length === 0
      ? "Every field is changed in place."
      : `A change to ${fixed.join(", ")} is an error. Every other field is changed in place.`;
  }
  const order = spec.createFirst
    ? "the new one is created before the old one is deleted"
    : "the old one is deleted first";
  return `A change to ${fields.join(", ")} replaces it: ${order}.`;
}

/** @typedef {{ path: string, type: JsonType, isOptional: boolean, text: string }} Field */

/**
 * The fields of an object, each with those of the objects that it holds.
 * @param {JsonType} schema
 * @param {readonly ts.Type[]} declared the types that the object has in a program: a value may come in several forms
 * @returns {Field[]}
 */
function fieldsOf({ properties = {} }, declared) {
  const names = Object.keys(properties);
  const holder = declared.find((type) => names.every((name) => type.getProperty(name) !== undefined));
  return Object.entries(properties).flatMap(([name, type]) => {
    const property = holder?.getProperty(name);
    if (property === undefined) {
      throw new Error(`${ENTRY} declares no type with the fields ${names.join(", ")}.`);
    }
    const field = { path: name, type, isOptional: isOptional(property), text: descriptionOf(property) };
    const within = fieldsOf(type.items ?? type, partsOf(checker.getTypeOfSymbol(property)));
    const list = type.items === undefined ? "" : "[]";
    return [field, ...within.map((inner) => ({ ...inner, path: `${name}${list}.${inner.path}` }))];
  });
}

/**
 * The forms of a value, and of the parts of a list.
 * @param {ts.Type} type
 * @returns {ts.Type[]}
 */
function partsOf(type) {
  if (type.isUnion()) {
    return type.types.flatMap(partsOf);
  }
  const items = checker.isArrayLikeType(type)
    ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))
    : [];
  return [type, ...items.flatMap(partsOf)];
}

/** @param {string} name */
function typeOf(name) {
  const symbol = exported.get(name);
  if (symbol === undefined) {
    throw new Error(`${ENTRY} does not export ${name}.`);
  }
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/**
 * Descriptions of the fields of an exported type or class.
 * @param {string} name
 */
function descriptions(name) {
  const properties = checker.getPropertiesOfType(typeOf(name));
  return new Map(properties.map((property) => [property.getName(), descriptionOf(property)]));
}

/**
 * The doc comment of a field: the only place where its description is written.
 * @param {ts.Symbol} property
 */
function descriptionOf(property) {
  return ts.displayPartsToString(property.getDocumentationComment(checker)).replace(/\s+/g, " ");
}

/** @param {ts.Symbol} property */
function isOptional(property) {
  return Boolean(property.flags & ts.SymbolFlags.Optional);
}

/**
 * @param {import("zod").ZodObject} schema
 * @returns {JsonType}
 */
function jsonOf(schema) {
  return /** @type {JsonType} */ (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/**
 * @typedef {{ enum?: unknown[], anyOf?: JsonType[], items?: JsonType, type?: string, properties?: Record<string, JsonType> }} JsonType
 */

/**
 * @param {JsonType} type
 * @returns {string}
 */
function words({ type, enum: values, anyOf, items }) {
  if (values) {
    return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  }
  if (anyOf) {
    return anyOf.map(words).join(" or ");
  }
  return items ? `list of ${words(items)}` : (type ?? "any");
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** @param {string} type */
function fileName(type) {
  return type.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
