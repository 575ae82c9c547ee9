import type {
  Json,
  Lock,
  Loop,
  Program,
  Resource,
  SecretPlace,
  SourceFile,
  Statement,
  Value,
} from "../model";
import { valuesIn } from "../model";
import {
  broken,
  choice,
  type Doc,
  group,
  hardLine,
  ifBroken,
  indent,
  join,
  layout,
  line,
  softLine,
  widthOf,
} from "./layout";
import { keyLiteral, numberLiteral, textLiteral } from "./literals";

/** The files of a program, by name. */
export type Files = ReadonlyMap<string, string>;

/** The names that a program uses itself. No resource or lock may be called that. */
export const namesOfProgram: readonly string[] = [
  "accountUserId",
  "codeOf",
  "config",
  "locks",
  "name",
  "pulumi",
  "resource",
  "secretOf",
  "smartlock",
  "users",
];

/** Files that are always called that. */
export const filesOfProgram: readonly string[] = ["index", "locks", "secrets"];

/** Writes a program in TypeScript, formatted as Prettier does. */
export function writeTypeScript(program: Program): Files {
  const places = new Map<Resource, SourceFile>(
    program.files.flatMap((file) =>
      file.statements.flatMap((one) => (one.is === "resource" ? [[one, file] as const] : [])),
    ),
  );
  const texts = program.files.map((file) => [`${file.name}.ts`, sourceFile(file, places)] as const);
  const helpers = secretFile(program);
  return new Map([
    ["index.ts", indexFile(program)],
    ...(program.locks.length === 0 ? [] : [["locks.ts", lockFile(program.locks)] as const]),
    ...(helpers === undefined ? [] : [["secrets.ts", helpers] as const]),
    ...texts,
  ]);
}

function indexFile({ files }: Program): string {
  const imports = files.map(({ name }) => `import ${textLiteral(`./${name}`)};\n`);
  return imports.length === 0 ? "export {};\n" : imports.join("");
}

function lockFile(locks: readonly Lock[]): string {
  const declared = locks.map(({ variable, name, smartlockId }) => {
    const fields: Doc[] = [
      ...(name === undefined ? [] : [field("name", textLiteral(name))]),
      field("smartlockId", numberLiteral(smartlockId)),
    ];
    return [`export const ${variable} = `, flatRecord(fields), ";"];
  });
  const about = "/** The locks. Nothing here manages them: their names are only for the reader. */";
  return `${layout([about, hardLine, hardLine, join(hardLine, declared)])}\n`;
}

/** Where each resource is. */
type Places = ReadonlyMap<Resource, SourceFile>;

/** What a value needs to know of the place where it is written. */
interface Scope {
  readonly file: SourceFile;
  readonly places: Places;
  /** In a loop, each row has its own secrets. */
  readonly isInLoop: boolean;
}

