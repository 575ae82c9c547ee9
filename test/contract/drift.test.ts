import "../protocol/passing-time";
import type { Bag } from "../protocol/plugin";
import type { RunResult } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { before, changed, entries, type Entry, storedValue } from "./program";
import { type Change, matching, nameOf, recordOf, replaceRecords, settled } from "./subject";
import { World } from "./world";

type ChangedEntry = Entry & { readonly change: Change };

/** Everything that somebody can do in the app: all changes of the tables that are possible there. */
const possible = changed.filter(({ change }) => change.outside !== "impossible");
const repairable = possible.filter(({ change }) => change.operation !== "refused");
/** Only one of each kind, since every replacement waits for the lock. */
const deleted = entries.filter(({ change }) => change === undefined);
const program = entries.filter((entry) => entry.change?.operation !== "refused").map(before);

describe("Every kind, changed outside field by field", () => {
  let world: World;
  let preview: RunResult;
  let previewWrites: string[];
  let repaired: RunResult;
  let silent: RunResult;
  const made = new Map<string, Bag>();

  const altered = (entry: ChangedEntry, record: Bag): Bag => ({
    ...record,
    [entry.change.field]: storedValue(entry),
  });

  beforeAll(async () => {
    world = await World.start();
    const { engine, simulator } = world;
    const created = await engine.up(entries.map(before));
    expect(created.errors).toEqual({});
    entries.forEach(({ subject, name }) => made.set(name, settled(recordOf(world, subject, name))));
    world.outside((state) => {
      for (const entry of possible) {
        const id = engine.state.get(entry.name)?.id;
        replaceRecords(state, entry.subject, (records) =>
          records.map((record) => (entry.subject.idOf(record) === id ? altered(entry, record) : record)),
        );
      }
    });
    simulator.clearRequests();
    preview = await engine.preview(entries.map(before));
    previewWrites = world.writes();
    world.outside((state) => {
      // Changes that a program cannot correct are corrected by hand.
      for (const { subject, name } of possible.filter(({ change }) => change.operation === "refused")) {
        const was = made.get(name) ?? {};
        replaceRecords(state, subject, (records) =>
          records.map((record) =>
            subject.idOf(record) === subject.idOf(was) ? { ...record, ...was } : record,
          ),
        );
      }
    });
    repaired = await engine.up(entries.map(before));
    silent = await engine.preview(entries.map(before));
  });

  afterAll(() => world.stop());

  it("a plain preview sends no write", () => {
    expect(previewWrites).toEqual([]);
  });

  it.each(possible.map((entry) => [entry.name, entry] as const))("%s: seen in the preview", (name, entry) => {
    const { subject, change, n } = entry;
    if (change.operation === "refused") {
      expect(preview.errors[name]).toMatch(/cannot be changed/);
      return;
    }
    expect(preview.steps[name]).toBe(change.outside === "unseen" ? "same" : change.operation);
    if (change.outside === "unseen") {
      return;
    }
    const place = subject.kind === "Authorization" ? " on Front door" : "";
    const said = preview.output
      .split("\n")
      .filter((line) => line.startsWith(`${subject.kind} `) && line.includes(`${place}: ${change.field} `));
    if (subject.secrets.includes(change.field)) {
      expect(said.filter((line) => line.endsWith("differs from what is declared."))).not.toEqual([]);
    } else if (change.said !== undefined) {
      const { found, declared } = typeof change.said === "function" ? change.said(n) : change.said;
      const words = `${change.field} is ${found}, declared ${declared}.`;
      expect(said.filter((line) => line.endsWith(words))).not.toEqual([]);
    } else {
      const values = said.flatMap(
        (line) =>
          / is (.*), (?:declared (.*)|not declared, so it will be cleared|not declared)\.$/
            .exec(line)
            ?.slice(1) ?? [],
      );
      expect(values.map(parsed)).toContainEqual(subject.inputs(n)[change.field]);
    }
  });

  it("says one line for each difference, and nothing else", () => {
    const visible = repairable.filter(({ change }) => change.outside !== "unseen");
    const lines = preview.output
      .split("\n")
      .filter((line) => / is .*, (not )?declared\b| differs from /.test(line));
    expect(lines).toHaveLength(visible.length);
  });

  it.each(repairable.map((entry) => [entry.name, entry] as const))("%s: set right", (name, entry) => {
    const { subject, change, n } = entry;
    const record = settled(recordOf(world, subject, name));
    expect(repaired.errors[name]).toBeUndefined();
    if (change.outside === "unseen") {
      expect(record).toEqual(settled({ ...made.get(name), [change.field]: storedValue(entry) }));
    } else if (change.operation === "replace") {
      expect(record).toMatchObject(subject.inputs(n));
    } else {
      expect(record).toEqual(made.get(name));
    }
  });

  it("no secret is printed", () => {
    const values = possible
      .filter(({ subject, change }) => subject.secrets.includes(change.field))
      .flatMap((entry) => [storedValue(entry), entry.subject.inputs(entry.n)[entry.change.field]]);
    const output = JSON.stringify([preview, repaired, silent]);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => output.includes(String(value)))).toEqual([]);
  });

  it("is silent when it has been set right", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output, errors: silent.errors }).toEqual({
      steps: [],
      output: "",
      errors: {},
    });
  });

  describe("and then deleted outside", () => {
    let missed: RunResult;
    let missedWrites: string[];
    let recreated: RunResult;
    let settledAgain: RunResult;
    const idsBefore = new Map<string, string>();

    beforeAll(async () => {
      const { engine, simulator } = world;
      // No longer young: a young object that a list lacks is only "not yet" there.
      world.pass(1);
      world.outside((state) => {
        for (const { subject, name } of deleted) {
          const id = engine.state.get(name)?.id ?? "";
          idsBefore.set(name, id);
          replaceRecords(state, subject, (records) =>
            records.filter((record) => subject.idOf(record) !== id),
          );
        }
      });
      simulator.clearRequests();
      missed = await engine.preview(program);
      missedWrites = world.writes();
      recreated = await engine.up(program);
      settledAgain = await engine.preview(program);
    });

    it.each(deleted.map(({ name }) => name))("%s: said, and made again", (name) => {
      expect(missed.steps[name]).toBe("replace");
      expect(missed.output).toMatch(new RegExp(`\\(id ${idsBefore.get(name) ?? "?"}\\) no longer exists`));
      expect(recreated.errors[name]).toBeUndefined();
    });

    it("the preview sends no write", () => {
      expect(missedWrites).toEqual([]);
    });

    it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
      "%s: there is one of each, with a new id",
      (name, subject) => {
        const records = matching(world, subject, subject.inputs(0));
        expect(records).toHaveLength(1);
        expect(subject.idOf(records[0] ?? {})).not.toBe(idsBefore.get(`${name} untouched`));
        expect(records[0]).toMatchObject(subject.inputs(0));
      },
    );

    it("is silent again", () => {
      const steps = Object.entries(settledAgain.steps).filter(([, step]) => step !== "same");
      expect({ steps, output: settledAgain.output }).toEqual({ steps: [], output: "" });
    });
  });
});

/** What is not declared is not quoted. */
function parsed(text: string | undefined): unknown {
  return text === undefined || text.startsWith("not set") ? undefined : (JSON.parse(text) as unknown);
}
