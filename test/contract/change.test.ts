import { fieldsThat } from "../../provider/engine/kind/field-facts";
import { registry } from "../../provider/resources";
import type { Bag } from "../protocol/plugin";
import type { RunResult } from "../protocol/test-engine";
import { subjects, tables } from "./kinds";
import { after, before, changed, entries, type Entry, storedValue } from "./program";
import { matching, nameOf, recordOf, settled, type Subject } from "./subject";
import { World } from "./world";

describe("The tables of the contract", () => {
  it("cover every kind of the registry but sets, of which each is of a kind that they cover", () => {
    const sets = Object.values(registry).flatMap((spec) => ("each" in spec ? [spec] : []));
    expect([...Object.keys(tables), ...sets.map(({ type }) => type)].sort()).toEqual(
      Object.keys(registry).sort(),
    );
    expect(sets.filter(({ each }) => !(each.type in tables))).toEqual([]);
    expect(subjects.filter(({ kind }) => !(kind in registry))).toEqual([]);
  });

  it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
    "%s: change every field and have a bad value for every field",
    (_name, subject) => {
      const fields = Object.keys(registry[subject.kind].inputs.shape);
      const forms = tables[subject.kind];
      const withChange = new Set(forms.flatMap(({ changes }) => changes.map(({ field }) => field)));
      const withBad = new Set(forms.flatMap(({ bad }) => bad.map(({ field }) => field)));
      expect(fields.filter((field) => !withChange.has(field))).toEqual([]);
      expect(fields.filter((field) => !withBad.has(field))).toEqual([]);
      expect([...subject.secrets].sort()).toEqual(fieldsThat(registry[subject.kind], "isSecret").sort());
    },
  );
});

