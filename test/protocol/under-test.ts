import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import type { LivingPlugin } from "./plugin";
import { ProviderProcess } from "./provider-process";

type Texts = Readonly<Record<string, string>>;

/** How tests come to a service, and to a provider that talks to it. */
export interface Reach {
  service(options: SimulatorOptions): Promise<Simulator>;
  provider(environment: Texts, config: Texts): Promise<LivingPlugin>;
  /** Lets some time pass for whoever waits that something becomes so. */
  pause(ms: number): Promise<void>;
}

/** The package as it is published, in a process of its own. */
let reach: Reach = {
  service: (options) => startSimulator(options),
  provider: (environment, config) => ProviderProcess.start(environment, config),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** From now on another way: mutants of the sources are judged by the same tests in one process. */
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
