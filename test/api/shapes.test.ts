import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../provider/api";
import { shapeOf } from "./shapes";

/**
 * The request and answer of each operation, written down a second time. Every lost field, dropped limit or changed
 * scope is a line in that file, which somebody has to change and others read.
 */
describe("the shape of", () => {
  const kept = readFileSync(join(__dirname, "shapes.txt"), "utf8").trimEnd().split("\n\n");
  const byName = new Map(kept.map((block) => [block.slice(0, block.indexOf("\n")), block]));

  it.each(Object.entries(operations))("%s", (name, operation) => {
    expect([name, ...shapeOf(operation)].join("\n")).toBe(byName.get(name));
  });

  it("nothing else", () => {
    expect([...byName.keys()]).toEqual(Object.keys(operations));
  });
});
