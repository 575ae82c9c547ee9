import { z } from "zod";
import { canonical } from "../../provider/engine/values/equality";
import { explainIssue } from "../../provider/engine/messages/explain";
import { Kind } from "../../provider/engine/kind/kind";
import { migrate } from "../../provider/engine/kind/migrate";
import { numberPart, splitId } from "../../provider/engine/kind/ids";
import { Preflight } from "../../provider/engine/kind/preflight";
import { propertyPath, valueAt } from "../../provider/engine/values/property-path";
import { isPendingHandle } from "../../provider/engine/kind/ids";
import type { Session } from "../../provider/engine/run/session";
import { LinesError, spokenError, spokenLine } from "../../provider/engine/messages/lines";
import { address } from "../../provider/resources/address";
import { authorization } from "../../provider/resources/authorization/authorization";

/** The text that a person reads, word for word. */
describe("A value that is not accepted", () => {
  const said = (schema: z.ZodType, value: unknown): string[] => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return (error?.issues ?? []).map((issue) => explainIssue(issue, schema));
  };

  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, "is required"],
    [z.string(), 5, "must be text"],
    [z.array(z.string()), 5, "must be a list"],
    [z.boolean(), 5, "must be true or false"],
    [z.int(), 1.5, "must be a whole number"],
    [z.number(), "x", "must be a number"],
    [z.int("must be an id"), "x", "must be an id"],
    [z.boolean(), "1", "must be true or false"],
    [z.number(), "4 5", "must be a number"],
    ...[z.number(), z.int()].map((schema): [z.ZodType, unknown, string] => [
      schema,
      "593847",
      "must be a number, not text. To read it from the configuration, use requireNumber, or requireSecretNumber for a secret",
    ]),
    [z.object({}), 5, "must be an object"],
    [z.record(z.string(), z.string()), 5, "must be an object"],
    [z.date(), 5, "must be date"],
    [z.enum(["a", "b"]), "c", 'must be one of "a", "b"'],
    [z.literal([1, 2]), 3, "must be one of 1, 2"],
    [z.strictObject({}), { x: 1, y: 2 }, "has fields that the service does not know: x, y"],
    [
      z.strictObject({ smartlockId: z.int().optional() }),
      { smartlockID: 1, colour: 2 },
      "has fields that the service does not know: smartlockID, colour. Did you mean smartlockId?",
    ],
    [
      z.array(z.strictObject({ smartlockId: z.int() }).optional()).optional(),
      [{ smartlockId: 1, smartlockid: 1 }],
      "has fields that the service does not know: smartlockid. Did you mean smartlockId?",
    ],
    [
      z.object({ door: z.strictObject({ smartlockId: z.int().optional() }).transform((door) => door) }),
      { door: { smartlockid: 1 } },
      "has fields that the service does not know: smartlockid. Did you mean smartlockId?",
    ],
    [
      z.record(z.string(), z.strictObject({ smartlockId: z.int().optional() })),
      { front: { smartlockid: 1 } },
      "has fields that the service does not know: smartlockid",
    ],
    [z.int(), Number.MAX_SAFE_INTEGER + 1, "is too large"],
    [z.int(), -Number.MAX_SAFE_INTEGER - 1, "is too small"],
    [z.string().max(2, "must be short"), "long", "must be short"],
  ])("is explained: %#", (schema, value, words) => {
    expect(said(schema, value)).toEqual([words]);
  });
});

