import { z, type ZodType } from "zod";
import { redact, secret, secretsIn } from "../../provider/http";

const code = secret(z.number().int());
const tree: ZodType = z.lazy(() => z.object({ pin: secret(z.string()), next: tree.optional() }));

const chain: ZodType = z.lazy(() => z.union([z.string(), chain]));

const table: readonly [name: string, schema: ZodType, value: unknown, shown: unknown, secrets: string[]][] = [
  ["a leaf", secret(z.string()), "hunter2", "[secret]", ["hunter2"]],
  ["a number", code, 482913, "[secret]", ["482913"]],
  ["zero", code, 0, "[secret]", ["0"]],
  ["a set, as a list", z.set(z.object({ code })), [{ code: 11 }], [{ code: "[secret]" }], ["11"]],
  ["a map, as an object", z.map(z.string(), code), { a: 11 }, { a: "[secret]" }, ["11"]],
  ["whether something succeeds", z.success(code), true, "[secret]", []],
  ["what is no longer optional", z.nonoptional(code.optional()), 1234, "[secret]", ["1234"]],
  ["what is awaited", z.promise(code), 1234, "[secret]", ["1234"]],
  ["an empty text", secret(z.string()), "", "[secret]", []],
  ["null is no secret", secret(z.string().nullable()), null, null, []],
  ["an absent secret is none", z.object({ code: code.optional() }), { code: undefined }, {}, []],
  ["null where nothing is secret", z.object({ a: z.string().nullable() }), { a: null }, { a: null }, []],
  ["optional", z.object({ code: code.optional() }), { code: 1234 }, { code: "[secret]" }, ["1234"]],
  ["nullable", z.object({ code: code.nullable() }), { code: 1234 }, { code: "[secret]" }, ["1234"]],
  ["default", z.object({ code: code.default(1) }), { code: 1234 }, { code: "[secret]" }, ["1234"]],
  ["readonly, catch, prefault", code.readonly().catch(1).prefault(2), 1234, "[secret]", ["1234"]],
  ["a check added after the mark", secret(z.string()).min(2).max(9), "hunter2", "[secret]", ["hunter2"]],
  [
    "a description added after the mark",
    secret(z.string()).describe("pin"),
    "hunter2",
    "[secret]",
    ["hunter2"],
  ],
  [
    "a refinement added after the mark",
    secret(z.string()).refine(() => true),
    "hunter2",
    "[secret]",
    ["hunter2"],
  ],
  ["a transform after the mark", secret(z.string()).transform(Number), "1234", "[secret]", ["1234"]],
  ["a pipe into the mark", z.coerce.string().pipe(secret(z.string())), "1234", "[secret]", ["1234"]],
  ["a preprocess before the mark", z.preprocess(String, secret(z.string())), "1234", "[secret]", ["1234"]],
  [
    "a partial object",
    z.object({ name: z.string(), code }).partial(),
    { name: "Cleaner", code: 482913 },
    { name: "Cleaner", code: "[secret]" },
    ["482913"],
  ],
  [
    "an extended object",
    z.object({ code }).extend({ name: z.string() }),
    { name: "Cleaner", code: 482913 },
    { name: "Cleaner", code: "[secret]" },
    ["482913"],
  ],
  [
    "a list",
    z.array(z.object({ code })),
    [{ code: 11 }, { code: 22 }],
    [{ code: "[secret]" }, { code: "[secret]" }],
    ["11", "22"],
  ],
  [
    "a record",
    z.record(z.string(), secret(z.string())),
    { a: "x1", b: "x2" },
    { a: "[secret]", b: "[secret]" },
    ["x1", "x2"],
  ],
  [
    "secret names of a record",
    z.record(secret(z.string()), z.boolean()),
    { k1: true },
    { "[secret]": true },
    ["k1"],
  ],
  [
    "a tuple",
    z.tuple([z.string(), code]).rest(secret(z.string())),
    ["a", 1234, "x", "y"],
    ["a", "[secret]", "[secret]", "[secret]"],
    ["1234", "x", "y"],
  ],
  [
    "a union",
    z.union([z.object({ code }), z.object({ name: z.string() })]),
    { name: "a", code: 1234 },
    { name: "a", code: "[secret]" },
    ["1234"],
  ],
  [
    "a union in doubt",
    z.union([z.object({ value: secret(z.string()) }), z.object({ value: z.string() })]),
    { value: "hunter2" },
    { value: "[secret]" },
    ["hunter2"],
  ],
  [
    "a discriminated union",
    z.discriminatedUnion("type", [z.object({ type: z.literal(13), code }), z.object({ type: z.literal(0) })]),
    { type: 13, code: 482913 },
    { type: 13, code: "[secret]" },
    ["482913"],
  ],
  [
    "an intersection",
    z.object({ a: z.string() }).and(z.object({ b: code })),
    { a: "x", b: 1234 },
    { a: "x", b: "[secret]" },
    ["1234"],
  ],
  [
    "a schema within itself",
    tree,
    { pin: "p1", next: { pin: "p2" } },
    { pin: "[secret]", next: { pin: "[secret]" } },
    ["p1", "p2"],
  ],
  ["a schema that is one of its own alternatives", chain, "a", "a", []],
  [
    "a whole object",
    secret(z.object({ a: z.string(), b: z.array(z.number()) })),
    { a: "x", b: [1, 2] },
    "[secret]",
    ["x", "1", "2"],
  ],
  ["secret and of any form", secret(z.unknown()), { deep: ["x"] }, "[secret]", ["x"]],
  [
    "an unknown field",
    z.object({ a: z.string() }),
    { a: "x", b: "hunter2" },
    { a: "x", b: "[unknown field]" },
    [],
  ],
  [
    "an unknown field of a loose object",
    z.looseObject({ a: z.string() }),
    { a: "x", b: { c: 1 } },
    { a: "x", b: "[unknown field]" },
    [],
  ],
  ["an unknown list", z.object({}), { b: ["hunter2"] }, { b: "[unknown field]" }, []],
  [
    "a field of any form",
    z.object({ a: z.unknown(), b: z.any() }),
    { a: "x", b: 1 },
    { a: "[unknown field]", b: "[unknown field]" },
    [],
  ],
  [
    "another type than declared",
    z.object({ a: z.string(), b: z.number() }),
    { a: { pin: "x" }, b: "hunter2" },
    { a: "[unknown field]", b: "[unknown field]" },
    [],
  ],
  [
    "a number for a text, and a text for what is true or false",
    z.object({ a: z.string(), b: z.boolean() }),
    { a: 482913, b: "hunter2" },
    { a: "[unknown field]", b: "[unknown field]" },
    [],
  ],
  [
    "texts of other kinds",
    z.object({ a: z.templateLiteral(["floor ", z.number()]), b: z.date() }),
    { a: "floor 3", b: "2026-01-05" },
    { a: "floor 3", b: "2026-01-05" },
    [],
  ],
  [
    "true beside a secret of the same word",
    z.object({ on: z.boolean(), password: secret(z.string()) }),
    { on: true, password: "true" },
    { on: true, password: "[secret]" },
    ["true"],
  ],
  ["a list where an object was declared", z.object({ a: z.string() }), ["hunter2"], "[unknown field]", []],
  [
    "an undeclared value of an enum",
    z.object({ a: z.enum(["x"]), b: z.enum(["y"]) }),
    { a: "x", b: "hunter2" },
    { a: "x", b: "[unknown field]" },
    [],
  ],
  [
    "fields that every object inherits",
    z.object({}),
    { constructor: "x", toString: "y" },
    { constructor: "[unknown field]", toString: "[unknown field]" },
    [],
  ],
  [
    "a secret repeated in a text beside it",
    z.object({ name: z.string(), code }),
    { name: "Code 482913", code: 482913 },
    { name: "Code [secret]", code: "[secret]" },
    ["482913"],
  ],
  [
    "a secret repeated in a number beside it",
    z.object({ id: z.number(), code }),
    { id: 482913, code: 482913 },
    { id: "[secret]", code: "[secret]" },
    ["482913"],
  ],
  [
    "a secret repeated in an unknown name",
    z.object({ code }),
    { 482913: 1, code: 482913 },
    { "[secret]": "[unknown field]", code: "[secret]" },
    ["482913"],
  ],
];

