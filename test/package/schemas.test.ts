import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RULE_NAMES } from "../../cli/policies/rules";

/** The schemas that come with the package. */
describe("The schema of", () => {
  function schema(name: string): {
    properties: Record<string, { description?: string; properties?: object }>;
  } {
    return JSON.parse(
      readFileSync(join(__dirname, "../../dist/schemas", `${name}.json`), "utf8"),
    ) as ReturnType<typeof schema>;
  }

  it("policies knows every rule, and lets a file name the schema", () => {
    const { properties } = schema("policies");
    expect(Object.keys(properties)).toEqual(["$schema", "staff", "rules", "allowed"]);
    expect(Object.keys(properties["rules"]?.properties ?? {})).toEqual(RULE_NAMES);
  });

  it("a report says what its parts mean", () => {
    const { properties } = schema("report");
    expect(Object.keys(properties)).toEqual(["title", "at", "locks", "access", "findings", "notes"]);
    expect(properties["at"]?.description).toMatch(/service's clock/);
  });
});
