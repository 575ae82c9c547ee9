import "../protocol/passing-time";
import { subjects } from "../contract/kinds";
import { after, before, entries, type Entry, hasChange, storedValue } from "../contract/program";
import {
  type Change,
  matching,
  nameOf,
  recordOf,
  replaceRecords,
  settled,
  type Subject,
} from "../contract/subject";
import { long, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

/** The contract of each kind in short: one resource at a time, in this process, on virtual time. */
describe.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
  "A life: %s",
  (name, subject) => {
    let world: World;
    const declared: Declared = { type: subject.kind, name, inputs: subject.inputs(0) };

    beforeEach(async () => {
      world = await World.start();
    });
    afterEach(() => world.stop());

    const own = (): Record<string, unknown>[] => matching(world, subject, subject.inputs(0));

    it("from a preview to its end", async () => {
      const { engine, simulator } = world;
      expect(await engine.preview([declared])).toMatchObject({ steps: { [name]: "create" }, errors: {} });
      expect(world.writes()).toEqual([]);
      expect(await engine.up([declared])).toMatchObject({ steps: { [name]: "create" }, errors: {} });
      const made = recordOf(world, subject, name);
      expect(made).toBeDefined();
      expect(own()).toEqual([made]);
      expect(engine.state.get(name)?.outputs).toMatchObject(subject.idOutputs(made ?? {}));
      simulator.clearRequests();
      expect(await engine.preview([declared])).toMatchObject({
        steps: { [name]: "same" },
        output: "",
        errors: {},
      });
      expect(await engine.refresh()).toMatchObject({ steps: { [name]: "same" }, output: "", errors: {} });
      expect(await engine.up([declared])).toMatchObject({
        steps: { [name]: "same" },
        output: "",
        errors: {},
      });
      expect(world.writes()).toEqual([]);
      expect(await engine.destroy()).toMatchObject({ steps: { [name]: "delete" }, errors: {} });
      expect(own()).toEqual([]);
      expect(engine.state.size).toBe(0);
    });

    it("that somebody else ended long ago: it is made again, or forgotten", async () => {
      const { engine } = world;
      await engine.up([declared]);
      world.pass(2);
      world.outside((state) =>
        replaceRecords(state, subject, (records) => records.filter((record) => !isSame(subject, record))),
      );
      const told = await engine.preview([declared]);
      expect(told).toMatchObject({ steps: { [name]: "replace" }, errors: {} });
      expect(told.output).toMatch(/no longer exists: it will be created again\./);
      expect((await engine.refresh()).steps).toEqual({ [name]: "delete" });
      expect(engine.state.size).toBe(0);
      expect((await engine.up([declared])).errors).toEqual({});
      expect(own()).toHaveLength(1);
    });

    it("that the state has lost: found again, as far as its kind allows that", async () => {
      const { engine } = world;
      await engine.up([declared]);
      const made = own();
      engine.state.clear();
      const { errors, output } = await engine.up([declared]);
      if (subject.adoption.young) {
        expect(errors).toEqual({});
        expect(output).toContain(": adopted the one that the service already has (id ");
        expect(engine.state.get(name)?.id).toBe(subject.idOf(made[0] ?? {}));
      } else {
        expect(errors[name]).toMatch(/ was not created: it already exists \(id /);
        expect(engine.state.size).toBe(0);
      }
      expect(own().map(settled)).toEqual(made.map(settled));
    });

    it.each(["recover", "same", "always", "never"])(
      "of one that was there long before, with adopt: %s",
      async (adopt) => {
        const { engine } = world;
        const record = subject.record(subject.inputs(0), 0, long);
        world.outside((state) => replaceRecords(state, subject, (records) => [...records, record]));
        const { errors } = await engine.up([{ ...declared, inputs: { ...subject.inputs(0), adopt } }]);
        const isAdopted =
          adopt === "always" ||
          (adopt === "same" && subject.adoption.same) ||
          (adopt === "recover" && subject.adoption.old);
        expect(Object.keys(errors)).toEqual(isAdopted ? [] : [name]);
        expect(own()).toHaveLength(1);
      },
    );
  },
);

function isSame(subject: Subject, record: Record<string, unknown>): boolean {
  return subject.identity(record) === subject.identity(subject.inputs(0));
}

type Changing = Entry & { readonly change: Change };

describe("A change", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  it.each(entries.filter(hasChange).map((entry): [string, Changing] => [entry.name, entry]))(
    "%s",
    async (name, entry) => {
      const { engine } = world;
      const { subject, change } = entry;
      expect((await engine.up([before(entry)])).errors).toEqual({});
      const id = engine.state.get(name)?.id;
      const foretold = await engine.preview([after(entry)]);
      const changed = await engine.up([after(entry)]);
      if (change.operation === "refused") {
        expect(Object.keys(foretold.errors)).toEqual([name]);
        expect(Object.keys(changed.errors)).toEqual([name]);
        return;
      }
      expect(foretold).toMatchObject({ steps: { [name]: change.operation }, errors: {} });
      expect(changed).toMatchObject({ steps: { [name]: change.operation }, errors: {} });
      const record = recordOf(world, subject, name);
      expect(record).toBeDefined();
      if (!subject.writeOnly.includes(change.field) && change.operation !== "same" && record !== undefined) {
        expect({ [change.field]: record[change.field] ?? undefined }).toMatchObject(
          Object.hasOwn(record, change.field) ? { [change.field]: storedValue(entry) ?? undefined } : {},
        );
      }
      expect(engine.state.get(name)?.id === id).toBe(change.operation !== "replace");
      const silent = await engine.preview([after(entry)]);
      expect(silent).toMatchObject({ steps: { [name]: "same" }, output: "", errors: {} });
    },
  );
});
