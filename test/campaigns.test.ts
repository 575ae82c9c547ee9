import { registry } from "../provider/resources";
import { subjects } from "./contract/kinds";
import { programOf } from "./crash/weeks";
import { declarations } from "./hostile/managed";
import { columns } from "./matrix/columns";
import { kindNames } from "./model/declaration";
import { typeOf } from "./model/program";
import { samples } from "./promises/samples";

/** Every kind of resource, and those of them that stand for one object each. */
const kinds = Object.keys(registry).sort();
const single = kinds.filter((kind) => !("each" in registry[kind as keyof typeof registry]));

/** What each campaign attacks. A kind that is missing from one of these would not be attacked by it, without a word. */
const attacked: Readonly<Record<string, readonly string[]>> = {
  matrix: columns.map(({ type }) => type),
  model: kindNames.flatMap((kind) =>
    [false, true].map((set) => typeOf({ kind, n: 0, v: 0, on: [0, 1], set, patient: false, of: 0 })),
  ),
  hostile: declarations(0).map(({ kind }) => kind),
  kill: [0, 1].flatMap((week) =>
    [...programOf(week).matchAll(/new smartlock\.(\w+)\(/g)].map(([, kind = ""]) => kind),
  ),
};

describe("No kind of resource escapes", () => {
  it.each(Object.entries(attacked))("the campaign %s", (_campaign, attackedKinds) => {
    expect([...new Set(attackedKinds)].sort()).toEqual(kinds);
  });

  it("the contract, which has a table for each object that a set is made of as well", () => {
    expect([...new Set(subjects.map(({ kind }) => kind))].sort()).toEqual(single);
  });

  it("the promises, which have tests of their own for sets", () => {
    expect([...new Set(samples.map(({ type }) => type))].sort()).toEqual(single);
  });
});
