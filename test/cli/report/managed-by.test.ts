import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readManagedBy } from "../../../cli/report/managed-by";
import { urnOf } from "../previews";

describe("What stacks manage", () => {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-state-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function state(name: string, deployment: object): string {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify({ version: 3, deployment }));
    return file;
  }

  it("is each authorization of each state, by its id", () => {
    const one = state("one.json", {
      resources: [
        { urn: urnOf("Authorization", "anna"), id: "1/aa", outputs: {} },
        {
          urn: urnOf("Authorization", "late"),
          id: "1/pending-0a",
          outputs: { smartlockId: 1, authorizationId: "bb" },
        },
        {
          urn: urnOf("AuthorizationSet", "crew"),
          id: "x",
          outputs: { authorizationIds: { "1": "cc", "2": "dd" } },
        },
        { urn: urnOf("Authorization", "old"), id: "1/ee", delete: true },
        { urn: "urn:pulumi:homes::program::aws:s3/bucket:Bucket::b", id: "1/ff" },
        { urn: "urn:pulumi:homes::program::pulumi:pulumi:Stack::program-homes" },
      ],
    });
    const other = state("other.json", {
      resources: [{ urn: urnOf("Authorization", "a::b").replace("homes", "offices"), id: "2/gg" }],
    });
    expect(Object.fromEntries(readManagedBy([one, other]))).toEqual({
      "1/aa": "homes: anna",
      "1/bb": "homes: late",
      "1/cc": "homes: crew",
      "2/dd": "homes: crew",
      "2/gg": "offices: a::b",
    });
  });

  it("is nothing in a stack that has no resources", () => {
    expect(readManagedBy([state("empty.json", {})]).size).toBe(0);
  });
});
