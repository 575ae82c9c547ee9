import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AccountState,
  type OperationName,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator";
import { type Declared, TestEngine } from "../protocol/test-engine";

type Bag = Record<string, unknown>;

/** Values that must never be seen. Each is found by a plain search, in whatever it would leak into. */
export const canaries = {
  token: "canary-token-51c7e2",
  code: 593847,
  otherCode: 784695,
  password: "canary-password-90ab",
  pushId: "https://canary-push.example.com/deliveries/77d1",
  notificationSecret: "ca4a4ac0de".repeat(8),
} as const;

/** Objects of the demo account that nobody here manages, for declarations that depend on nothing. */
export const seeded = { addressId: 701, accountUserId: 4003 };

/** One resource of a kind, with the calls that make and change it and a way to find its objects at the service. */
export interface Sample {
  readonly name: string;
  readonly type: string;
  readonly create: OperationName;
  readonly list: OperationName;
  readonly update?: OperationName;
  readonly remove: OperationName;
  /** Every object in the account that somebody would take for it. */
  objects(account: AccountState): readonly object[];
  /** The declaration, changed in what the service can change, or else in what replaces it. */
  readonly change: Bag;
  /** Somebody changes it in the app. */
  drift?(account: AccountState): void;
  /** Somebody deletes it in the app. */
  delete(account: AccountState): void;
}

const grants = {
  create: "PUT /smartlock/{smartlockId}/auth",
  list: "GET /smartlock/auth",
  update: "POST /smartlock/{smartlockId}/auth/{id}",
  remove: "DELETE /smartlock/{smartlockId}/auth/{id}",
} as const;

function grant(name: string, shownAs: string, change: Bag): Sample {
  const isIt = (live: { name: string }): boolean => live.name.startsWith(shownAs);
  return {
    name,
    type: "Authorization",
    ...grants,
    change,
    objects: ({ authorizations }) => authorizations.filter(isIt),
    drift: ({ authorizations }) =>
      authorizations.filter(isIt).forEach((live) => (live.remoteAllowed = !live.remoteAllowed)),
    delete: (account) => {
      account.authorizations = account.authorizations.filter((live) => !isIt(live));
    },
  };
}

