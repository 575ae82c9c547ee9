import type { AccountState, Simulator, SimulatorOptions } from "../../simulator";
import { Account } from "../promises/every-kind";
import type { Bag } from "../protocol/plugin";
import type { Declared, TestEngine } from "../protocol/test-engine";

type Live = AccountState["authorizations"][number];

/** People of the account who have no authorization. */
export const people = { crew: 10_001, caretaker: 10_002 };

export const keypadCode = 482_913;

const window = { allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 960 };

/** A grant in each of its forms; their names differ. */
export const grants = {
  code: { name: "Cleaners", type: 13, code: keypadCode, remoteAllowed: false, ...window },
  app: { name: "Crew's app", accountUserId: people.crew, remoteAllowed: true, ...window },
  fob: {
    name: "Crew's fob",
    type: 2,
    accountUserId: people.crew,
    remoteAllowed: false,
    smartActionsEnabled: false,
  },
};

/** An account of doors, each with a keypad and somebody's code, and the engine that deploys sets to it. */
export class Doors {
  readonly ids: readonly number[];

  private constructor(readonly account: Account) {
    this.ids = account.simulator.state().smartlocks.map(({ smartlockId }) => smartlockId);
  }

  static async start(
    count: number,
    options: SimulatorOptions = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Doors> {
    const seed = `fleet:${count}x4x${count}` as const;
    return new Doors(await Account.start({ seed, settleMs: 20, ...options }, environment));
  }

  get engine(): TestEngine {
    return this.account.engine;
  }

  get simulator(): Simulator {
    return this.account.simulator;
  }

  /** The lock ids of doors by their numbers, from 0. */
  at(...numbers: readonly number[]): number[] {
    return numbers.map((n) => {
      const id = this.ids[n];
      if (id === undefined) {
        throw new RangeError(`There is no door ${n}.`);
      }
      return id;
    });
  }

  id(n: number): number {
    return this.at(n)[0] ?? 0;
  }

  /** The door as an error names it. */
  named(n: number): string {
    return `Door ${String(n + 1).padStart(4, "0")} (${this.id(n)})`;
  }

  /** The authorizations on the service with this name. */
  records(name: string): Live[] {
    return this.simulator.state().authorizations.filter((live) => live.name === name);
  }

  on(n: number, name: string): Live[] {
    return this.records(name).filter(({ smartlockId }) => smartlockId === this.id(n));
  }

  /** The service's ids, in the form of a set's output. */
  idsOf(name: string): Record<string, string> {
    return Object.fromEntries(this.records(name).map(({ smartlockId, id }) => [smartlockId, id]));
  }

  outputs(resource: string): Bag {
    return this.engine.state.get(resource)?.outputs ?? {};
  }

  reads(): string[] {
    const reads = this.simulator.requests().filter(({ method }) => method === "GET");
    return reads.map(({ path }) => path).sort();
  }

  writes(): string[] {
    return this.account.writes();
  }

  /** Lists of authorizations lack these from now on, or all. */
  hide(ids: readonly string[] = []): void {
    this.simulator.setFaults([
      {
        kind: "lacking",
        operation: "GET /smartlock/auth",
        count: "always",
        ...(ids.length > 0 && { ids: [...ids] }),
      },
    ]);
  }

  /** Somebody adds authorizations in the app. */
  add(...records: readonly Partial<Live>[]): void {
    this.account.edit((state) => {
      const now = this.simulator.clock.iso();
      records.forEach((record, n) =>
        state.authorizations.push({
          id: `5e${String(state.authorizations.length + n).padStart(22, "0")}`,
          smartlockId: this.id(0),
          name: "Somebody",
          type: 13,
          remoteAllowed: false,
          enabled: true,
          lockCount: 0,
          creationDate: now,
          updateDate: now,
          ...record,
        }),
      );
    });
  }

  /** Somebody changes the authorization with this name on a door. */
  change(n: number, name: string, fields: Partial<Live>): void {
    this.account.edit(({ authorizations }) =>
      authorizations
        .filter((live) => live.smartlockId === this.id(n) && live.name === name)
        .forEach((live) => Object.assign(live, fields)),
    );
  }

  /** Somebody deletes the authorization with this name on a door. */
  remove(n: number, name: string): void {
    this.account.edit((state) => {
      state.authorizations = state.authorizations.filter(
        (live) => live.smartlockId !== this.id(n) || live.name !== name,
      );
    });
  }

  stop(): Promise<void> {
    return this.account.stop();
  }
}

export function set(name: string, inputs: Bag, options: Partial<Declared> = {}): Declared {
  return { type: "AuthorizationSet", name, inputs, ...options };
}
