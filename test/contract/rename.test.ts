import "../protocol/passing-time";
import type { Bag } from "../protocol/plugin";
import type { Declared, RunResult } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { matching, nameOf, recordsOf, settled, type Subject } from "./subject";
import { World } from "./world";

const rows = subjects.map((subject) => [nameOf(subject), subject] as const);

/** A program with one of each kind, with this prefix in the names. */
function program(prefix: string, chosen: readonly Subject[], more: Partial<Declared> = {}): Declared[] {
  return chosen.map((subject) => ({
    type: subject.kind,
    name: `${prefix} ${nameOf(subject)}`,
    inputs: subject.inputs(0),
    ...more,
  }));
}

function only(world: World, subject: Subject): Bag {
  const found = matching(world, subject, subject.inputs(0));
  expect(found).toHaveLength(1);
  return settled(found[0]);
}

describe("A resource that the program renames without an alias", () => {
  const healing = subjects.filter(({ adoption }) => adoption.young);
  const refusing = subjects.filter(({ adoption }) => !adoption.young);
  let world: World;
  let young: RunResult;
  let youngWrites: string[];
  let refused: RunResult;
  let silent: RunResult;
  let aliased: RunResult;
  let aliasedWrites: string[];
  let old: RunResult;
  let oldWrites: string[];
  const made = new Map<Subject, Bag>();

  const later = program("new", healing).concat(program("first", refusing));
  const aliases = (chosen: readonly Subject[]): Declared[] =>
    chosen.map((subject) => {
      const former = `${healing.includes(subject) ? "new" : "first"} ${nameOf(subject)}`;
      return {
        type: subject.kind,
        name: `aliased ${nameOf(subject)}`,
        inputs: subject.inputs(0),
        alias: former,
      };
    });

  beforeAll(async () => {
    world = await World.start();
    const { engine, simulator } = world;
    const created = await engine.up(program("first", subjects));
    expect(created.errors).toEqual({});
    subjects.forEach((subject) => made.set(subject, only(world, subject)));

    simulator.clearRequests();
    young = await engine.up(later);
    youngWrites = world.writes();
    // For some kinds the service does not show whether an object may be ours. They need a separate run, because it
    // fails.
    refused = await engine.up(program("new", subjects));
    silent = await engine.preview(later);

    simulator.clearRequests();
    aliased = await engine.up(aliases(subjects));
    aliasedWrites = world.writes();

    world.pass(25);
    simulator.clearRequests();
    old = await engine.up(program("last", subjects));
    oldWrites = world.writes();
  });

  afterAll(() => world.stop());

  it.each(rows.filter(([, { adoption }]) => adoption.young))(
    "%s, young: adopted and kept",
    (name, subject) => {
      expect(young.errors).toEqual({});
      expect(young.steps[`new ${name}`]).toBe("create");
      expect(young.steps[`first ${name}`]).toBe("delete");
      expect(young.output).toContain(`(id ${subject.idOf(made.get(subject) ?? {})}) is kept`);
    },
  );

  it("young: nothing is written", () => {
    expect(youngWrites).toEqual([]);
  });

  it.each(rows.filter(([, { adoption }]) => !adoption.young))(
    "%s, young: refused and kept",
    (name, subject) => {
      expect(refused.errors[`new ${name}`]).toContain(subject.idOf(made.get(subject) ?? {}));
    },
  );

  it("is silent under the new name", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });

  it("with an alias, nothing is written and nothing is said", () => {
    const steps = Object.values(aliased.steps).filter((step) => step !== "same");
    expect({ steps, output: aliased.output, aliasedWrites }).toEqual({
      steps: [],
      output: "",
      aliasedWrites: [],
    });
  });

  it.each(rows)(
    "%s, old: adopted only where that is safe, else refused with the way out",
    (name, subject) => {
      if (subject.adoption.old) {
        expect(old.errors[`last ${name}`]).toBeUndefined();
      } else {
        expect(old.errors[`last ${name}`]).toMatch(subject.kind === "SubAccount" ? /import/ : /alias/);
      }
    },
  );

  it("old: nothing is written", () => {
    expect(oldWrites).toEqual([]);
  });

  it.each(rows)("%s: the object is what it was, all the way", (_name, subject) => {
    expect(only(world, subject)).toEqual(made.get(subject));
  });
});

describe("A replacement that is forced on the command line", () => {
  let world: World;
  let forced: RunResult;
  let forcedOld: RunResult;
  let silent: RunResult;
  const ids = new Map<Subject, string[]>();

  const note = (): void =>
    subjects.forEach((subject) =>
      ids.set(subject, [...(ids.get(subject) ?? []), subject.idOf(only(world, subject))]),
    );

  beforeAll(async () => {
    world = await World.start();
    const { engine } = world;
    const created = await engine.up(program("the", subjects));
    expect(created.errors).toEqual({});
    note();
    forced = await engine.up(program("the", subjects, { forceReplace: true }));
    note();
    world.pass(25);
    forcedOld = await engine.up(program("the", subjects, { forceReplace: true }));
    note();
    silent = await engine.preview(program("the", subjects));
  });

  afterAll(() => world.stop());

  it.each(rows)("%s: ends with exactly one, young or old", (name, subject) => {
    expect({ ...forced.errors, ...forcedOld.errors }).toEqual({});
    const [first, second, third] = ids.get(subject) ?? [];
    if (subject.kind === "Webhook") {
      // Pulumi creates first, and the create finds the existing webhook. It is kept with a message, and no event is
      // missed.
      expect([second, third]).toEqual([first, first]);
      expect(forced.output).toContain(`(id ${first ?? "?"}) is kept`);
    } else {
      expect(new Set([first, second, third]).size).toBe(3);
    }
    expect(world.engine.state.get(`the ${name}`)?.id).toBe(third);
    expect(recordsOf(world, subject).filter((record) => subject.idOf(record) === third)).toHaveLength(1);
  });

  it("is silent afterwards", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });
});
