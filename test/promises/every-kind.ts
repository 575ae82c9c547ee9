import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountState, Simulator, SimulatorOptions } from "../../simulator";
import { pause, startService } from "../protocol/under-test";
import { type Declared, engineOf, type TestEngine } from "../protocol/test-engine";
import { each, samples } from "./samples";

type Bag = Record<string, unknown>;

/** Each run starts its own provider, and a test has several runs. */
jest.setTimeout(120_000);

/** Values that must never be seen. A plain search finds each of them in anything it would leak into. */
export const canaries = {
  token: "canary-token-51c7e2",
  code: 593847,
  otherCode: 784695,
  password: "canary-password-90ab",
  pushId: "https://canary-push.example.com/deliveries/77d1",
  notificationSecret: "ca4a4ac0de".repeat(8),
} as const;

/** Objects of the demo account that nobody here manages, for declarations without dependencies. */
export const seeded = { addressId: 701, accountUserId: 4003 };

/** A simulated account, and an engine with a state for it. */
export class Account {
  readonly engine: TestEngine;
  readonly #folder: string;

  private constructor(
    readonly simulator: Simulator,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#folder = mkdtempSync(join(tmpdir(), "smartlock-promise-"));
    this.engine = this.newEngine(environment);
  }

  static async start(
    options: SimulatorOptions = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Account> {
    const simulator = await startService({ seed: "demo", settleMs: 60, token: canaries.token, ...options });
    return new Account(simulator, environment);
  }

  /** An engine without a state, like another stack, or the same stack after its state was lost. */
  newEngine(
    environment: Readonly<Record<string, string>> = {},
    config: Readonly<Record<string, string>> = {},
  ): TestEngine {
    return engineOf(
      {
        SMARTLOCK_TOKEN: this.simulator.token,
        SMARTLOCK_BASE_URL: this.simulator.url,
        // Dead runs leave notes about their intents there.
        TMPDIR: this.#folder,
        ...environment,
      },
      config,
    );
  }

  /** The same state with other settings. */
  engineWith(environment: Readonly<Record<string, string>>): TestEngine {
    const other = this.newEngine(environment);
    this.engine.state.forEach((stored, name) => other.state.set(name, stored));
    return other;
  }

  /**
   * One resource of each kind and of each form of a grant. The user of a grant and the address of a unit are resources
   * of the program.
   */
  program(changes: Readonly<Record<string, Bag>> = {}): Declared[] {
    return this.#declare(changes, {
      addressId: (outputs) => outputs["house"]?.["addressId"],
      accountUserId: (outputs) => outputs["cleaner"]?.["accountUserId"],
    });
  }

  /** The same without dependencies, so that all writes happen at once. */
  independentProgram(changes: Readonly<Record<string, Bag>> = {}): Declared[] {
    return this.#declare(changes, undefined);
  }

  #declare(
    changes: Readonly<Record<string, Bag>>,
    references:
      | Readonly<Record<"addressId" | "accountUserId", (outputs: Readonly<Record<string, Bag>>) => unknown>>
      | undefined,
  ): Declared[] {
    const [front, garage] = [this.lockId("Front door"), this.lockId("Garage")];
    const inputs: Record<string, Bag> = {
      house: { name: "Beach house", smartlockIds: [front, garage], settings: { wifi: "guests" } },
      flat: { addressId: seeded.addressId, name: "Flat 1" },
      cleaner: { email: "cleaner@example.com", name: "Cleaner", language: "de" },
      desk: {
        email: "desk@example.com",
        password: canaries.password,
        name: "Front desk",
        rights: ["operate", "logs"],
        language: "en",
      },
      app: {
        smartlockId: garage,
        name: "Cleaner's app",
        accountUserId: seeded.accountUserId,
        remoteAllowed: true,
      },
      fob: {
        smartlockId: garage,
        type: 2,
        name: "Cleaner's fob",
        accountUserId: seeded.accountUserId,
        remoteAllowed: false,
      },
      code: {
        smartlockId: front,
        type: 13,
        name: "Morning code",
        code: canaries.code,
        remoteAllowed: false,
        allowedWeekDays: ["mon", "fri"],
        allowedFromTime: "08:00",
        allowedUntilTime: "16:00",
      },
      events: {
        webhookUrl: "https://hooks.example.com/doors",
        webhookFeatures: ["DEVICE_STATUS", "ACCOUNT_USER"],
      },
      alerts: {
        referenceId: "door-alerts",
        pushId: canaries.pushId,
        secret: canaries.notificationSecret,
        os: 2,
        language: "en",
        settings: [{ smartlockId: front, triggerEvents: ["unlock", "ring"] }],
      },
    };
    return samples.map(({ name, type }) => {
      const declared = { ...inputs[name], ...changes[name] };
      const referring = Object.entries(references ?? {}).filter(([field]) => Object.hasOwn(declared, field));
      if (referring.length === 0) {
        return { type, name, inputs: declared };
      }
      return {
        type,
        name,
        inputs: (outputs) => ({
          ...declared,
          ...Object.fromEntries(referring.map(([field, refer]) => [field, refer(outputs)])),
        }),
      };
    });
  }

  lockId(name: string): number {
    const lock = this.simulator.state().smartlocks.find((candidate) => candidate.name === name);
    if (lock === undefined) {
      throw new Error(`The demo account has no lock ${name}.`);
    }
    return lock.smartlockId;
  }

  /** Somebody does something in the app. */
  edit(change: (account: AccountState) => void): void {
    const state = this.simulator.state();
    change(state);
    this.simulator.setState(state);
  }

  /** Adds locks like the first one of the account. */
  addLocks(count: number): void {
    this.edit(({ smartlocks }) => {
      const [lock] = smartlocks;
      for (let n = 1; lock !== undefined && n <= count; n += 1) {
        smartlocks.push({ ...lock, smartlockId: lock.smartlockId + n, name: `Door ${n}` });
      }
    });
  }

  /** How many objects the service has for each resource. */
  counts(): Record<string, number> {
    const account = this.simulator.state();
    return each(({ objects }) => objects(account).length);
  }

  /** Every request except GET since the last `clearRequests`. */
  writes(): string[] {
    return this.simulator
      .requests()
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  }

  /** Long enough for every object to be old, and too short for the service to forget anything. */
  age(): void {
    this.simulator.clock.advance(2 * 60 * 60 * 1000);
  }

  async stop(): Promise<void> {
    await this.simulator.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Waits until a condition holds, without guessing how long that takes. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!isSo()) {
    if (Date.now() > deadline) {
      throw new Error("It did not become so.");
    }
    await pause(10);
  }
}
