import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { AccountState, AccountStateInput } from "./account";
import { SimulatorClock } from "./clock";
import { Faults, type Fault } from "./faults";
import type { FiredFault } from "./fired-faults";
import { RequestLog, type RecordedRequest } from "./request-log";
import type { SmartlockRecord } from "./records";
import { allScopes, type Scope } from "./scopes";
import { seedState, type Seed } from "./seeds";
import { createApp } from "./server";
import { Simulation } from "./simulation";

export interface SimulatorOptions {
  /** The port to listen on. 0, the default, picks a free one. */
  port?: number;
  /** The address to listen on. Default: loopback. On any other address, the control interface requires the token too. */
  host?: string;
  /** The token for access to the account. Default: the first token of `state`, or else `demo-token`. */
  token?: string;
  /** What that token may do. Default: everything. */
  scopes?: readonly Scope[];
  /** The account to start with. Default: `demo`. */
  seed?: Seed;
  /** An account to start with instead of a seed, as `state()` returned it. */
  state?: AccountStateInput | undefined;
  /** How long each answer takes, by the simulator's clock. Default: 0. */
  latencyMs?: number;
  /** How long a lock takes to confirm an operation. Default: 0, which means at once. */
  settleMs?: number;
  /** A held clock moves only by `clock.advance(ms)`. Default: `running`. */
  clock?: "running" | "held";
  /** The time at which the clock starts. Default: the machine's time. */
  now?: Date;
}

/** One simulated lock, for tests to control. */
export interface SimulatedLock {
  /** `pending`: operations wait until it is back. `lost`: they are accepted but never happen. */
  goOffline(how: "pending" | "lost"): void;
  goOnline(): void;
  /** Whether a deleted authorization stays in the list and holds its code until the next sync. */
  leaveGhosts(on: boolean): void;
}

const loopback = ["127.0.0.1", "::1", "localhost"];

/** A running simulator: the service over HTTP at `url`, and the methods to control it. */
export class Simulator {
  readonly #parts: { simulation: Simulation; faults: Faults; requests: RequestLog };
  readonly #server: Server;

  private constructor(
    readonly url: string,
    readonly token: string,
    server: Server,
    parts: { simulation: Simulation; faults: Faults; requests: RequestLog },
    private readonly begin: () => AccountStateInput,
  ) {
    this.#server = server;
    this.#parts = parts;
  }

  static async start(options: SimulatorOptions): Promise<Simulator> {
    const { host = "127.0.0.1", port = 0, scopes = allScopes, seed = "demo" } = options;
    const token = options.token ?? options.state?.tokens?.[0]?.accessToken ?? "demo-token";
    const clock = new SimulatorClock({ held: options.clock === "held", now: options.now?.getTime() });
    const begin = (): AccountStateInput => {
      const state = options.state ?? seedState(seed, { token, scopes, now: clock.now() });
      const tokens = [...(state.tokens ?? [])];
      if (!tokens.some(({ accessToken }) => accessToken === token)) {
        const creationDate = clock.iso();
        const apiKeyId = state.apiKeys?.[0]?.apiKeyId ?? 0;
        const { accountId } = state.account;
        tokens.push({
          id: token,
          apiKeyId,
          accountId,
          accessToken: token,
          scopes: [...scopes],
          creationDate,
        });
      }
      const behaviour = { ...state.behaviour };
      if (options.settleMs !== undefined) {
        behaviour.settleMs = options.settleMs;
      }
      if (options.latencyMs !== undefined) {
        behaviour.latencyMs = options.latencyMs;
      }
      return { ...state, tokens, behaviour };
    };
    const simulation = new Simulation(clock, begin());
    const parts = { simulation, faults: new Faults(() => simulation.copy()), requests: new RequestLog() };
    const control = {
      token: loopback.includes(host) ? undefined : token,
      reset: (): void => simulator.reset(),
    };
    const app = createApp({ ...parts, control });
    // The global `Request` and `Response` in a user's tests must not be replaced.
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
    // Longer than clients keep idle connections, so that none is closed while a request is on its way.
    server.keepAliveTimeout = 60_000;
    server.listen(port, host);
    await once(server, "listening");
    const { port: bound } = server.address() as AddressInfo;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
    const simulator = new Simulator(url, token, server, parts, begin);
    return simulator;
  }

  get clock(): SimulatorClock {
    return this.#parts.simulation.clock;
  }

  /** A copy of the whole account, which `setState` accepts. */
  state(): AccountState {
    return this.#parts.simulation.state();
  }

  setState(state: AccountStateInput): void {
    this.#parts.simulation.load(state);
  }

  /** Goes back to the account it started with, without faults, counted faults or recorded requests. The clock stays. */
  reset(): void {
    this.#parts.faults.clear();
    this.#parts.faults.fired.clear();
    this.#parts.requests.clear();
    this.#parts.simulation.load(this.begin());
  }

  requests(): RecordedRequest[] {
    return this.#parts.requests.all();
  }

  clearRequests(): void {
    this.#parts.requests.clear();
  }

  /** Replaces all faults. */
  setFaults(faults: readonly Fault[]): void {
    this.#parts.faults.set(faults);
  }

  clearFaults(): void {
    this.#parts.faults.clear();
  }

  /** How often faults changed an answer, since the start or the last `reset`. */
  firedFaults(): FiredFault[] {
    return this.#parts.faults.fired.all();
  }

  lock(smartlockId: number): SimulatedLock {
    const change = (apply: (lock: SmartlockRecord) => void): void => {
      const { simulation } = this.#parts;
      const lock = simulation.account.smartlocks.find((candidate) => candidate.smartlockId === smartlockId);
      if (lock === undefined) {
        throw new Error(`The simulated account has no smartlock ${smartlockId}.`);
      }
      apply(lock);
      simulation.queue.resume(lock);
      simulation.clock.runDue();
    };
    return {
      goOffline: (how) => change((lock) => (lock.offline = how)),
      goOnline: () => change((lock) => (lock.offline = undefined)),
      leaveGhosts: (on) => change((lock) => (lock.ghosts = on)),
    };
  }

  /** Stops at once: open connections are closed, and delayed answers are not sent. */
  async stop(): Promise<void> {
    if (!this.#server.listening) {
      return;
    }
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    this.clock.stop();
    await closed;
  }
}

export function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return Simulator.start(options);
}