/** One program with every kind and every change, so that a few runs cover everything. */
describe("Every kind, created and then changed field by field", () => {
  let world: World;
  let created: RunResult;
  let unchanged: RunResult;
  let unchangedWrites: string[];
  let unchangedRepeats: string[];
  let foretold: RunResult;
  let foretoldWrites: string[];
  let invited: RunResult;
  const madeAnew = changed.filter((entry) => {
    const isReplaced = entry.subject.kind === "Authorization" && entry.change.operation === "replace";
    return isReplaced && (after(entry).inputs as Bag)["type"] === 0;
  });
  let updated: RunResult;
  let silent: RunResult;
  const made = new Map<string, Bag>();
  const changedTo = new Map<string, Bag>();
  /** Requests of the run that changed everything, in order. */
  let requests: { method: string; operation: string | null }[];

  const snapshot = (into: Map<string, Bag>): void =>
    entries.forEach(({ subject, name }) => into.set(name, settled(recordOf(world, subject, name))));
  const applicable = (entry: Entry) => (entry.change?.operation === "refused" ? before(entry) : after(entry));

  beforeAll(async () => {
    world = await World.start();
    const { engine, simulator } = world;
    created = await engine.up(entries.map(before));
    snapshot(made);
    simulator.clearRequests();
    unchanged = await engine.preview(entries.map(before));
    unchangedWrites = world.writes();
    unchangedRepeats = world.repeatedReads();
    simulator.clearRequests();
    foretold = await engine.preview(entries.map(after));
    foretoldWrites = world.writes();
    invited = await engine.preview(madeAnew.map(after));
    simulator.clearRequests();
    updated = await engine.up(entries.map(applicable));
    requests = simulator.requests();
    snapshot(changedTo);
    silent = await engine.preview(entries.map(applicable));
  });

  afterAll(() => world.stop());

  const table = entries.map((entry) => [entry.name, entry] as const);

  it("creates without an error", () => {
    expect(created.errors).toEqual({});
  });

  it.each(table)("%s: the service has what was declared", (name, { subject, n }) => {
    expect(created.steps[name]).toBe("create");
    expect(made.get(name)).toMatchObject(subject.inputs(n));
  });

  it("an unchanged preview is silent, writes nothing, and asks for each list once", () => {
    const steps = Object.entries(unchanged.steps).filter(([, step]) => step !== "same");
    expect(steps).toEqual([]);
    expect(unchanged.errors).toEqual({});
    expect(unchanged.output).toBe("");
    expect(unchangedWrites).toEqual([]);
    expect(unchangedRepeats).toEqual([]);
  });

  it("the preview of the changes sends no write", () => {
    expect(foretoldWrites).toEqual([]);
  });

  it.each(changed.map((entry) => [entry.name, entry] as const))("%s: foretold and done", (name, entry) => {
    const { change } = entry;
    if (change.operation === "refused") {
      expect(foretold.steps[name]).toBe("failed");
      expect(foretold.errors[name]).toContain(`${change.field} is `);
      expect(foretold.errors[name]).toMatch(/cannot be changed/);
      return;
    }
    expect(foretold.errors[name]).toBeUndefined();
    expect(foretold.steps[name]).toBe(change.operation);
    expect(updated.errors[name]).toBeUndefined();
    expect(updated.steps[name]).toBe(change.operation);
  });

  it.each(changed.map((entry) => [entry.name, entry] as const))("%s: nothing else changed", (name, entry) => {
    const { subject, n, change } = entry;
    const was = made.get(name) ?? {};
    const is = changedTo.get(name) ?? {};
    if (change.operation === "refused") {
      expect(is).toEqual(was);
      return;
    }
    const isStored = !["adopt", "waitFor", "settleTimeout", "deleteContents"].includes(change.field);
    const wanted = { ...change.along?.(n), ...(isStored && { [change.field]: storedValue(entry) }) };
    if (change.operation === "replace") {
      expect(subject.idOf(is)).not.toBe(subject.idOf(was));
      expect(is).toMatchObject(settled({ ...subject.inputs(n), ...wanted }));
    } else {
      expect(is).toEqual(settled({ ...was, ...wanted }));
    }
  });

  it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
    "%s: what nobody changed is what it was, and there is one of each",
    (name, subject) => {
      expect(updated.steps[`${name} untouched`]).toBe("same");
      expect(changedTo.get(`${name} untouched`)).toEqual(made.get(`${name} untouched`));
      expect(matching(world, subject, subject.inputs(0))).toHaveLength(1);
    },
  );

  it("no secret is printed", () => {
    const output = [created, unchanged, foretold, updated, silent].map((run) => JSON.stringify(run)).join();
    expect(secretValues(made, changedTo).filter((value) => output.includes(value))).toEqual([]);
  });

  it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
    "%s: replacements come in the promised order",
    (_name, subject) => {
      if (!subject.changes.some(({ operation }) => operation === "replace")) {
        return;
      }
      const order = requests.filter(({ operation }) => isReplacing(operation, subject));
      const creations = order.map(({ method }) => (method === "PUT" ? 1 : -1));
      const balance = creations.map((_step, index) => creations.slice(0, index + 1).reduce(sum, 0));
      expect(order.length).toBeGreaterThan(0);
      const isPromised = (open: number): boolean => (subject.kind === "Webhook" ? open >= 0 : open <= 0);
      expect(balance.every(isPromised)).toBe(true);
    },
  );

  it("says nothing of adoption where an object makes room for its own replacement", () => {
    expect(foretold.output).not.toMatch(/adopted|will not be created/);
    expect(updated.output).not.toMatch(/adopted|will not be created/);
  });

  it("says of every app authorization that is made anew that the user gets an e-mail", () => {
    expect(madeAnew.length).toBeGreaterThan(3);
    expect(invited.output.split("an invitation is mailed").length - 1).toBe(madeAnew.length);
  });

  it("is silent again after the changes", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });
});

function sum(left: number, right: number): number {
  return left + right;
}

/** Creates and deletes of a kind: a create has the path of a delete without the id. */
function isReplacing(operation: string | null, { deletion }: Subject): boolean {
  const creation = deletion.replace("DELETE", "PUT").replace(/\/\{[^/]+\}$/, "");
  return operation === deletion || operation === creation;
}

function secretValues(...snapshots: ReadonlyMap<string, Bag>[]): string[] {
  return entries.flatMap(({ subject, name }) =>
    snapshots.flatMap((snapshot) =>
      subject.secrets.flatMap((field) => {
        const value = snapshot.get(name)?.[field];
        return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
      }),
    ),
  );
}
