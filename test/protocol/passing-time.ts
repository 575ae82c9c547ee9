import { type Simulator, startSimulator } from "../../simulator";
import type { LivingPlugin } from "./plugin";
import { Machine, ProviderInProcess } from "./provider-in-process";
import { reachBy } from "./under-test";
import { VirtualTime } from "./virtual-time";

/** A service whose time passes whenever a provider waits. */
class HeldService {
  readonly #simulator: Simulator;
  readonly #time: VirtualTime;
  readonly #files = new Map<string, string>();
  #pending = 0;
  #isQuiet: () => void = () => undefined;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
    this.#time = new VirtualTime(simulator);
  }

  /** For tests that wait during calls, or while there are none. */
  async pause(ms: number): Promise<void> {
    this.#simulator.clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }

  machine(environment: Readonly<Record<string, string>>): Machine {
    return Object.assign(new Machine(this.#time, environment, false), { files: this.#files });
  }

  /** One clock for all calls in progress. */
  async pass<T>(work: Promise<T>): Promise<T> {
    this.#pending += 1;
    if (this.#pending === 1) {
      const quiet = new Promise<void>((resolve) => (this.#isQuiet = resolve));
      void this.#time.pass(quiet);
    }
    try {
      return await work;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) {
        this.#isQuiet();
      }
    }
  }
}

const services = new Map<string, HeldService>();
let latest: HeldService | undefined;

/** Importing this file makes all tests run the handlers in this process, on virtual time. */
reachBy({
  service: async (options) => {
    const simulator = await startSimulator({ clock: "held", ...options });
    latest = new HeldService(simulator);
    services.set(simulator.url, latest);
    return simulator;
  },
  provider: (environment, config) => {
    // a URL that is not a service's own belongs to a proxy in front of the service started last
    const url = environment["SMARTLOCK_BASE_URL"] ?? config["smartlock:baseUrl"] ?? "";
    const service = services.get(url) ?? latest;
    if (service === undefined) {
      throw new Error("No service was started.");
    }
    return Promise.resolve(passing(service, new ProviderInProcess(service.machine(environment), config)));
  },
  pause: (ms) => latest?.pause(ms) ?? Promise.resolve(),
});

/** A provider that lets time pass during each call. */
function passing(service: HeldService, provider: ProviderInProcess): LivingPlugin {
  return {
    get output() {
      return provider.output;
    },
    check: (...args) => service.pass(provider.check(...args)),
    diff: (...args) => service.pass(provider.diff(...args)),
    create: (...args) => service.pass(provider.create(...args)),
    read: (...args) => service.pass(provider.read(...args)),
    update: (...args) => service.pass(provider.update(...args)),
    delete: (...args) => service.pass(provider.delete(...args)),
    stop: () => provider.stop(),
    abandon: () => provider.abandon(),
    kill: () => provider.kill(),
  };
}
