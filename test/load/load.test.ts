import { appendFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Behaviour, type Fault, type Simulator, startSimulator } from "../../simulator";
import { keypadCode } from "../contract/world";
import { Machine, ProviderInProcess } from "../protocol/provider-in-process";
import { type Declared, type RunResult, TestEngine } from "../protocol/test-engine";
import { VirtualTime } from "../protocol/virtual-time";

/** `npm run test:load` asks for a thousand. */
const COUNT = Number(process.env["SMARTLOCK_LOAD_AUTHORIZATIONS"] ?? "100");
const PER_LOCK = 10;
const LOCKS = COUNT / PER_LOCK;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heldMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Half of them single, half of them in sets on all locks. */
function programOn(locks: readonly number[]): Declared[] {
  const singles = locks.flatMap((smartlockId, lock) =>
    Array.from({ length: PER_LOCK / 2 }, (_, n): Declared => {
      const number = lock * PER_LOCK + n;
      const name = `Guest ${number}`;
      const inputs = { smartlockId, type: 13, name, code: keypadCode(number), remoteAllowed: false };
      return { type: "Authorization", name, inputs };
    }),
  );
  const sets = Array.from({ length: PER_LOCK / 2 }, (_, n): Declared => {
    const name = `Team ${n}`;
    const code = keypadCode(20_000 + n);
    const inputs = { smartlockIds: locks, type: 13, name, code, remoteAllowed: false };
    return { type: "AuthorizationSet", name, inputs };
  });
  return [...singles, ...sets];
}

interface Load {
  readonly up: RunResult;
  readonly preview: RunResult;
  readonly destroyed: RunResult;
  readonly made: readonly { readonly smartlockId: number; readonly code?: number | undefined }[];
  readonly left: number;
  /** Simulated seconds of the run that created them. */
  readonly seconds: number;
  readonly requests: number;
  readonly refused: number;
  /** Memory of the run while all of them were in progress, beyond the memory before. */
  readonly megabytes: number;
}

async function load(behaviour: Partial<Behaviour>, faults: readonly Fault[]): Promise<Load> {
  const simulator = await startSimulator({ seed: `fleet:${LOCKS}x1x0`, clock: "held", settleMs: 500 });
  try {
    const state = simulator.state();
    simulator.setState({ ...state, behaviour: { ...state.behaviour, ...behaviour } });
    simulator.setFaults(faults);
    return await measured(simulator);
  } finally {
    await simulator.stop();
  }
}

async function measured(simulator: Simulator): Promise<Load> {
  const time = new VirtualTime(simulator);
  const machine = new Machine(time, { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  const engine = new TestEngine(() => Promise.resolve(new ProviderInProcess(machine)));
  const program = programOn(simulator.state().smartlocks.map(({ smartlockId }) => smartlockId));
  const before = heldMegabytes();
  const began = time.now();
  let most = 0;
  const sample = (): void => {
    most = Math.max(most, heldMegabytes());
    // The test keeps the messages and requests, not the provider.
    machine.spoken.length = 0;
    simulator.clearRequests();
  };
  const requests = (): { all: number; refused: number } => ({
    all: simulator.requests().length,
    refused: simulator.requests().filter(({ status }) => status === 429 || status === 500).length,
  });
  const counted = { all: 0, refused: 0 };
  const note = (): void => {
    const { all, refused } = requests();
    counted.all += all;
    counted.refused += refused;
    sample();
  };
  const stopNoting = everySimulatedSeconds(time, 5, note);
  const up = await time.pass(engine.up(program));
  stopNoting();
  const seconds = Math.round((time.now() - began) / 1000);
  note();
  const made = simulator.state().authorizations;
  const preview = await time.pass(engine.preview(program));
  const destroyed = await time.pass(engine.destroy());
  return {
    up,
    preview,
    destroyed,
    made,
    left: simulator.state().authorizations.length,
    seconds,
    requests: counted.all,
    refused: counted.refused,
    megabytes: Math.round(most - before),
  };
}

function everySimulatedSeconds(time: VirtualTime, seconds: number, run: () => void): () => void {
  let cancel = (): void => undefined;
  const plan = (): void => {
    cancel = time.after(seconds * 1000, () => {
      run();
      plan();
    });
  };
  plan();
  return () => cancel();
}

const services: readonly { words: string; behaviour: Partial<Behaviour>; faults: readonly Fault[] }[] = [
  { words: "a service that takes all", behaviour: {}, faults: [] },
  { words: "a service that takes 20 requests a second", behaviour: { requestsPerSecond: 20 }, faults: [] },
  {
    words: "a service that needs 2 s for each and fails one in twenty",
    behaviour: { latencyMs: 2_000 },
    faults: [{ kind: "error", status: 500, operation: "*", share: 0.05, count: "always" }],
  },
];

describe(`${COUNT} authorizations`, () => {
  const loads = new Map<string, Load>();

  beforeAll(async () => {
    for (const { words, behaviour, faults } of services) {
      loads.set(words, await load(behaviour, faults));
    }
    const file = process.env["SMARTLOCK_LOAD_FIGURES"];
    if (file !== undefined) {
      const figures = [...loads].map(([words, { seconds, requests, refused, megabytes, made }]) => [
        words,
        {
          authorizations: made.length,
          requests,
          refused,
          "simulated seconds": seconds,
          "MB held": megabytes,
        },
      ]);
      appendFileSync(file, JSON.stringify(Object.fromEntries(figures)));
    }
  });

  it.each(services.map(({ words }) => words))("arrive at %s, none twice, and go again", (words) => {
    const { up, preview, destroyed, made, left } = loads.get(words) ?? {};
    expect(up?.errors).toEqual({});
    expect(made).toHaveLength(COUNT);
    expect(new Set(made?.map(({ smartlockId, code }) => `${smartlockId} ${String(code)}`)).size).toBe(COUNT);
    expect(new Set(Object.values(preview?.steps ?? {}))).toEqual(new Set(["same"]));
    expect(destroyed?.errors).toEqual({});
    expect(left).toBe(0);
  });

  it("take hardly longer than the pace of the service asks for", () => {
    const [all, paced] = services.map(({ words }) => loads.get(words));
    const waited = (paced?.seconds ?? NaN) - (all?.seconds ?? NaN);
    // Up to twice the necessary time: the provider may be too careful.
    expect(waited).toBeLessThan((2 * (paced?.requests ?? NaN)) / 20);
  });

  it("are held in hardly more memory where the service is slow than where it is not", () => {
    const [quick = 0, ...others] = services.map(({ words }) =>
      Math.max(0, loads.get(words)?.megabytes ?? NaN),
    );
    for (const megabytes of others) {
      expect(megabytes).toBeLessThan(2 * quick + 16);
    }
  });

  it("come with a line of progress that tells nothing but what is so", () => {
    const output = loads.get(services.at(-1)?.words ?? "")?.up.output ?? "";
    const lines = [...output.matchAll(/^Authorization: (\d+) done so far, (\d+) under way\.$/gm)];
    expect(lines.length).toBeGreaterThan(0);
    const done = lines.map(([, count]) => Number(count));
    expect(done).toEqual([...done].sort((one, other) => one - other));
    for (const [, ended, underWay] of lines) {
      expect(Number(ended) + Number(underWay)).toBeLessThanOrEqual(COUNT);
      expect(Number(underWay)).toBeGreaterThan(0);
    }
  });
});