describe("redaction by schema", () => {
  it.each(table)("%s", (_name, schema, value, shown, secrets) => {
    const before = JSON.stringify(value);
    expect(redact(schema, value)).toEqual(shown);
    expect(secretsIn(schema, value).sort()).toEqual([...secrets].sort());
    expect(JSON.stringify(value)).toBe(before);
  });

  it("shows nothing without a schema", () => {
    expect(redact(undefined, { a: 1 })).toBe("[no schema]");
    expect(redact(undefined, undefined)).toBeUndefined();
    expect(secretsIn(undefined, { a: 1 })).toEqual([]);
  });

  it("finds a secret of any size", () => {
    expect(secretsIn(secret(z.bigint()), 12345678901234567890n)).toEqual(["12345678901234567890"]);
  });

  it("keeps a field called __proto__ a field", () => {
    const shown = redact(z.object({}), JSON.parse('{"__proto__":{"pin":"hunter2"}}')) as object;
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(JSON.stringify(shown)).toBe('{"__proto__":"[unknown field]"}');
  });

  it("marks a copy, not the schema that others use too", () => {
    const shared = z.string();
    const schema = z.object({ name: shared, password: secret(shared) });
    expect(redact(schema, { name: "a", password: "hunter2" })).toEqual({ name: "a", password: "[secret]" });
  });

  it("hides secrets of elsewhere too", () => {
    expect(redact(z.string(), "sent with demo-token", ["demo-token"])).toBe("sent with [secret]");
  });

  it("is quick on a list of thousands of codes", () => {
    const list = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Guest ${id}`, code: 100_000 + id }));
    const began = performance.now();
    redact(z.array(z.object({ id: z.number(), name: z.string(), code })), list);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