export const samples: readonly Sample[] = [
  {
    name: "house",
    type: "Address",
    create: "PUT /address",
    list: "GET /address",
    update: "POST /address/{addressId}",
    remove: "DELETE /address/{addressId}",
    change: { settings: { wifi: "owners" } },
    objects: ({ addresses }) => addresses.filter(({ name }) => name === "Beach house"),
    drift: ({ addresses }) =>
      addresses
        .filter(({ name }) => name === "Beach house")
        .forEach((live) => (live.settings = { wifi: "open" })),
    delete: (account) => {
      account.addresses = account.addresses.filter(({ name }) => name !== "Beach house");
    },
  },
  {
    name: "flat",
    type: "AddressUnit",
    create: "PUT /address/{addressId}/unit",
    list: "GET /address/{addressId}/unit",
    remove: "DELETE /address/{addressId}/unit/{id}",
    change: { name: "Flat 1 B" },
    objects: ({ addressUnits }) => addressUnits.filter(({ name }) => name.startsWith("Flat 1")),
    delete: (account) => {
      account.addressUnits = account.addressUnits.filter(({ name }) => !name.startsWith("Flat 1"));
    },
  },
  {
    name: "cleaner",
    type: "AccountUser",
    create: "PUT /account/user",
    list: "GET /account/user",
    update: "POST /account/user/{accountUserId}",
    remove: "DELETE /account/user/{accountUserId}",
    change: { name: "Cleaner of the week" },
    objects: ({ users }) => users.filter(({ email }) => /^cleaner@/i.test(email)),
    drift: ({ users }) =>
      users.filter(({ email }) => /^cleaner@/i.test(email)).forEach((live) => (live.name = "By hand")),
    delete: (account) => {
      account.users = account.users.filter(({ email }) => !/^cleaner@/i.test(email));
    },
  },
  {
    name: "desk",
    type: "SubAccount",
    create: "PUT /account/sub",
    list: "GET /account/sub",
    update: "POST /account/sub/{accountId}",
    remove: "DELETE /account/sub/{accountId}",
    change: { rights: ["operate"] },
    objects: ({ subAccounts }) => subAccounts.filter(({ email }) => email === "desk@example.com"),
    drift: ({ subAccounts }) =>
      subAccounts.filter(({ email }) => email === "desk@example.com").forEach((live) => (live.rights = 127)),
    delete: (account) => {
      account.subAccounts = account.subAccounts.filter(({ email }) => email !== "desk@example.com");
    },
  },
  grant("app", "Cleaner's app", { name: "Cleaner's app 2" }),
  grant("fob", "Cleaner's fob", { name: "Cleaner's fob 2" }),
  grant("code", "Morning code", { allowedUntilTime: "17:00" }),
  {
    name: "events",
    type: "Webhook",
    create: "PUT /api/decentralWebhook",
    list: "GET /api/decentralWebhook",
    remove: "DELETE /api/decentralWebhook/{id}",
    change: { webhookUrl: "https://hooks.example.com/doors/2" },
    objects: ({ webhooks }) =>
      webhooks.filter(({ webhookUrl }) => webhookUrl.startsWith("https://hooks.example.com/")),
    delete: (account) => {
      account.webhooks = account.webhooks.filter(
        ({ webhookUrl }) => !webhookUrl.startsWith("https://hooks.example.com/"),
      );
    },
  },
  {
    name: "alerts",
    type: "Notification",
    create: "PUT /notification",
    list: "GET /notification",
    update: "POST /notification/{notificationId}",
    remove: "DELETE /notification/{notificationId}",
    change: { settings: [{ triggerEvents: ["ring"] }] },
    objects: ({ notifications }) => notifications.filter(({ referenceId }) => referenceId === "door-alerts"),
    drift: ({ notifications }) =>
      notifications
        .filter(({ referenceId }) => referenceId === "door-alerts")
        .forEach((live) => (live.language = "fr")),
    delete: (account) => {
      account.notifications = account.notifications.filter(
        ({ referenceId }) => referenceId !== "door-alerts",
      );
    },
  },
];

export const names = samples.map(({ name }) => name);

/** For tables of expectations: the same for each resource. */
export function each<Value>(value: Value | ((sample: Sample) => Value)): Record<string, Value> {
  return Object.fromEntries(
    samples.map((sample) => [
      sample.name,
      typeof value === "function" ? (value as (sample: Sample) => Value)(sample) : value,
    ]),
  );
}

/** A simulated account, and an engine whose state is about it. */
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
    const simulator = await startSimulator({ seed: "demo", settleMs: 60, token: canaries.token, ...options });
    return new Account(simulator, environment);
  }

  /** An engine without a state, such as another stack has, or the same one after its state was lost. */
  newEngine(
    environment: Readonly<Record<string, string>> = {},
    config: Readonly<Record<string, string>> = {},
  ): TestEngine {
    return new TestEngine(
      {
        SMARTLOCK_TOKEN: this.simulator.token,
        SMARTLOCK_BASE_URL: this.simulator.url,
        // Intents of runs that died are noted there.
        TMPDIR: this.#folder,
        ...environment,
      },
      config,
    );
  }

  /** The same state, looked at with other settings. */
  engineWith(environment: Readonly<Record<string, string>>): TestEngine {
    const other = this.newEngine(environment);
    this.engine.state.forEach((stored, name) => other.state.set(name, stored));
    return other;
  }

  /** One resource of each kind and of each form of a grant; user and unit belong to others of the program. */
  program(changes: Readonly<Record<string, Bag>> = {}): Declared[] {
    return this.#declare(changes, {
      addressId: (outputs) => outputs["house"]?.["addressId"],
      accountUserId: (outputs) => outputs["cleaner"]?.["accountUserId"],
    });
  }

  /** The same, each depending on nothing, so that all writes are under way at once. */
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

  /** How many objects of each resource the service has. */
  counts(): Record<string, number> {
    const account = this.simulator.state();
    return each(({ objects }) => objects(account).length);
  }

  /** Everything but GET that was asked for since the last `clearRequests`. */
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

/** Waits, without a guess of how long, until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!isSo()) {
    if (Date.now() > deadline) {
      throw new Error("It did not become so.");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
