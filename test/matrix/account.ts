import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { accountId, addresses, locks, long } from "../contract/world";
import type { Bag } from "../protocol/plugin";
import { Machine, ProviderInProcess } from "../protocol/provider-in-process";
import type { Stored } from "../protocol/engine-state";
import { type RunResult, TestEngine } from "../protocol/test-engine";
import { VirtualTime } from "../protocol/virtual-time";
import type { Column } from "./columns";

export const token = "canary-token-51c7e2";

/** In seconds. All other limits on waits are the provider's own. */
export const settings = { settleTimeout: 40, timeout: 20 };

/** An account with or without the resource, as a run finds it. */
export interface Scene {
  readonly account: AccountState;
  readonly state: ReadonlyMap<string, Stored>;
}

/** The simulated account of a column and an engine with its state, both on virtual time. */
export class Account {
  readonly time: VirtualTime;
  engine!: TestEngine<ProviderInProcess>;
  machine!: Machine;

  private constructor(
    readonly simulator: Simulator,
    readonly column: Column,
  ) {
    this.time = new VirtualTime(simulator);
    const state = simulator.state();
    this.restore({ account: populated(state, column), state: new Map() });
  }

  static async start(column: Column): Promise<Account> {
    const simulator = await startSimulator({ seed: "demo", clock: "held", settleMs: 300, token });
    return new Account(simulator, column);
  }

  /** The current account and state, to be restored later. */
  scene(): Scene {
    return { account: this.simulator.state(), state: new Map(this.engine.state) };
  }

  restore({ account, state }: Scene): void {
    this.simulator.clearFaults();
    this.simulator.setState(account);
    this.simulator.clearRequests();
    this.machine = new Machine(this.time, {
      SMARTLOCK_TOKEN: this.simulator.token,
      SMARTLOCK_BASE_URL: this.simulator.url,
      SMARTLOCK_SETTLE_TIMEOUT: String(settings.settleTimeout),
      SMARTLOCK_TIMEOUT: String(settings.timeout),
    });
    this.engine = new TestEngine(() => Promise.resolve(new ProviderInProcess(this.machine)));
    state.forEach((stored, name) => this.engine.state.set(name, stored));
  }

  /** Runs something and returns how long it took, in seconds of the service's clock. */
  async pass(run: Promise<RunResult>): Promise<RunResult & { readonly seconds: number }> {
    const began = this.time.now();
    const result = await this.time.pass(run);
    // Pulumi shows errors too.
    this.machine.spoken.push(...Object.values(result.errors));
    return { ...result, seconds: (this.time.now() - began) / 1000 };
  }

  records(): Bag[] {
    return this.simulator.state()[this.column.collection];
  }

  writes(): string[] {
    return this.simulator
      .requests()
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  }

  stop(): Promise<void> {
    return this.simulator.stop();
  }
}

function populated(
  state: AccountState,
  { neighbours, collection, behaviour, program, changed, replaced }: Column,
) {
  const dates = { creationDate: long, updateDate: long };
  const people = [program, changed, replaced]
    .map((declaration) => (declaration?.inputs as Bag | undefined)?.["accountUserId"])
    .concat(neighbours.map(({ accountUserId }) => accountUserId))
    .filter((id): id is number => typeof id === "number" && collection !== "users");
  const known = new Set(state.users.map(({ accountUserId }) => accountUserId));
  const users = [...new Set(people)]
    .filter((id) => !known.has(id))
    .map((accountUserId) => ({
      accountUserId,
      accountId,
      type: 0,
      email: `person-${accountUserId}@example.com`,
      name: `Person ${accountUserId}`,
      language: "en",
      ...dates,
    }));
  const places = Object.entries(addresses).map(([name, addressId]) => ({
    addressId,
    accountId,
    name,
    smartlockIds: [],
    ...dates,
  }));
  // A small account, since each run reads all of it and there are thousands of runs.
  const doors = Object.values(locks);
  const filled = {
    ...state,
    logs: [],
    intercoms: [],
    smartlocks: state.smartlocks.filter(({ smartlockId }) => doors.includes(smartlockId)),
    authorizations: state.authorizations.filter(({ smartlockId }) => doors.includes(smartlockId)),
    behaviour: { ...state.behaviour, forgetMs: 5_000, ...behaviour },
    users: [...state.users, ...users],
    addresses: [...state.addresses, ...places],
  };
  return { ...filled, [collection]: [...filled[collection], ...neighbours] };
}
