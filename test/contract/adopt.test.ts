import "../protocol/passing-time";
import type { Bag } from "../protocol/plugin";
import type { Declared, RunResult } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { matching, nameOf, recordOf, replaceRecords, settled, type Subject } from "./subject";
import { long, World } from "./world";

type Outcome = "adopted" | "refused";

interface Case {
  readonly words: string;
  readonly policy: string | undefined;
  /** The existing objects: how old, how similar, how many. */
  readonly age: "young" | "old";
  readonly alike: "equal" | "different";
  readonly count: 1 | 2;
  expected(subject: Subject): Outcome;
}

const one = { age: "young", alike: "equal", count: 1 } as const;
const refused = (): Outcome => "refused";
const cases: readonly Case[] = [
  { ...one, words: "by default, young and equal", policy: undefined, expected: by("young") },
  { ...one, words: "recover, young and equal", policy: "recover", expected: by("young") },
  { ...one, words: "recover, young and different", policy: "recover", alike: "different", expected: refused },
  { ...one, words: "recover, old and equal", policy: "recover", age: "old", expected: by("old") },
  { ...one, words: "same, old and equal", policy: "same", age: "old", expected: by("same") },
  { ...one, words: "same, different", policy: "same", alike: "different", expected: refused },
  { ...one, words: "always, old and equal", policy: "always", age: "old", expected: () => "adopted" },
  {
    ...one,
    words: "always, old and different",
    policy: "always",
    age: "old",
    alike: "different",
    expected: () => "adopted",
  },
  { ...one, words: "never, young and equal", policy: "never", expected: refused },
  { ...one, words: "two of them, always", policy: "always", count: 2, expected: refused },
  { ...one, words: "two of them, by default", policy: undefined, count: 2, expected: refused },
];

function by(rule: keyof Subject["adoption"]): Case["expected"] {
  return ({ adoption }) => (adoption[rule] ? "adopted" : "refused");
}

interface Row {
  readonly subject: Subject;
  readonly n: number;
  readonly found: Case;
  readonly name: string;
}

const rows: readonly Row[] = subjects.flatMap((subject) =>
  cases.flatMap((found, n) =>
    found.alike === "different" && subject.different === undefined
      ? []
      : [{ subject, n, found, name: `${nameOf(subject)}: ${found.words}` }],
  ),
);

function program(chosen: readonly Row[]): Declared[] {
  return chosen.map(({ subject, n, found, name }) => ({
    type: subject.kind,
    name,
    inputs: { ...subject.inputs(n), ...(found.policy !== undefined && { adopt: found.policy }) },
  }));
}

describe("Every kind, where the service has such an object already", () => {
  let world: World;
  let preview: RunResult;
  let previewWrites: string[];
  let up: RunResult;
  let silent: RunResult;
  const was = new Map<string, Bag[]>();
  const adopted = rows.filter(({ subject, found }) => found.expected(subject) === "adopted");

  beforeAll(async () => {
    world = await World.start();
    const { engine, simulator } = world;
    const young = new Date(simulator.clock.now() - 3_600_000).toISOString();
    world.outside((state) => {
      for (const { subject, n, found, name } of rows) {
        const fields = {
          ...subject.inputs(n),
          ...(found.alike === "different" && subject.different),
        };
        const made = Array.from({ length: found.count }, (_, index) =>
          subject.record(fields, n + 100 * index, found.age === "young" ? young : long),
        );
        was.set(name, made);
        replaceRecords(state, subject, (records) => [...records, ...made]);
      }
    });
    simulator.clearRequests();
    preview = await engine.preview(program(rows));
    previewWrites = world.writes();
    up = await engine.up(program(rows));
    silent = await engine.preview(program(adopted));
  });

  afterAll(() => world.stop());

  it("the preview sends no write", () => {
    expect(previewWrites).toEqual([]);
  });

  it.each(rows.map((row) => [row.name, row] as const))("%s", (name, { subject, n, found }) => {
    const before = was.get(name) ?? [];
    const ids = before.map((record) => subject.idOf(record));
    const there = matching(world, subject, subject.inputs(n));
    // Whatever the policy, there is never a second one.
    expect(there.map((record) => subject.idOf(record)).sort()).toEqual([...ids].sort());
    if (found.expected(subject) === "refused") {
      expect(up.steps[name]).toBe("failed");
      ids.forEach((id) => expect(up.errors[name]).toContain(id));
      expect(there.map(settled)).toEqual(before.map(settled));
      expect(preview.output).toMatch(new RegExp(`will not be created.*${ids.join(".*")}`));
      return;
    }
    expect(up.errors[name]).toBeUndefined();
    expect(world.engine.state.get(name)?.id).toBe(ids[0]);
    expect(recordOf(world, subject, name)).toMatchObject(subject.inputs(n));
    expect(preview.output).toContain(`(id ${ids[0] ?? "?"}) will be adopted`);
    expect(up.output).toContain(`adopted the one that the service already has (id ${ids[0] ?? "?"})`);
  });

  it.each(
    rows
      .filter(({ subject, found }) => found.words === "recover, old and equal" && !subject.adoption.old)
      .map((row) => [row.name, row] as const),
  )("%s: the ways out are told", (name, { subject }) => {
    expect(up.errors[name]).toMatch(
      subject.kind === "SubAccount" ? /adopt: "always".*import/ : /adopt: "same", or import.*alias/,
    );
  });

  it("is silent afterwards", () => {
    const steps = Object.entries(silent.steps).filter(
      ([name, step]) => step !== "same" && adopted.some((row) => row.name === name),
    );
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });

  it("no secret is printed", () => {
    const secrets = rows.flatMap(({ subject, name }) =>
      (was.get(name) ?? []).flatMap((record) => subject.secrets.map((field) => record[field])),
    );
    const output = JSON.stringify([preview, up, silent]);
    const values = secrets.filter((value) => value !== undefined).map(String);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => output.includes(value))).toEqual([]);
  });
});

describe("A webhook whose secret the list does not show", () => {
  let world: World;
  let up: RunResult;
  const [subject] = subjects.filter(({ kind }) => kind === "Webhook");
  if (subject === undefined) {
    throw new Error("There is no table for webhooks.");
  }
  const made = [0, 1].map((n) => subject.record(subject.inputs(n), n, long));

  beforeAll(async () => {
    world = await World.start();
    world.outside((state) => {
      state.behaviour.webhookListShowsSecret = false;
      replaceRecords(state, subject, (records) => [...records, ...made]);
    });
    up = await world.engine.up([
      { type: "Webhook", name: "recovered", inputs: subject.inputs(0) },
      { type: "Webhook", name: "taken", inputs: { ...subject.inputs(1), adopt: "always" } },
    ]);
  });

  afterAll(() => world.stop());

  it("is refused with its id by default, since nobody could check a delivery", () => {
    expect(up.errors["recovered"]).toContain("9000");
    expect(matching(world, subject, subject.inputs(0)).map(settled)).toEqual([settled(made[0])]);
  });

  it("is registered anew by always, and there is one", () => {
    const there = matching(world, subject, subject.inputs(1));
    expect(up.errors["taken"]).toBeUndefined();
    expect(there).toHaveLength(1);
    expect(there[0]?.["id"]).not.toBe(9_001);
    expect(world.engine.state.get("taken")?.outputs["secret"]).toBe(there[0]?.["secret"]);
    expect(up.output).toContain("was registered again");
  });
});
