import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import type { LivingPlugin } from "./plugin";
import { ProviderProcess } from "./provider-process";

type Texts = Readonly<Record<string, string>>;

/** How tests get a service, and a provider that talks to it. */
export interface Reach {
  service(options: SimulatorOptions): Promise<Simulator>;
  provider(environment: Texts, config: Texts): Promise<LivingPlugin>;
  /** Lets some time pass for a test that waits for a condition. */
  pause(ms: number): Promise<void>;
}

/** The package as published, in a separate process. */
let reach: Reach = {
  service: (options) => startSimulator(options),
  provider: (environment, config) => ProviderProcess.start(environment, config),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Switches to another way: mutants of the sources run the same tests in one process. */
export function reachBy(another: Reach): void {
  reach = another;
}

export function startService(options: SimulatorOptions): Promise<Simulator> {
  return reach.service(options);
}

/** `config` is the stack's configuration, with keys such as `smartlock:token`. */
export function startProvider(environment: Texts, config: Texts = {}): Promise<LivingPlugin> {
  return reach.provider(environment, config);
}

export function pause(ms: number): Promise<void> {
  return reach.pause(ms);
}
