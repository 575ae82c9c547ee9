import { type Bag, InitFailure, type LivingPlugin } from "../protocol/plugin";
import { startProvider } from "../protocol/under-test";
import { type Declared, type RunResult, engineOf } from "../protocol/test-engine";
import { subjectOf, subjects } from "./kinds";
import { sentInputs } from "./program";
import { RecordingProxy } from "./recording-proxy";
import { nameOf, recordOf, type Subject } from "./subject";
import { locks, World } from "./world";

const address = subjectOf("Address");
const code = subjectOf("Authorization (keypad code)");
const subAccount = subjectOf("SubAccount");

/** Every trap of Pulumi's protocol for dynamic resources that the engine layer handles, once each. */
describe("Traps of the protocol", () => {
  let world: World;
  const program: readonly Declared[] = subjects.map((subject) => ({
    type: subject.kind,
    name: nameOf(subject),
    inputs: subject.inputs(0),
  }));
  let provider: LivingPlugin;

  beforeAll(async () => {
    world = await World.start();
    const created = await world.engine.up(program);
    expect(created.errors).toEqual({});
    provider = await startProvider(world.environment);
  });

  afterAll(async () => {
    await provider.stop();
    await world.stop();
  });

  const stored = (subject: Subject) => {
    const found = world.engine.state.get(nameOf(subject));
    if (found === undefined) {
      throw new Error(`${nameOf(subject)} was not created.`);
    }
    return found;
  };
  const rows = subjects.map((subject) => [nameOf(subject), subject] as const);

  it.each(rows)(
    "%s: neither another loader nor another hidden key is a difference",
    async (name, subject) => {
      const { id, outputs, inputs } = stored(subject);
      const olds = { ...outputs, __provider: "exports.handler = () => older;", __owner: "urn:older" };
      const { changes, replaces } = await provider.diff(id, olds, { ...inputs, __ignore: ["nothing"] });
      expect({ name, changes, replaces }).toEqual({ name, changes: false, replaces: [] });
    },
  );

  it.each(rows)("%s: an id is text, and the outputs hold the form that they have", (_name, subject) => {
    const { id, outputs } = stored(subject);
    expect(typeof id).toBe("string");
    expect(outputs["__version"]).toBe(2);
    expect(new Set(outputs["__declared"] as string[])).toEqual(new Set(Object.keys(subject.inputs(0))));
  });

  it.each(rows)("%s: state of a later release is refused", async (_name, subject) => {
    const { id, outputs, inputs } = stored(subject);
    await expect(provider.diff(id, { ...outputs, __version: 99 }, inputs)).rejects.toThrow(/later release/);
  });

  it("replaceOnChanges reaches the engine, which ignores its own", async () => {
    const { id, outputs } = stored(address);
    const changed = sentInputs("Address", { ...address.inputs(0), name: "Another" });
    const replacing = async (paths: string[], news: Bag = changed) =>
      (await provider.diff(id, outputs, { ...news, __replaceOn: paths })).replaces;
    expect(await replacing([])).toEqual([]);
    expect(await replacing(["smartlockIds"])).toEqual([]);
    expect(await replacing(["name"])).toEqual(["name"]);
    expect(await replacing(["*"])).toEqual(["name"]);
    const open = sentInputs("Address", {
      ...address.inputs(0),
      settings: { wifi: "open", heating: { degrees: 19 } },
    });
    expect(await replacing(["settings.heating.degrees"], open)).toEqual([]);
    expect(await replacing(["settings.wifi"], open)).toEqual(["settings"]);
    expect(await replacing(['settings["wifi"]'], open)).toEqual(["settings"]);
  });

  it("ignoreChanges reaches the comparison with the service, in all forms of a path", async () => {
    const { id, outputs } = stored(address);
    const news = sentInputs("Address", {
      ...address.inputs(0),
      settings: { wifi: "open" },
      smartlockIds: [],
    });
    const differs = async (paths: string[]) =>
      (await provider.diff(id, outputs, { ...news, __ignore: paths })).changes;
    expect(await differs([])).toBe(true);
    expect(await differs(["settings"])).toBe(true);
    expect(await differs(["settings", "smartlockIds"])).toBe(false);
    expect(await differs(["settings.wifi", "smartlockIds[0]"])).toBe(false);
    expect(await differs(['settings["wifi"]', "smartlockIds"])).toBe(false);
    expect(await differs(["*"])).toBe(false);
  });

  it("read gives exactly the declared fields as inputs, and everything as outputs", async () => {
    const { id, outputs } = stored(address);
    const olds = { ...outputs, __declared: ["name"] };
    const read = await provider.read(id, olds);
    expect(Object.keys(read.inputs ?? {}).sort()).toEqual(["__owner", "__provider", "name"]);
    expect(read.props).toMatchObject({ name: "House 0", smartlockIds: address.inputs(0)["smartlockIds"] });
  });

  it("a value without a smartlockId somewhere inside does not break the answer after the service has acted", () => {
    const { outputs } = stored(subjectOf("Notification (with a reference)"));
    expect(outputs["settings"]).toEqual([
      { triggerEvents: ["ring", "unlock"], authIds: [] },
      expect.objectContaining({ smartlockId: locks.front }),
    ]);
  });
});

