import type { Declared } from "./declared";
import { EngineRun, type Operation } from "./engine-run";
import { EngineState, type Leaving, type Stored } from "./engine-state";
import type { LivingPlugin, Plugin } from "./plugin";
import { startProvider } from "./under-test";

export { type Declared, UNKNOWN } from "./declared";

export interface RunResult {
  /** What happened, or in a preview would, to each resource, by name. */
  readonly steps: Readonly<Record<string, Operation>>;
  /** What the provider printed for people. */
  readonly output: string;
  /** Errors and check failures, by name. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * As much of Pulumi's engine as decides what a provider is asked, in the engine's order: checks and diffs one after the
 * other, writes at the same time, deletes last, and a provider for each run.
 */
export class TestEngine<Reached extends Plugin = LivingPlugin> {
  readonly #start: () => Promise<Reached>;
  readonly #state = new EngineState();

  /** A provider is started for each run, as the engine does it. */
  constructor(start: () => Promise<Reached>) {
    this.#start = start;
  }

  get state(): Map<string, Stored> {
    return this.#state.resources;
  }

  /** What was replaced and is not deleted yet. */
  get condemned(): Leaving[] {
    return this.#state.condemned;
  }

  set condemned(leaving: Leaving[]) {
    this.#state.condemned = leaving;
  }

  preview(program: readonly Declared[]): Promise<RunResult> {
    return this.#withProvider(false, (run) => run.of(program));
  }

  /** `during` goes on beside the run, with the provider in hand: to kill it in the middle, for one. */
  up(
    program: readonly Declared[],
    during: (provider: Reached) => Promise<void> = () => Promise.resolve(),
  ): Promise<RunResult> {
    return this.#withProvider(true, async (run, provider) => {
      await Promise.all([run.of(program), during(provider)]);
    });
  }

  destroy(during: (provider: Reached) => Promise<void> = () => Promise.resolve()): Promise<RunResult> {
    return this.up([], during);
  }

  refresh(): Promise<RunResult> {
    return this.#withProvider(false, (run) => run.refresh());
  }

  /** Runs something with a provider of its own, and adds what it printed. */
  async #withProvider(
    isApplied: boolean,
    work: (run: EngineRun, provider: Reached) => Promise<void>,
  ): Promise<RunResult> {
    const provider = await this.#start();
    const run = new EngineRun(provider, this.#state, isApplied);
    await work(run, provider).finally(() => provider.stop());
    return { steps: run.steps, errors: run.errors, output: provider.output };
  }
}

/** An engine that reaches the provider through Pulumi's own server, in a process of its own. */
export function engineOf(
  environment: Readonly<Record<string, string>>,
  config: Readonly<Record<string, string>> = {},
): TestEngine {
  return new TestEngine(() => startProvider(environment, config));
}
