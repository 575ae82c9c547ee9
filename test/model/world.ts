import { type AccountState, type AccountStateInput, type Simulator, startSimulator } from "../../simulator";
import { accountId, locks, long, person as personOf, users } from "../contract/world";
import { Machine } from "../protocol/provider-in-process";
import { VirtualTime } from "../protocol/virtual-time";

export const hosts = [
  { smartlockId: locks.front, hasKeypad: true },
  { smartlockId: locks.office, hasKeypad: true },
  { smartlockId: locks.garage, hasKeypad: false },
];

export const seededAddress = 701;
const PEOPLE = 6;
const LONGEST_RUN_MS = 6 * 60 * 60_000;

/** A person of the account whom nobody manages and who has no authorization. */
export function person(n: number): number {
  return personOf(n % PEOPLE);
}

export const people = Array.from({ length: PEOPLE }, (_, n) => person(n));

/** How the service behaves where the real one is free to choose. */
export interface Behaviour {
  readonly settleMs: number;
  readonly latencyMs: number;
  readonly webhookListShowsSecret: boolean;
  readonly absentStatus: 400 | 403 | 404;
}

export interface Beginning {
  readonly behaviour: Behaviour;
  /** Whether every request is logged. */
  readonly isLogged: boolean;
}

/** The demo account with people to grant access to, and one object of each kind that no program declares. */
function populated(state: AccountStateInput): AccountStateInput {
  const dates = { creationDate: long, updateDate: long };
  const isHere = ({ smartlockId }: { readonly smartlockId: number }): boolean =>
    hosts.some((host) => host.smartlockId === smartlockId);
  return {
    ...state,
    // Fewer objects make shorter lists, and more histories per hour.
    smartlocks: (state.smartlocks ?? []).filter(isHere),
    authorizations: (state.authorizations ?? []).filter(isHere),
    addresses: (state.addresses ?? []).map((address) => ({ ...address, smartlockIds: [locks.front] })),
    users: [...(state.users ?? []), ...users(PEOPLE)],
    subAccounts: [
      {
        accountId: 900_001,
        type: 0,
        email: "partner@example.com",
        name: "Partner",
        masterAccountId: accountId,
        rights: 2,
        language: "en",
        ...dates,
      },
    ],
    webhooks: [
      {
        id: 31,
        secret: "an-invented-secret",
        webhookUrl: "https://others.example.com/doors",
        webhookFeatures: ["DEVICE_STATUS"],
        apiKeyId: 301,
      },
    ],
    notifications: [
      { notificationId: "6a0000000000000000000001", pushId: "a phone", os: 0, status: 1, settings: [] },
    ],
  };
}

/** One simulated service for many histories. Each begins with the same account. */
export class World {
  readonly time: VirtualTime;
  readonly #begin: AccountState;

  private constructor(readonly simulator: Simulator) {
    this.time = new VirtualTime(simulator);
    simulator.setState(populated(simulator.state()));
    this.#begin = simulator.state();
  }

  static async start(token: string): Promise<World> {
    return new World(await startSimulator({ seed: "demo", clock: "held", token }));
  }

  /** Resets the account and returns a machine on which nothing has run. */
  begin({ behaviour, isLogged }: Beginning): Machine {
    const { simulator } = this;
    simulator.clearFaults();
    simulator.clearRequests();
    const before = this.#begin;
    simulator.setState({
      ...before,
      // It would only shift the due times of pending work, and there is none.
      savedAt: undefined,
      behaviour: { ...before.behaviour, ...behaviour },
    });
    const environment = { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url };
    return new Machine(this.time, environment, isLogged);
  }

  /** Lets a run continue to its end. It has to end. */
  async until<T>(work: Promise<T>): Promise<T> {
    let cancel: () => void = () => undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      cancel = this.time.after(LONGEST_RUN_MS, () =>
        reject(new Error("A run did not end within six hours.")),
      );
    });
    try {
      return await this.time.pass(Promise.race([work, tooLong]));
    } finally {
      cancel();
    }
  }

  /** Lets time pass, so that requests on their way arrive. */
  async pass(ms: number): Promise<void> {
    await this.time.pass(new Promise<void>((resolve) => this.time.after(ms, resolve)));
  }

  /** Somebody does something at once. */
  edit(change: (account: AccountState) => void): void {
    const state = this.simulator.state();
    change(state);
    this.simulator.setState(state);
  }

  async stop(): Promise<void> {
    await this.simulator.stop();
  }
}