describe("Hidden keys", () => {
  it("never reach the service, and neither does a password that did not change", async () => {
    const world = await World.start();
    const proxy = await RecordingProxy.start(world.simulator.url);
    const engine = engineOf({ ...world.environment, SMARTLOCK_BASE_URL: proxy.url });
    const program = (renamed: boolean): Declared[] =>
      subjects.map((subject) => ({
        type: subject.kind,
        name: nameOf(subject),
        inputs: {
          ...subject.inputs(0),
          ...(renamed && "name" in subject.inputs(0) && { name: "Renamed" }),
        },
        ignoreChanges: ["language"],
        replaceOnChanges: ["type"],
      }));
    const created = await engine.up(program(false));
    const createdBodies = proxy.bodies.splice(0);
    const updated = await engine.up(program(true));
    expect({ ...created.errors, ...updated.errors }).toEqual({});
    const sent = [...createdBodies, ...proxy.bodies].filter(({ body }) => body !== "");
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter(({ body }) => body.includes('"__') || body.includes("adopt"))).toEqual([]);
    const password = String(subAccount.inputs(0)["password"]);
    expect(createdBodies.some(({ body }) => body.includes(password))).toBe(true);
    expect(proxy.bodies.filter(({ request }) => request.startsWith("POST /account/sub/"))).toHaveLength(1);
    expect(proxy.bodies.filter(({ body }) => body.includes("password"))).toEqual([]);
    await proxy.stop();
    await world.stop();
  });
});

describe("Failures after the service has given an id", () => {
  let world: World;
  let failed: RunResult;
  let states: ReadonlyMap<
    string,
    { readonly id: string; readonly outputs: Bag; readonly initFailed: boolean }
  >;
  let refreshed: RunResult;
  let preview: RunResult;
  let completed: RunResult;
  let silent: RunResult;
  const program: readonly Declared[] = [
    { type: "Address", name: "Address", inputs: address.inputs(0) },
    { type: "SubAccount", name: "SubAccount", inputs: subAccount.inputs(0) },
    {
      type: "Authorization",
      name: "Authorization (keypad code)",
      inputs: { ...code.inputs(0), enabled: false },
    },
  ];

  beforeAll(async () => {
    world = await World.start();
    const operations = [
      "POST /address/{addressId}",
      "POST /account/sub/{accountId}",
      "POST /smartlock/{smartlockId}/auth/{id}",
    ];
    world.simulator.setFaults(
      operations.map((operation) => ({
        kind: "error",
        operation,
        status: 400,
        message: "Not today",
        count: "always",
      })),
    );
    failed = await world.engine.up(program);
    states = new Map(world.engine.state);
    world.simulator.clearFaults();
    refreshed = await world.engine.refresh();
    preview = await world.engine.preview(program);
    completed = await world.engine.up(program);
    silent = await world.engine.preview(program);
  });

  afterAll(() => world.stop());

  const names = program.map(({ name }) => name);

  it.each(names)("%s: the id is kept, with what the next run needs", (name) => {
    expect(failed.steps[name]).toBe("failed");
    expect(failed.errors[name]).toContain("Not today");
    const state = states.get(name);
    expect(state).toMatchObject({ initFailed: true, outputs: { __version: 2 } });
    expect(state?.outputs["__provider"]).toMatch(/pulumi-smartlock\/runtime/);
  });

  it.each(names)("%s: what is incomplete is seen even after a refresh forgot the failure", (name) => {
    expect(refreshed.errors[name]).toBeUndefined();
    expect(preview.steps[name]).toBe("update");
  });

  it.each(names)("%s: the next run completes the same object", (name) => {
    const subject = subjectOf(name);
    expect(completed.errors[name]).toBeUndefined();
    expect(world.engine.state.get(name)?.id).toBe(states.get(name)?.id);
    const inputs = program.find((resource) => resource.name === name)?.inputs;
    expect(recordOf(world, subject, name)).toMatchObject(inputs as Bag);
  });

  it("is silent then", () => {
    const steps = Object.entries(silent.steps).filter(([, step]) => step !== "same");
    expect({ steps, output: silent.output }).toEqual({ steps: [], output: "" });
  });

  it("a failure before any id is a plain one, and nothing is kept", async () => {
    world.simulator.setFaults([{ kind: "error", operation: "PUT *", status: 400, count: "always" }]);
    const provider = await startProvider(world.environment);
    const { inputs } = await provider.check({}, sentInputs("Address", address.inputs(5)));
    const error = await provider.create(inputs).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(InitFailure);
    world.simulator.clearFaults();
    await provider.stop();
  });
});
