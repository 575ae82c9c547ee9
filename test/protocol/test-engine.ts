import type { Declared } from "./declared";
import { EngineRun, type Operation } from "./engine-run";
import { EngineState, type Leaving, type Stored } from "./engine-state";
import type { LivingPlugin, Plugin } from "./plugin";
import { startProvider } from "./under-test";

export { type Declared, UNKNOWN } from "./declared";

export interface RunResult {
  /** What happened to each resource, by name; in a preview, what would happen. */
  readonly steps: Readonly<Record<string, Operation>>;
  /** Everything the provider printed for people. */
  readonly output: string;
  /** Errors and check failures, by name. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * The part of Pulumi's engine that decides which calls a provider gets, in the engine's order: checks and diffs one
 * after the other, writes at the same time, deletes last, and a new provider for each run.
 */
export class TestEngine<Reached extends Plugin = LivingPlugin> {
  readonly #start: () => Promise<Reached>;
  readonly #state = new EngineState();

  /** Like the real engine, it starts a provider for each run. */
  constructor(start: () => Promise<Reached>) {
    this.#start = start;
  }

  get state(): Map<string, Stored> {
    return this.#state.resources;
  }

  /** Replaced resources that are not deleted yet. */
  get condemned(): Leaving[] {
    return this.#state.condemned;
  }

  set condemned(leaving: Leaving[]) {
    this.#state.condemned = leaving;
  }

  preview(program: readonly Declared[]): Promise<RunResult> {
    return this.#withProvider(false, (run) => run.of(program));
  }

  /** `during` runs at the same time and gets the provider, for example to kill it halfway. */
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

  /** Runs something with its own provider, and adds what that printed. */
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

/** An engine that reaches the provider through Pulumi's own server, in a separate process. */
export function engineOf(
  environment: Readonly<Record<string, string>>,
  config: Readonly<Record<string, string>> = {},
): TestEngine {
  return new TestEngine(() => startProvider(environment, config));
}