describe("An id that is not one", () => {
  const parts = { addressId: numberPart, unitId: (text: string) => text };

  it("is quoted with the form that it should have", () => {
    expect(() => splitId("AddressUnit", parts, "5")).toThrow(
      new Error('AddressUnit: the id "5" is not of the form addressId/unitId.'),
    );
    expect(() => numberPart("x")).toThrow(
      new Error('"x" is not an id of the service: a whole number was expected.'),
    );
    expect(() => numberPart("5x")).toThrow("whole number");
    expect(numberPart("0")).toBe(0);
    expect(numberPart("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => numberPart("9007199254740992")).toThrow("whole number");
  });
});

describe("The id of a pending one", () => {
  const kind = new Kind(authorization);
  const handle = "17/pending-0af9";

  it.each([
    [handle, true],
    ["pending-0", true],
    ["17/0af9", false],
    ["17/pending-", false],
    ["17/pending-xyz", false],
    ["17/apending-0af9", false],
    ["17/pending-0af9/5", false],
  ])("%s: %p", (text, expected) => {
    expect(isPendingHandle(text)).toBe(expected);
  });

  it("is what the outputs tell, if they do", () => {
    expect(kind.serviceId("17/5f", {})).toBe("17/5f");
    expect(kind.serviceId(handle, { smartlockId: 17, authorizationId: "5f" })).toBe("17/5f");
    expect(kind.serviceId(handle, { smartlockId: 17 })).toBeUndefined();
    expect(kind.serviceId(handle, { smartlockId: 17, authorizationId: null })).toBeUndefined();
  });
});

describe("canonical", () => {
  it.each<[unknown, string]>([
    [undefined, "null"],
    [null, "null"],
    [{ b: 1, a: 2, none: null, absent: undefined }, '{"a":2,"b":1}'],
    [{ a: 1, b: { c: 2, d: 3 }, e: 4 }, '{"a":1,"b":{"c":2,"d":3},"e":4}'],
    [{ c: 1, a: 2, b: 3 }, '{"a":2,"b":3,"c":1}'],
    [[{ b: 1, a: null }, null], '[{"b":1},null]'],
    ["x", '"x"'],
    [0, "0"],
  ])("%j: %s", (value, text) => {
    expect(canonical(value)).toBe(text);
  });
});

describe("A path of Pulumi", () => {
  it.each([
    ["settings.wifi", ["settings", "wifi"]],
    ['settings["wifi"]', ["settings", "wifi"]],
    ["settings['wifi'].x", ["settings", "wifi", "x"]],
    ["smartlockIds[0]", ["smartlockIds", "0"]],
    ["", []],
  ])("%s", (text, steps) => {
    expect(propertyPath(text)).toEqual(steps);
  });

  it.each<[unknown, string[], unknown]>([
    [{ a: { b: 1 } }, ["a", "b"], 1],
    [{ a: { b: 1 } }, ["a"], { b: 1 }],
    [{ a: { b: 1 } }, [], { a: { b: 1 } }],
    [{ a: { b: 1 } }, ["*", "b"], { a: { b: 1 } }],
    [{ a: 1 }, ["a", "b"], 1],
    [{ a: null }, ["a", "b"], null],
    [{ a: 1 }, ["b"], undefined],
    [{}, ["toString"], undefined],
    [[1, 2], ["1"], 2],
  ])("%j at %j", (value, path, found) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});

describe("Preflight", () => {
  const asked = (
    wanted: Record<string, unknown>,
    applied: Record<string, unknown>,
  ): Preflight<Record<string, unknown>> =>
    new Preflight(undefined as unknown as Session, wanted, applied, () => Promise.resolve(true));

  it("fails what is new or changed, under the name of the first field", () => {
    const preflight = asked({ code: 1, name: "a" }, { code: 1, name: "b" });
    preflight.fail(["code", "name"], "is taken");
    expect(preflight.failures).toEqual([{ field: "code", reason: "is taken" }]);
    expect(preflight.warnings).toEqual([]);
    expect(preflight.isNew).toBe(false);
  });

  it("only warns of what an earlier run has applied", () => {
    const preflight = asked({ code: 1 }, { code: 1, name: "b" });
    preflight.fail(["code"], "is taken");
    expect(preflight.failures).toEqual([]);
    expect(preflight.warnings).toEqual(["code is taken"]);
  });

  it("knows what is new", () => {
    expect(asked({ code: 1 }, {}).isNew).toBe(true);
  });
});

describe("A kind in words", () => {
  const addresses = new Kind(address);
  const grants = new Kind(authorization);

  it("names an object by what may be told of it", () => {
    expect(addresses.label({ name: "Home" })).toBe('Address "Home"');
    expect(addresses.label({})).toBe("Address");
    expect(grants.label({ type: "code", code: 482913, smartlockId: 17 })).toBe("Authorization 17");
    expect(grants.labelOn({ name: "Cleaner" }, { name: "Front door", online: true })).toBe(
      'Authorization "Cleaner" on Front door',
    );
    expect(addresses.object("5")).toBe("Address 5");
  });

  it("tells a value, and of a secret only that there is one", () => {
    expect(addresses.words("name", "Home")).toBe('"Home"');
    expect(addresses.words("name", undefined)).toBe("not set");
    expect(addresses.words("settings", null)).toBe("not set");
    expect(grants.words("code", 482913)).toBe("another value");
    expect(grants.words("allowedFromTime", "08:00")).toBe("08:00");
    expect(grants.words("allowedFromTime", null)).toBe("not set");
  });

  it("knows the secrets of an object", () => {
    expect(grants.secretsIn({ code: 482913, name: "Cleaner" })).toEqual(["482913"]);
    expect(grants.secretsIn({ code: null })).toEqual([]);
  });
});

describe("State of a later release", () => {
  it("is refused, and names both forms", () => {
    expect(() => migrate(address, { __version: 3 })).toThrow(
      new Error(
        "The state was written by a later release of pulumi-smartlock (format 3, this one knows 2). Nothing was changed. " +
          "Install that release or a later one.",
      ),
    );
  });
});

describe("What an error says", () => {
  it.each<[unknown, string]>([
    [new Error("the lock is offline"), "the lock is offline"],
    ["a text", "a text"],
    [
      new TypeError("x is not a function"),
      "This is a mistake in pulumi-smartlock itself: x is not a function. Nothing more was done. Please report it.",
    ],
    [new RangeError("too deep"), expect.stringContaining(" too deep.") as string],
    [new SyntaxError("no JSON"), expect.stringContaining(" no JSON.") as string],
    [new ReferenceError("no x"), expect.stringContaining(" no x.") as string],
    [new LinesError(["one", "two\nthree"]), "one\ntwo\\u000athree"],
  ])("%p", (error, words) => {
    expect(spokenError(error)).toEqual(words);
  });

  it("ends where nobody reads on", () => {
    const line = "x".repeat(7_999);
    expect(new LinesError([line, line]).message).toBe(`${line}\n${line}`);
    expect(new LinesError([line, line, "y", "z"]).message).toBe(`${line}\n${line}\n(2 more)`);
    expect(spokenLine("x".repeat(16_000))).toBe("x".repeat(16_000));
    expect(spokenLine("x".repeat(16_001)).length).toBeLessThanOrEqual(16_001);
    expect(spokenLine("x".repeat(20_000))).not.toBe("x".repeat(20_000));
  });
});
