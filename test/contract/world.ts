import type { AccountStateInput, Simulator } from "../../simulator";
import { startService } from "../protocol/under-test";
import { smartlockId } from "../../simulator/ids";
import { engineOf, type TestEngine } from "../protocol/test-engine";

/** Locks of the simulator's demo account. */
export const locks = {
  front: smartlockId(4, 518_201_377),
  office: smartlockId(5, 610_774_205),
  /** Without a keypad. */
  garage: smartlockId(0, 403_118_962),
};

export const accountId = 100_200;
export const addresses = { harbour: 7_801, station: 7_802 };
const people = 240;

/** A person of the account who has no authorization yet. */
export function person(n: number): number {
  if (n >= people) {
    throw new RangeError(`The world has only ${people} people.`);
  }
  return 5_000 + n;
}

/** A different keypad code for each number: six digits from 1 to 9, not beginning with 12. */
export function keypadCode(n: number): number {
  const digits = Array.from(n.toString(9).padStart(5, "0"), (digit) => Number(digit) + 1);
  return Number(`4${digits.join("")}`);
}

/** An id in the form that the service uses for objects without numbers. */
export function hexId(prefix: string, n: number): string {
  return `${prefix}${String(n).padStart(24 - prefix.length, "0")}`;
}

/** The inputs of a sub-account. */
export const desk = {
  email: "desk@example.com",
  password: "an-invented-password-1",
  language: "en",
  name: "Desk",
  rights: ["operate"],
};

export const long = "2020-03-01T00:00:00.000Z";

/** This many people whom nobody manages and who have no authorization. */
export function users(count: number): NonNullable<AccountStateInput["users"]> {
  return Array.from({ length: count }, (_, n) => ({
    accountUserId: person(n),
    accountId,
    type: 0,
    email: `person-${n}@example.com`,
    name: `Person ${n}`,
    language: "en",
    creationDate: long,
    updateDate: long,
  }));
}

/** The demo account with people to grant access to and addresses to divide. No program manages anything here. */
function populated(state: AccountStateInput): AccountStateInput {
  const dates = { creationDate: long, updateDate: long };
  return {
    ...state,
    users: [...(state.users ?? []), ...users(people)],
    addresses: [
      ...(state.addresses ?? []),
      ...Object.entries(addresses).map(([name, addressId]) => ({
        addressId,
        accountId,
        name,
        smartlockIds: [],
        ...dates,
      })),
    ],
  };
}

/** A separate service for each scenario, and the engine that deploys to it. */
export class World {
  readonly simulator: Simulator;
  readonly engine: TestEngine;

  private constructor(simulator: Simulator, engine: TestEngine) {
    this.simulator = simulator;
    this.engine = engine;
  }

  static async start(): Promise<World> {
    const simulator = await startService({ seed: "demo", settleMs: 20 });
    simulator.setState(populated(simulator.state()));
    return new World(simulator, engineOf(environmentOf(simulator)));
  }

  get environment(): Readonly<Record<string, string>> {
    return environmentOf(this.simulator);
  }

  /** Another engine with the same state and more settings. */
  engineWith(settings: Readonly<Record<string, string>>): TestEngine {
    const other = engineOf({ ...this.environment, ...settings });
    this.engine.state.forEach((stored, name) => other.state.set(name, structuredClone(stored)));
    return other;
  }

  /** Requests that could have changed something, as method and path. */
  writes(): string[] {
    const requests = this.simulator.requests().filter(({ method }) => method !== "GET");
    return requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** Reads that were sent more than once. Pages of one list differ in their query. */
  repeatedReads(): string[] {
    const reads = this.simulator.requests().filter(({ method }) => method === "GET");
    const asked = reads.map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
    return asked.filter((read, index) => asked.indexOf(read) !== index);
  }

  /** Somebody else changes the account. */
  outside(change: (state: ReturnType<Simulator["state"]>) => void): void {
    const state = this.simulator.state();
    change(state);
    this.simulator.setState(state);
  }

  pass(hours: number): void {
    this.simulator.clock.advance(hours * 3_600_000);
  }

  async stop(): Promise<void> {
    await this.simulator.stop();
  }
}

function environmentOf({ token, url }: Simulator): Readonly<Record<string, string>> {
  return { SMARTLOCK_TOKEN: token, SMARTLOCK_BASE_URL: url };
}