function sourceFile(file: SourceFile, places: Places): string {
  const values = file.statements.flatMap(valuesIn);
  const secrets = values.flatMap((value) => (value.is === "secret" ? [value.secret.in] : []));
  const hasPassword = secrets.includes("password");
  const helpers = [
    ...(secrets.includes("codes") ? ["codeOf"] : []),
    ...(secrets.includes("texts") ? ["secretOf"] : []),
  ];
  const imports: Doc[] = [
    ...(hasPassword ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as smartlock from "pulumi-smartlock";',
    ...(values.some(({ is }) => is === "lock") ? ['import * as locks from "./locks";'] : []),
    ...importOf(helpers, "secrets"),
    ...importsFromOthers(file, values, places),
  ];
  const config: Doc[] = hasPassword ? [hardLine, hardLine, "const config = new pulumi.Config();"] : [];
  const scope = { file, places, isInLoop: false };
  const statements = file.statements.flatMap((one) => [hardLine, hardLine, statement(one, scope)]);
  return `${layout([`/** ${file.about} */`, hardLine, join(hardLine, imports), config, statements])}\n`;
}

function importsFromOthers(file: SourceFile, values: readonly Value[], places: Places): Doc[] {
  const taken = new Map<SourceFile, Set<string>>();
  for (const value of values) {
    const from = value.is === "resource" ? places.get(value.of) : undefined;
    if (value.is === "resource" && from !== undefined && from !== file) {
      taken.set(from, (taken.get(from) ?? new Set<string>()).add(variableOf(value.of)));
    }
  }
  return [...taken]
    .sort(([left], [right]) => (left.name < right.name ? -1 : 1))
    .flatMap(([from, names]) =>
      from.prefix === undefined
        ? importOf([...names].sort(), from.name)
        : [`import * as ${from.prefix} from ${textLiteral(`./${from.name}`)};`],
    );
}

function importOf(names: readonly string[], from: string): Doc[] {
  const end = ` from ${textLiteral(`./${from}`)};`;
  const [only = "", ...others] = names;
  if (names.length === 0) {
    return [];
  }
  return others.length === 0
    ? [`import { ${only} }${end}`]
    : [["import ", group("{", indent(line, join([",", line], names)), ifBroken(","), line, "}"), end]];
}

function statement(one: Statement, scope: Scope): Doc {
  return one.is === "loop" ? loop(one, scope) : resource(one, scope);
}

function resource({ type, name, fields, variable }: Resource, scope: Scope): Doc {
  const start = variable === undefined ? "" : `export const ${variable} = `;
  const record = expanded(fields.map((one) => field(one.name, value(one.value, scope))));
  return [start, call(type, textLiteral(name), record), ";"];
}

function call(type: string, name: Doc, record: Doc): Doc {
  return [
    `new smartlock.${type}`,
    choice(
      ["(", name, ", ", record, ")"],
      ["(", indent(hardLine, name, ",", hardLine, record, ","), hardLine, ")"],
    ),
  ];
}

/** Each row has the name of its resource, which also finds its secrets. */
function loop({ type, rows, fields }: Loop, scope: Scope): Doc {
  const varying = fields.flatMap((one) => (one.value === undefined ? [one.name] : []));
  const isPlain = varying.length === 0;
  const items = rows.map((row) =>
    isPlain
      ? textLiteral(row.name)
      : flatRecord([
          field("resource", textLiteral(row.name)),
          ...row.fields.map((one) => field(one.name, value(one.value, scope))),
        ]),
  );
  const list: Doc = isPlain
    ? group("[", indent(softLine, join([",", line], items)), ifBroken(","), softLine, "]")
    : broken("[", indent(hardLine, join([",", hardLine], items), ","), hardLine, "]");
  const record = expanded(
    fields.map((one) =>
      one.value === undefined ? one.name : field(one.name, value(one.value, { ...scope, isInLoop: true })),
    ),
  );
  return [
    "for (const ",
    isPlain ? "resource" : `{ ${["resource", ...varying].join(", ")} }`,
    " of ",
    list,
    ") {",
    indent(hardLine, call(type, "resource", record), ";"),
    hardLine,
    "}",
  ];
}

function expanded(fields: readonly Doc[]): Doc {
  return fields.length === 0
    ? "{}"
    : broken("{", indent(hardLine, join([",", hardLine], fields), ","), hardLine, "}");
}

/** On one line, if it fits there. */
function flatRecord(fields: readonly Doc[]): Doc {
  return group("{", indent(line, join([",", line], fields)), ifBroken(","), line, "}");
}

/** A text that is too long for the rest of the line begins on the next one. */
function field(name: string, text: Doc): Doc {
  const key = keyLiteral(name);
  const isText = typeof text === "string" && /^["']/.test(text);
  return isText && widthOf(key) > SHORT_KEY ? group(`${key}:`, indent(line, text)) : [`${key}: `, text];
}

/** Nothing would be won by breaking after such a key. */
const SHORT_KEY = 4;

function value(given: Value, scope: Scope): Doc {
  switch (given.is) {
    case "plain":
      return json(given.value);
    case "list":
      return listOf(given.items.map((item) => value(item, scope)));
    case "record":
      return expanded(given.fields.map((one) => field(one.name, value(one.value, scope))));
    case "lock":
      return `locks.${given.lock.variable}`;
    case "resource":
      return reference(given.of, given.property, scope);
    case "secret":
      return secretValue(given.secret, scope);
  }
}

function reference(of: Resource, property: string | undefined, { file, places }: Scope): string {
  const from = places.get(of);
  const prefix = from === undefined || from === file ? undefined : from.prefix;
  return [prefix, variableOf(of), property].filter((part) => part !== undefined).join(".");
}

function secretValue({ in: place, key }: SecretPlace, { isInLoop }: Scope): string {
  const name = isInLoop ? "resource" : textLiteral(key);
  switch (place) {
    case "codes":
      return `codeOf(${name})`;
    case "texts":
      return `secretOf(${name})`;
    case "password":
      return `config.requireSecret(${name})`;
  }
}

function json(given: Json): Doc {
  if (typeof given === "string") {
    return textLiteral(given);
  }
  if (typeof given === "number") {
    return numberLiteral(given);
  }
  if (given === null || typeof given === "boolean") {
    return String(given);
  }
  if (isJsonList(given)) {
    const isNumbers = given.length > 1 && given.every((item) => typeof item === "number");
    return isNumbers ? numbers(given.map(numberLiteral)) : listOf(given.map(json), given);
  }
  return expanded(Object.entries(given).map(([name, inner]) => field(name, json(inner))));
}

function numbers(items: readonly string[]): Doc {
  const parts = items.map((item, index) => (index === items.length - 1 ? item : `${item},`));
  return group("[", indent(softLine, { is: "fill", parts }), softLine, "]");
}

/** A list of lists or of objects has a line for each. */
function listOf(items: readonly Doc[], given: readonly Json[] = []): Doc {
  if (items.length === 0) {
    return "[]";
  }
  const sizes = given.map((item) =>
    typeof item !== "object" || item === null ? 0 : Object.keys(item).length,
  );
  const areLists = given.every(isJsonList);
  const areRecords = given.every((item) => typeof item === "object" && item !== null && !isJsonList(item));
  const isLong = given.length > 1 && sizes.every((size) => size > 1) && (areLists || areRecords);
  const doc: Doc[] = ["[", indent(softLine, join([",", line], items)), ifBroken(","), softLine, "]"];
  return isLong ? broken(...doc) : group(...doc);
}

function isJsonList(given: Json): given is readonly Json[] {
  return Array.isArray(given);
}

function variableOf({ variable, name }: Resource): string {
  if (variable === undefined) {
    throw new Error(`The program refers to ${name}, which has no variable.`);
  }
  return variable;
}

/** The functions that find a secret of a resource in the configuration of the stack. */
function secretFile({ files }: Program): string | undefined {
  const values = files.flatMap((file) => file.statements.flatMap(valuesIn));
  const places = new Set(values.flatMap((one) => (one.is === "secret" ? [one.secret.in] : [])));
  const parts = [...(places.has("codes") ? [CODES] : []), ...(places.has("texts") ? [TEXTS] : [])];
  return parts.length === 0 ? undefined : [SECRETS, ...parts].join("\n");
}

const SECRETS = `/** The secrets, from the configuration of the stack, where they are encrypted. */
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
`;

const CODES = `const codes = config.requireSecretObject<Record<string, number>>("codes");

/** The code of a grant, by the name of its resource. */
export function codeOf(name: string): pulumi.Output<number> {
  return codes.apply((all) => {
    const code = all[name];
    if (code === undefined) {
      throw new Error(\`The setting "codes" has no code for \${name}.\`);
    }
    return code;
  });
}
`;

const TEXTS = `const texts = config.requireSecretObject<Record<string, string>>("secrets");

/** Another secret, by the name of its resource and of its field. */
export function secretOf(name: string): pulumi.Output<string> {
  return texts.apply((all) => {
    const text = all[name];
    if (text === undefined) {
      throw new Error(\`The setting "secrets" has none for \${name}.\`);
    }
    return text;
  });
}
`;
