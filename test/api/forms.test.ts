import { authorizationId, date, email, httpsUrl, rule } from "../../provider/api/fields";
import { authorizationCreate, authorizationUpdate } from "../../provider/api/authorization-fields";
import { describeIssues, sayMissing } from "../../provider/api/problems";
import { z } from "zod";

const id = "5f1a2b3c4d5e6f7081920a0b";

describe("the form of", () => {
  it.each([
    [
      "an authorization's id",
      authorizationId,
      [id, id.toUpperCase()],
      [`${id}0`, `0${id}`, `${id}/`, "", "12"],
    ],
    [
      "an e-mail address",
      email,
      ["a@b", "a.b@example.com"],
      [" a@b", "a@b ", "a@b@c", "a", "@b", "a@", "a b@c"],
    ],
    [
      "a URL",
      httpsUrl,
      ["https://example.com/hook"],
      ["http://example.com/", "httpss://example.com/", "xhttps://example.com/", "example.com"],
    ],
    [
      "a date",
      date,
      ["2026-09-22T12:00:00Z", "2026-09-22T12:00:00+02:00"],
      ["2026-09-22T12:00:00", "2026-09-22", "tomorrow"],
    ],
  ])("%s", (_what, schema, right, wrong) => {
    expect(right.filter((value) => !schema.safeParse(value).success)).toEqual([]);
    expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
  });
});

describe("a rule between fields", () => {
  const schema = z
    .strictObject({ a: z.number() })
    .refine((value: { a?: unknown }) => value.a !== 7, rule("a", "must not be 7"));

  it.each([
    [{ a: 7 }, ["must not be 7"]],
    [{ a: 7, b: 1 }, ["must not be 7"]],
    [{ a: 1 }, []],
  ])("is asked of %j", (given, told) => {
    const issues = schema.safeParse(given).error?.issues ?? [];
    const said = issues.filter(({ code }) => code === "custom");
    expect(said.map(({ message }) => message)).toEqual(told);
    said.forEach(({ path }) => expect(path).toEqual(["a"]));
  });

  it.each([null, undefined, 7, "text"])("is not asked of what has no fields: %j", (given) => {
    const refuse = z.any().refine(() => false, rule("a", "never"));
    expect(refuse.safeParse(given).success).toBe(true);
  });
});

describe("the name of a keypad code", () => {
  const grant = { remoteAllowed: false, type: 13, code: 482913 } as const;

  it.each([
    [20, true],
    [21, false],
  ])("of %i characters is taken: %s", (length, taken) => {
    const name = "n".repeat(length);
    expect(authorizationCreate.safeParse({ ...grant, name }).success).toBe(taken);
    expect(authorizationUpdate.safeParse({ name, code: 482913 }).success).toBe(taken);
    expect(authorizationUpdate.safeParse({ name }).success).toBe(true);
  });

  it("is not asked for where it is no text: its own mistake is told alone", () => {
    const issues = authorizationCreate.safeParse({ ...grant, name: 7 }).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join("."))).toEqual(["name"]);
  });

  it.each([null, undefined])("a code that is %s is none", (code) => {
    const issues = authorizationCreate.safeParse({ ...grant, name: "A", code }).error?.issues ?? [];
    expect(issues.map(({ message }) => message)).toContain(
      "an authorization of type 13 (keypad code) needs a code",
    );
  });
});

describe("a problem", () => {
  const issue = (path: PropertyKey[]) => ({ code: "custom", path, message: "is wrong", input: 1 }) as const;

  it.each([
    [[], 0, "body: is wrong"],
    [["name"], 0, "body.name: is wrong"],
    [["name"], 500, "body.name: is wrong"],
    [[3, "name"], 0, "body[3].name: is wrong"],
    [[3, "list", 4], 500, "body[503].list[4]: is wrong"],
  ])("at %j from %i is told as %s", (path, from, told) => {
    expect(describeIssues([issue(path)], "body", from)).toEqual([told]);
  });

  it("says missing where nothing was given, and nothing of its own else", () => {
    const said = (code: string, input: unknown) =>
      sayMissing({ code, input, expected: "string" } as unknown as z.core.$ZodRawIssue);
    expect(said("invalid_type", undefined)).toBe("missing, expected string");
    expect(said("invalid_type", null)).toBeUndefined();
    expect(said("invalid_type", 7)).toBeUndefined();
    expect(said("too_small", undefined)).toBeUndefined();
  });
});
