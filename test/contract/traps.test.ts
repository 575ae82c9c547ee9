import { execFileSync } from "node:child_process";
import { type Bag, InitFailure, ProviderProcess } from "../protocol/provider-process";
import { type Declared, type RunResult, TestEngine } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { RecordingProxy } from "./recording-proxy";
import { declared, nameOf, recordOf, recordsOf, type Subject } from "./subject";
import { keypadCode, locks, World } from "./world";

function subjectOf(name: string): Subject {
  const subject = subjects.find((candidate) => nameOf(candidate) === name);
  if (subject === undefined) {
    throw new Error(`There is no table for ${name}.`);
  }
  return subject;
}

const address = subjectOf("Address");
const code = subjectOf("Authorization (keypad code)");
const subAccount = subjectOf("SubAccount");

function bagOf(kind: string, inputs: Bag, owner = "trap"): Bag {
  return {
    ...declared(inputs),
    __provider: `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${kind};`,
    __owner: `urn:pulumi:test::program::pulumi-nodejs:dynamic/smartlock:${kind}::${owner}`,
  };
}

/** Each trap of Pulumi's protocol for dynamic resources that the engine layer handles, once. */
describe("Traps of the protocol", () => {
  let world: World;
  const program: readonly Declared[] = subjects.map((subject) => ({
    type: subject.kind,
    name: nameOf(subject),
    inputs: subject.inputs(0),
  }));
  let provider: ProviderProcess;

  beforeAll(async () => {
    world = await World.start();
    const created = await world.engine.up(program);
    expect(created.errors).toEqual({});
    provider = await ProviderProcess.start(world.environment);
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
    expect(outputs["__version"]).toBe(1);
    expect(new Set(outputs["__declared"] as string[])).toEqual(new Set(Object.keys(subject.inputs(0))));
  });

  it.each(rows)("%s: state of a later release is refused", async (_name, subject) => {
    const { id, outputs, inputs } = stored(subject);
    await expect(provider.diff(id, { ...outputs, __version: 99 }, inputs)).rejects.toThrow(/later release/);
  });

  it("replaceOnChanges reaches the engine, which ignores its own", async () => {
    const { id, outputs } = stored(address);
    const changed = bagOf("Address", { ...address.inputs(0), name: "Another" });
    const replacing = async (paths: string[], news: Bag = changed) =>
      (await provider.diff(id, outputs, { ...news, __replaceOn: paths })).replaces;
    expect(await replacing([])).toEqual([]);
    expect(await replacing(["smartlockIds"])).toEqual([]);
    expect(await replacing(["name"])).toEqual(["name"]);
    expect(await replacing(["*"])).toEqual(["name"]);
    const open = bagOf("Address", {
      ...address.inputs(0),
      settings: { wifi: "open", heating: { degrees: 19 } },
    });
    expect(await replacing(["settings.heating.degrees"], open)).toEqual([]);
    expect(await replacing(["settings.wifi"], open)).toEqual(["settings"]);
    expect(await replacing(['settings["wifi"]'], open)).toEqual(["settings"]);
  });

  it("ignoreChanges reaches the comparison with the service, in all forms of a path", async () => {
    const { id, outputs } = stored(address);
    const news = bagOf("Address", { ...address.inputs(0), settings: { wifi: "open" }, smartlockIds: [] });
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
    const engine = new TestEngine({ ...world.environment, SMARTLOCK_BASE_URL: proxy.url });
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
    expect(state).toMatchObject({ initFailed: true, outputs: { __version: 1 } });
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
    const provider = await ProviderProcess.start(world.environment);
    const { inputs } = await provider.check({}, bagOf("Address", address.inputs(5)));
    const error = await provider.create(inputs).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(InitFailure);
    world.simulator.clearFaults();
    await provider.stop();
  });
});

