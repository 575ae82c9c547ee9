import { z } from "zod";
import type { $ZodTypes } from "zod/v4/core";
import { accepts, flatten } from "../../provider/http/secrets/schema-shape";

const kindsOf = (schema: z.ZodType): readonly $ZodTypes[] => flatten([schema]).kinds;

describe("the kinds of value that a schema describes", () => {
  it.each<[string, z.ZodType, unknown, boolean[]]>([
    ["a text", z.string(), "a", [true]],
    ["another kind", z.string(), 5, [false]],
    ["one of two", z.union([z.string(), z.number()]), 5, [false, true]],
    ["anything", z.unknown(), "a", [false]],
    ["anything at all", z.any(), 5, [false]],
    ["one of a few", z.literal(["a", "b"]), "b", [true]],
    ["none of a few", z.literal(["a", "b"]), "c", [false]],
  ])("accept %s, or do not", (_name, schema, value, expected) => {
    expect(kindsOf(schema).map((kind) => accepts(kind, value))).toEqual(expected);
  });

  it("are each named once, however often a schema is among the alternatives", () => {
    const shared = z.string();
    expect(kindsOf(z.union([shared, shared.optional(), z.nullable(shared)]))).toEqual([shared]);
  });
});
