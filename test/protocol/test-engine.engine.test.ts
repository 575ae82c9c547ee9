import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import type { Bag } from "./plugin";
import { Machine, ProviderInProcess } from "./provider-in-process";
import { RECORDER, recorded, type RecordedCall } from "./recorded-calls";
import { type Declared, TestEngine } from "./test-engine";
import { VirtualTime } from "./virtual-time";

/** A resource in a form that both engines accept. */
interface Entry extends Omit<Declared, "inputs"> {
  readonly inputs: Bag;
  /** Fields that are outputs of other resources, such as `cleaner.accountUserId`. */
  readonly refers?: Readonly<Record<string, string>>;
}

function declared({ refers, inputs, ...entry }: Entry): Declared {
  return {
    ...entry,
    inputs:
      refers === undefined
        ? inputs
        : (outputs) => ({
            ...inputs,
            ...Object.fromEntries(
              Object.entries(refers).map(([field, reference]) => {
                const [name = "", output = ""] = reference.split(".");
                return [field, outputs[name]?.[output]];
              }),
            ),
          }),
  };
}

function written({ type, name, inputs, refers = {}, alias, ignoreChanges, replaceOnChanges }: Entry): string {
  const references = Object.entries(refers).map(([field, reference]) => `${field}: ${reference}`);
  const options = JSON.stringify({
    ...(alias !== undefined && { aliases: [{ name: alias }] }),
    ignoreChanges,
    replaceOnChanges,
  });
  return `const ${name} = new smartlock.${type}("${name}", { ...${JSON.stringify(inputs)}, ${references.join(", ")} }, ${options});`;
}

/** One resource for everything that can happen to a resource. */
function programs(lockId: (name: string) => number): Record<"first" | "second", Entry[]> {
  const [front, garage, office] = [lockId("Front door"), lockId("Garage"), lockId("Office")];
  const cleaner = {
    type: "AccountUser",
    name: "cleaner",
    inputs: { email: "cleaner@example.com", name: "Cleaner" },
  };
  const porter = {
    type: "AccountUser",
    name: "porter",
    inputs: { email: "porter@example.com", name: "Porter" },
  };
  const app = {
    type: "Authorization",
    name: "app",
    inputs: { smartlockId: garage, name: "App", remoteAllowed: true },
    refers: { accountUserId: "cleaner.accountUserId" },
  };
  const code = { smartlockId: front, type: 13, name: "Code", code: 784_693, remoteAllowed: false };
  const set = { smartlockIds: [front, office], type: 13, name: "Set", code: 593_824, remoteAllowed: false };
  const hook = { webhookUrl: "https://hooks.example.com/doors", webhookFeatures: ["DEVICE_STATUS"] };
  return {
    first: [
      cleaner,
      porter,
      app,
      { type: "Authorization", name: "code", inputs: code },
      { type: "AuthorizationSet", name: "set", inputs: set },
      { type: "Webhook", name: "hook", inputs: hook },
      { type: "Address", name: "house", inputs: { name: "House", smartlockIds: [front] } },
      {
        type: "AddressUnit",
        name: "flat",
        inputs: { name: "Flat" },
        refers: { addressId: "house.addressId" },
      },
      { type: "AddressUnit", name: "attic", inputs: { addressId: 701, name: "Attic" } },
    ],
    second: [
      { ...cleaner, inputs: { ...cleaner.inputs, name: "Cleaner, renamed" } },
      { ...app, refers: {}, inputs: { ...app.inputs, accountUserId: 4003 } },
      { type: "Authorization", name: "keypad", inputs: code, alias: "code" },
      { type: "AuthorizationSet", name: "set", inputs: { ...set, allowedFromTime: 480 } },
      { type: "Webhook", name: "hook", inputs: { ...hook, webhookUrl: "https://hooks.example.com/moved" } },
      { type: "Address", name: "house", inputs: { name: "House", smartlockIds: [front] } },
      {
        type: "AddressUnit",
        name: "flat",
        inputs: { name: "Flat 2" },
        refers: { addressId: "house.addressId" },
      },
      {
        type: "Notification",
        name: "bell",
        inputs: {
          referenceId: "bell",
          pushId: "an-invented-phone",
          os: 0,
          settings: [{ triggerEvents: ["ring"] }],
        },
      },
    ],
  };
}

/** The runs of both engines, in this order. */
const runs = [
  "first up",
  "same preview",
  "forced up",
  "second preview",
  "second up",
  "refresh",
  "destroy",
] as const;

type Runs = Record<(typeof runs)[number], RecordedCall[]>;

