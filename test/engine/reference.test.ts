import * as pulumi from "@pulumi/pulumi";
import { resolveReference } from "../../provider/engine/reference";

function resolved(value: unknown): Promise<unknown> {
  const output = pulumi.output(value) as pulumi.Output<unknown>;
  return new Promise((resolve) => void output.apply((known) => resolve(known)));
}

/** A field for an id also accepts the object that has it. */
describe("A reference", () => {
  const lock = { smartlockId: 17, name: "Front door" };

  it.each<[string, unknown, unknown]>([
    ["smartlockId", 17, 17],
    ["smartlockId", lock, 17],
    ["smartlockId", { name: "without" }, { name: "without" }],
    ["smartlockId", null, null],
    ["smartlockId", undefined, undefined],
    ["smartlockId", "smartlockId", "smartlockId"],
    ["smartlockIds", [lock, 18, { ...lock, smartlockId: 19 }], [17, 18, 19]],
    ["smartlockIds", [], []],
    // not an id field, or one that only begins or ends like one
    ["settings", lock, lock],
    ["Idea", { Id: 1 }, { Id: 1 }],
    ["my.smartlockId", lock, lock],
    ["smartlockIdss", lock, lock],
  ])("%s: %j", (field, value, id) => {
    expect(resolveReference(field, value)).toEqual(id);
  });

  it("may be known later, alone and in a list", async () => {
    expect(await resolved(resolveReference("smartlockId", pulumi.output(lock)))).toBe(17);
    expect(await resolveReference("smartlockId", Promise.resolve(lock))).toBe(17);
    expect(
      await resolved(resolveReference("smartlockIds", [pulumi.output(lock), Promise.resolve(lock), 18])),
    ).toEqual([17, 17, 18]);
  });
});
