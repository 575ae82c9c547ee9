import type { Bag, LivingPlugin } from "../protocol/plugin";
import { startProvider } from "../protocol/under-test";
import type { RunResult } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { nameOf, recordsOf, replaceRecords, settled, type Subject } from "./subject";
import { long, World } from "./world";

const rows = subjects.map((subject) => [nameOf(subject), subject] as const);

function loader({ kind }: Subject): string {
  return `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${kind};`;
}

/** Objects that somebody created by hand, long ago. */
function handmade(world: World): void {
  world.outside((state) => {
    for (const subject of subjects) {
      const made = subject.record(subject.inputs(0), 0, long);
      replaceRecords(state, subject, (records) => [...records, made]);
    }
  });
}

function made(world: World, subject: Subject): Bag | undefined {
  const wanted = subject.idOf(subject.record(subject.inputs(0), 0, long));
  return recordsOf(world, subject).find((record) => subject.idOf(record) === wanted);
}

function without(fields: Bag, names: readonly string[]): Bag {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

describe("Every kind, imported from a file", () => {
  let world: World;
  let preview: RunResult;
  let previewWrites: string[];
  let refreshed: RunResult;
  let silent: RunResult;
  let destroyed: RunResult;
  let before: Map<Subject, Bag>;
  const program = subjects.map((subject) => ({
    type: subject.kind,
    name: nameOf(subject),
    inputs: subject.inputs(0),
  }));

  beforeAll(async () => {
    world = await World.start();
    const { engine, simulator } = world;
    handmade(world);
    before = new Map(subjects.map((subject) => [subject, settled(made(world, subject))]));
    for (const subject of subjects) {
      // As `pulumi import --file` writes it: the loader is the only hidden key, and fields that the service never shows
      // are absent.
      const record = subject.record(subject.inputs(0), 0, long);
      const inputs = { ...without(subject.inputs(0), subject.writeOnly), __provider: loader(subject) };
      // Secrets that the service generated: without them the next `up` would learn them, which counts as a change.
      const madeUp = subject.secrets.filter((field) => record[field] !== undefined && !(field in inputs));
      const outputs = {
        ...inputs,
        ...subject.idOutputs(record),
        ...Object.fromEntries(
          madeUp.filter((field) => !subject.writeOnly.includes(field)).map((field) => [field, record[field]]),
        ),
      };
      engine.state.set(nameOf(subject), {
        type: subject.kind,
        id: subject.idOf(record),
        inputs,
        outputs,
        initFailed: false,
        refers: {},
      });
    }
    simulator.clearRequests();
    preview = await engine.preview(program);
    previewWrites = world.writes();
    await engine.up(program);
    refreshed = await engine.refresh();
    silent = await engine.preview(program);
    const untouched = subjects.map((subject) => [subject, settled(made(world, subject))] as const);
    expect(new Map(untouched)).toEqual(before);
    destroyed = await engine.destroy();
  });

  afterAll(() => world.stop());

  it("the next preview is silent and writes nothing", () => {
    const steps = Object.entries(preview.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: preview.output, previewWrites }).toEqual({
      steps: [],
      output: "",
      previewWrites: [],
    });
  });

  it.each(rows)("%s: refreshed without a change", (name) => {
    expect(refreshed.errors[name]).toBeUndefined();
    expect(refreshed.steps[name]).toBe("same");
  });

  it("is silent after the refresh, too", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });

  it.each(rows)("%s: can be destroyed", (name, subject) => {
    expect(destroyed.errors[name]).toBeUndefined();
    expect(made(world, subject)).toBeUndefined();
  });
});

describe("Every kind, read with get", () => {
  let world: World;
  let provider: LivingPlugin;

  beforeAll(async () => {
    world = await World.start();
    handmade(world);
    provider = await startProvider(world.environment);
  });

  afterAll(async () => {
    await provider.stop();
    await world.stop();
  });

  const props = (subject: Subject): Bag => ({ __provider: loader(subject), __get: true });

  it.each(rows)("%s: returns what the service has", async (_name, subject) => {
    const record = subject.record(subject.inputs(0), 0, long);
    const read = await provider.read(subject.idOf(record), props(subject));
    expect(read.id).toBe(subject.idOf(record));
    expect(read.props).toMatchObject({
      ...without({ ...subject.inputs(0), ...subject.inWords }, subject.writeOnly),
      ...subject.idOutputs(record),
    });
  });

  it.each(rows)("%s: fails clearly on something absent", async (_name, subject) => {
    const absent = subject.idOf(subject.record(subject.inputs(0), 50, long));
    await expect(provider.read(absent, props(subject))).rejects.toThrow(
      `${subject.kind}.get: the service has no ${subject.kind} with the id ${absent}`,
    );
  });

  it("AddressUnit: fails clearly on a unit of an address that is absent", async () => {
    const [unit] = subjects.filter(({ kind }) => kind === "AddressUnit");
    const read = unit && provider.read("987654/ad1", props(unit));
    await expect(read).rejects.toThrow("the service has no AddressUnit with the id 987654/ad1");
  });

  it.each(rows)("%s: fails clearly on something that is no id", async (_name, subject) => {
    await expect(provider.read("a/b/c", props(subject))).rejects.toThrow(`${subject.kind}: the id "a/b/c"`);
  });

  it.each(rows)("%s: an id of a refresh that is gone is no error, but gone", async (_name, subject) => {
    const absent = subject.idOf(subject.record(subject.inputs(0), 50, long));
    const state = { ...subject.inputs(50), __provider: loader(subject) };
    const { accountId } = world.simulator.state().account;
    expect((await provider.read(absent, { ...state, __account: accountId })).id).toBe("");
    // Without its account, the token may be of another one.
    expect((await provider.read(absent, state)).id).toBe(absent);
  });

  it("sends no write", () => {
    expect(world.writes()).toEqual([]);
  });
});