async function ofRealEngine(): Promise<Runs> {
  const simulator = await startSimulator({ seed: "demo", settleMs: 20 });
  const project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  const file = join(project.folder, "calls.jsonl");
  project.write("recorder.cjs", RECORDER);
  project.setVariable("NODE_OPTIONS", `--require ${JSON.stringify(join(project.folder, "recorder.cjs"))}`);
  project.setVariable("RECORDED_CALLS", file);
  const entries = programs(lockIn(simulator));
  const callsOf = async (...args: string[]): Promise<RecordedCall[]> => {
    writeFileSync(file, "");
    await project.pulumi(...args);
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as RecordedCall);
  };
  try {
    await project.pulumi("stack", "init", "test");
    project.program(entries.first.map(written).join("\n"));
    const first = await callsOf("up", "--yes", "--skip-preview");
    const same = await callsOf("preview");
    const replaced = "urn:pulumi:test::program::pulumi-nodejs:dynamic/smartlock:AccountUser::cleaner";
    const forced = await callsOf("up", "--yes", "--skip-preview", "--replace", replaced);
    project.program(entries.second.map(written).join("\n"));
    return {
      "first up": first,
      "same preview": same,
      "forced up": forced,
      "second preview": await callsOf("preview"),
      "second up": await callsOf("up", "--yes", "--skip-preview"),
      refresh: await callsOf("refresh", "--yes", "--skip-preview"),
      destroy: await callsOf("destroy", "--yes", "--skip-preview"),
    };
  } finally {
    project.remove();
    await simulator.stop();
  }
}

async function ofTestEngine(): Promise<Runs> {
  const simulator = await startSimulator({ seed: "demo", settleMs: 20, clock: "held" });
  const time = new VirtualTime(simulator);
  const machine = new Machine(time, { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  const calls: RecordedCall[] = [];
  const engine = new TestEngine(() => Promise.resolve(recorded(new ProviderInProcess(machine), calls)));
  const entries = programs(lockIn(simulator));
  const [first, second] = [entries.first.map(declared), entries.second.map(declared)];
  const callsOf = async (run: () => Promise<{ errors: object }>): Promise<RecordedCall[]> => {
    const { errors } = await time.pass(run());
    expect(errors).toEqual({});
    return calls.splice(0);
  };
  try {
    return {
      "first up": await callsOf(() => engine.up(first)),
      "same preview": await callsOf(() => engine.preview(first)),
      "forced up": await callsOf(() =>
        engine.up(first.map((entry) => ({ ...entry, forceReplace: entry.name === "cleaner" }))),
      ),
      "second preview": await callsOf(() => engine.preview(second)),
      "second up": await callsOf(() => engine.up(second)),
      refresh: await callsOf(() => engine.refresh()),
      destroy: await callsOf(() => engine.destroy()),
    };
  } finally {
    await simulator.stop();
  }
}

function lockIn(simulator: Simulator): (name: string) => number {
  return (name) => {
    const lock = simulator.state().smartlocks.find((candidate) => candidate.name === name);
    if (lock === undefined) {
      throw new Error(`The demo account has no lock ${name}.`);
    }
    return lock.smartlockId;
  };
}

describe("The test's own engine", () => {
  let real: Runs;
  let own: Runs;

  beforeAll(async () => {
    [real, own] = await Promise.all([ofRealEngine(), ofTestEngine()]);
  });

  it.each(runs)("makes the same calls about each resource as the real one: %s", (run) => {
    expect(bySubject(own[run])).toEqual(bySubject(real[run]));
  });

  it.each<[(typeof runs)[number], string, string]>([
    ["first up", "create cleaner", "check app"],
    ["first up", "create house", "check flat"],
    ["forced up", "delete app", "delete cleaner"],
    ["forced up", "create cleaner", "check app"],
    ["second up", "delete app", "create app"],
    ["second up", "delete flat", "create flat"],
    ["second up", "create hook", "delete hook"],
    ["second up", "create bell", "delete attic"],
    ["second up", "create bell", "delete porter"],
    ["destroy", "delete flat", "delete house"],
  ])("keeps the real one's order: in %s, %s comes before %s", (run, sooner, later) => {
    for (const calls of [real[run], own[run]]) {
      const words = calls.map(({ call, of }) => `${call} ${of}`);
      expect(words).toEqual(expect.arrayContaining([sooner, later]));
      expect(words.indexOf(sooner)).toBeLessThan(words.indexOf(later));
    }
  });
});

/** The order of resources that do not depend on each other is random. */
function bySubject(calls: readonly RecordedCall[]): Record<string, string[]> {
  const sequences: Record<string, string[]> = {};
  for (const { call, of, with: words } of calls) {
    (sequences[of] ??= []).push([call, ...words].join(", "));
  }
  return sequences;
}