describe("Configuration", () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world.stop());

  /** Neither of the developer's own. */
  const nothing = { SMARTLOCK_TOKEN: "", SMARTLOCK_BASE_URL: "" };
  const stack = (): Record<string, string> => ({
    "smartlock:token": world.simulator.token,
    "smartlock:baseUrl": world.simulator.url,
  });

  it("is known to the very first calls of all kinds, although they do not wait for it", async () => {
    const provider = await ProviderProcess.start(nothing, stack());
    const checks = subjects.map((subject) =>
      provider.check({}, bagOf(subject.kind, subject.inputs(0), nameOf(subject))),
    );
    const failures = (await Promise.all(checks)).flatMap((checked) => checked.failures);
    expect(failures).toEqual([]);
    await provider.stop();
  });

  it("that is wrong fails every call with its name, and never runs unconfigured", async () => {
    const provider = await ProviderProcess.start(nothing, { ...stack(), "smartlock:adopt": "perhaps" });
    for (const attempt of [1, 2]) {
      const check = provider.check({}, bagOf("Address", address.inputs(attempt)));
      await expect(check).rejects.toThrow(/stack configuration smartlock:adopt/);
    }
    await provider.stop();
  });

  it("takes the environment before the stack, and a refused token is told by its source and place", async () => {
    const wrong = { ...stack(), "smartlock:token": "expired-token" };
    const good = await ProviderProcess.start({ ...nothing, SMARTLOCK_TOKEN: world.simulator.token }, wrong);
    const { failures } = await good.check({}, bagOf("Address", address.inputs(1)));
    expect(failures).toEqual([]);
    await good.stop();

    const bad = await ProviderProcess.start(nothing, wrong);
    const read = bad.read("7801", bagOf("Address", {}));
    await expect(read).rejects.toThrow(/stack configuration smartlock:token/);
    await expect(bad.read("7801", bagOf("Address", {}))).rejects.toThrow(world.simulator.url);
    // Refresh and destroy use what the state saved: that it expired is the usual cause.
    await expect(bad.read("7801", bagOf("Address", {}))).rejects.toThrow(/saved/);
    expect(bad.output).not.toContain("expired-token");
    await bad.stop();
  });
});

describe("Secrets", () => {
  it("are taken out of what the service says, in every verb", async () => {
    const world = await World.start();
    const { engine, simulator } = world;
    const quoted = (operation: string): void =>
      simulator.setFaults([
        {
          kind: "error",
          operation,
          status: 400,
          message: `Bad: ${keypadCode(0)}, ${keypadCode(9)}`,
          count: "always",
        },
      ]);
    const program = (value: number): Declared[] => [
      { type: "Authorization", name: "Guest", inputs: { ...code.inputs(0), code: value } },
    ];
    quoted("PUT /smartlock/{smartlockId}/auth");
    const created = await engine.up(program(keypadCode(0)));
    simulator.clearFaults();
    expect((await engine.up(program(keypadCode(0)))).errors).toEqual({});
    quoted("POST /smartlock/{smartlockId}/auth/{id}");
    const updated = await engine.up(program(keypadCode(9)));
    expect(created.errors["Guest"]).toContain("The service says");
    expect(created.errors["Guest"]).not.toContain(String(keypadCode(0)));
    expect(updated.errors["Guest"]).toContain("The service says");
    expect(updated.errors["Guest"]).not.toContain(String(keypadCode(9)));
    await world.stop();
  });
});

describe("The process", () => {
  it("prints nothing while it loads, since the first line belongs to the protocol", () => {
    const folder = process.env["SMARTLOCK_TEST_PACKAGE"] ?? "";
    const load = ["-e", 'require("pulumi-smartlock/runtime")'];
    expect(execFileSync(process.execPath, load, { cwd: folder, encoding: "utf8" })).toBe("");
  });

  it("sends nothing more when its engine has died", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    const { inputs } = await provider.check({}, bagOf("Address", address.inputs(0)));
    provider.abandon();
    const abandonedAt = Date.now();
    const again = () => provider.check({}, bagOf("Address", address.inputs(0))).then(() => "", String);
    let answer = await again();
    while (!answer.includes("engine has ended") && Date.now() - abandonedAt < 5_000) {
      answer = await again();
    }
    expect(Date.now() - abandonedAt).toBeLessThan(1_000);
    await expect(provider.create(inputs)).rejects.toThrow(/engine has ended/);
    expect(world.writes()).toEqual([]);
    await provider.stop();
    await world.stop();
  });

  it("ends at once when it is told to, with a request under way", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    const { inputs } = await provider.check({}, bagOf("Address", address.inputs(0)));
    world.simulator.setFaults([{ kind: "slow", operation: "PUT /address", ms: 60_000, clock: "real" }]);
    const create = provider.create(inputs).catch((error: unknown) => error);
    while (!world.writes().includes("PUT /address")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const asked = Date.now();
    await provider.stop();
    // Pulumi waits 5 s before it kills.
    expect(Date.now() - asked).toBeLessThan(3_000);
    expect(await create).toBeInstanceOf(Error);
    await world.stop();
  });

  it("two kinds of one process share one account, one list and one claim", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    await provider.check({}, bagOf("Authorization", code.inputs(1), "a"));
    await provider.check({}, bagOf("Address", address.inputs(1), "b"));
    const twice = await provider.check({}, bagOf("Authorization", code.inputs(1), "c"));
    expect(twice.failures.map(({ reason }) => reason).join()).toMatch(/collides with Authorization "a"/);
    expect(world.repeatedReads()).toEqual([]);
    expect(recordsOf(world, code).some((record) => record["code"] === keypadCode(1))).toBe(false);
    await provider.stop();
    await world.stop();
  });
});
