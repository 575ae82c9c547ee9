import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPolicies } from "../../../cli/policies/file";

describe("A file of policies", () => {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-policies-"));
  const file = join(folder, "policies.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  function read(content: unknown) {
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return readPolicies(file);
  }

  it("says which rules hold, with their defaults", () => {
    expect(
      read({ rules: { "no-remote-codes": {}, "staff-only-at-night": { from: "22:00", until: "06:30" } } }),
    ).toEqual({
      staff: [],
      rules: {
        "no-remote-codes": { locks: ["*"] },
        "staff-only-at-night": { locks: ["*"], from: 1320, until: 390 },
      },
      allowed: [],
    });
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "rules:", "cannot be read: "],
    ["no rules", {}, "rules: is missing"],
    [
      "an unknown rule",
      { rules: { "guest-code-end": {} } },
      'rules: unknown key "guest-code-end". Did you mean "guest-codes-end"?',
    ],
    ["an unknown key", { rules: {}, stuff: [] }, 'unknown key "stuff". Did you mean "staff"?'],
    [
      "a misspelt option",
      { rules: { "longest-stay": { day: 3 } } },
      'rules.longest-stay: unknown key "day". Did you mean "days"?',
    ],
    [
      "no time",
      { rules: { "staff-only-at-night": { from: "10 pm", until: "06:00" } } },
      'rules.staff-only-at-night.from: must be a time such as "22:00"',
    ],
    ["no days", { rules: { "longest-stay": {} } }, "rules.longest-stay.days: is missing"],
    ["a name instead of a list", { staff: "Anna", rules: {} }, "staff: must be a list"],
    [
      "no lock",
      { rules: { "no-remote-codes": { locks: [] } } },
      "rules.no-remote-codes.locks: must name at least one lock",
    ],
    [
      "an exception without a reason",
      { rules: {}, allowed: [{ rule: "managers", why: "" }] },
      "must say why",
    ],
    [
      "two unknown keys",
      { rules: {}, stuff: [], alowed: [] },
      'unknown key "stuff". Did you mean "staff"?\n  unknown key "alowed". Did you mean "allowed"?',
    ],
    [
      "a night that does not last",
      { rules: { "staff-only-at-night": { from: "22:00", until: "22:00" } } },
      "rules.staff-only-at-night.until: must be another time than from",
    ],
    [
      "an exception from a rule that there is not",
      { rules: {}, allowed: [{ rule: "manager", why: "x" }] },
      'allowed[0].rule: no rule is called "manager". Did you mean "managers"?',
    ],
    [
      "a rule that is no text",
      { rules: {}, allowed: [{ rule: { toString: 1 }, why: "x" }] },
      "allowed[0].rule: must be one of",
    ],
    [
      "a person for a rule about locks",
      { rules: {}, allowed: [{ rule: "every-lock-opens", who: "Anna", why: "x" }] },
      "allowed[0].who: must be left out: the rule every-lock-opens is about locks",
    ],
    [
      "a lock for a rule about people",
      { rules: {}, allowed: [{ rule: "managers", lock: "Office", why: "x" }] },
      "allowed[0].lock: must be left out: the rule managers is about people",
    ],
    [
      "an exception that ends on no day",
      { rules: {}, allowed: [{ rule: "managers", why: "x", until: "soon" }] },
      'allowed[0].until: must be a day such as "2027-03-31"',
    ],
  ])("is refused with %s, in words", (_, content, words) => {
    expect(() => read(content)).toThrow(words);
    expect(() => read(content)).toThrow(file);
  });
});
