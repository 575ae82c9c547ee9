import { type Bag, InitFailure, ProviderProcess } from "./provider-process";

export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Outputs = Readonly<Record<string, Bag>>;

export interface Declared {
  /** Such as `Address`. */
  readonly type: string;
  readonly name: string;
  /** A function where values come from resources declared before: their outputs by name. */
  readonly inputs: Bag | ((outputs: Outputs) => Bag);
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  /** A former name of the resource. */
  readonly alias?: string;
  /** As `pulumi up --replace` asks for. */
  readonly forceReplace?: boolean;
}

export type Operation = "create" | "update" | "replace" | "same" | "delete" | "failed";

export interface RunResult {
  /** What happened, or in a preview would, to each resource, by name. */
  readonly steps: Readonly<Record<string, Operation>>;
  /** What the provider printed for people. */
  readonly output: string;
  /** Errors and check failures, by name. */
  readonly errors: Readonly<Record<string, string>>;
}

interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
  readonly initFailed: boolean;
}

/**
 * As much of Pulumi's engine as decides what a provider is asked, in the engine's order: checks and diffs one after the
 * other, writes at the same time, deletes last, and a provider process for each run.
 */
export class TestEngine {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #config: Readonly<Record<string, string>>;
  readonly state = new Map<string, Stored>();

  constructor(environment: Readonly<Record<string, string>>, config: Readonly<Record<string, string>> = {}) {
    this.#environment = environment;
    this.#config = config;
  }

  preview(program: readonly Declared[]): Promise<RunResult> {
    return this.#withProvider((provider) => this.#run(provider, program, false));
  }

  /** `during` goes on beside the run, with the provider in hand: to kill it in the middle, for one. */
  up(
    program: readonly Declared[],
    during: (provider: ProviderProcess) => Promise<void> = () => Promise.resolve(),
  ): Promise<RunResult> {
    return this.#withProvider(async (provider) => {
      const [result] = await Promise.all([this.#run(provider, program, true), during(provider)]);
      return result;
    });
  }

  destroy(): Promise<RunResult> {
    return this.#withProvider((provider) => this.#run(provider, [], true));
  }

  refresh(): Promise<RunResult> {
    return this.#withProvider(async (provider) => {
      const steps: Record<string, Operation> = {};
      const errors: Record<string, string> = {};
      const readings = [...this.state].map(async ([name, stored]) => {
        try {
          const read = await provider.read(stored.id, stored.outputs);
          if (read.id === "") {
            this.state.delete(name);
            steps[name] = "delete";
            return;
          }
          const inputs = read.inputs ?? stored.inputs;
          const { changes } = await provider.diff(read.id, read.props, stored.inputs);
          this.state.set(name, { ...stored, id: read.id, outputs: read.props, inputs, initFailed: false });
          steps[name] = changes ? "update" : "same";
        } catch (error) {
          fail(name, error, steps, errors);
        }
      });
      await Promise.all(readings);
      return { steps, errors };
    });
  }

  /** Runs something with a provider of its own, and adds what it printed. */
  async #withProvider(
    work: (provider: ProviderProcess) => Promise<Omit<RunResult, "output">>,
  ): Promise<RunResult> {
    const provider = await ProviderProcess.start(this.#environment, this.#config);
    const result = await work(provider).finally(() => provider.stop());
    return { ...result, output: provider.output };
  }

  async #run(
    provider: ProviderProcess,
    program: readonly Declared[],
    isApplied: boolean,
  ): Promise<Omit<RunResult, "output">> {
    const steps: Record<string, Operation> = {};
    const errors: Record<string, string> = {};
    const outputs: Record<string, Bag> = {};
    const leaving: { name: string; stored: Stored }[] = [];
    const renamed = new Set<string>();
    let writes: Promise<void>[] = [];
    for (const declared of program) {
      const { name } = declared;
      try {
        if (typeof declared.inputs === "function") {
          await Promise.all(writes);
          writes = [];
        }
        const former = declared.alias !== undefined && this.state.has(declared.alias) ? declared.alias : name;
        const old = this.state.get(former);
        if (former !== name) {
          renamed.add(former);
        }
        const news = hiddenInputs(
          declared,
          typeof declared.inputs === "function" ? declared.inputs(outputs) : declared.inputs,
        );
        const checked = await this.#check(
          provider,
          declared.forceReplace === true ? {} : (old?.inputs ?? {}),
          news,
        );
        if (old === undefined) {
          steps[name] = "create";
          outputs[name] = unknownOutputs();
          if (isApplied) {
            writes.push(this.#create(provider, declared, checked, outputs, steps, errors));
          }
          continue;
        }
        const diff =
          declared.forceReplace === true
            ? { changes: true, replaces: ["forced"], deleteBeforeReplace: declared.type !== "Webhook" }
            : await provider.diff(old.id, old.outputs, checked);
        if (diff.replaces.length > 0) {
          steps[name] = "replace";
          outputs[name] = unknownOutputs();
          const again = await this.#check(provider, {}, news);
          if (isApplied) {
            if (diff.deleteBeforeReplace) {
              await Promise.all(writes);
              await provider.delete(old.id, old.outputs);
              this.state.delete(former);
            } else {
              leaving.push({ name: `${name} (replaced)`, stored: old });
            }
            writes.push(this.#create(provider, declared, again, outputs, steps, errors));
          }
        } else if (diff.changes || old.initFailed) {
          steps[name] = "update";
          outputs[name] = isApplied ? old.outputs : updatedOutputs(old);
          if (isApplied) {
            writes.push(this.#update(provider, name, former, old, checked, outputs, steps, errors));
          }
        } else {
          steps[name] = "same";
          outputs[name] = old.outputs;
          if (isApplied) {
            this.#rename(former, name);
            this.state.set(name, { ...old, inputs: checked });
          }
        }
      } catch (error) {
        outputs[name] = failedOutputs(name);
        fail(name, error, steps, errors);
      }
    }
    await Promise.all(writes);
    const hasFailed = Object.keys(errors).length > 0;
    const kept = new Set([...program.map(({ name }) => name), ...renamed]);
    const gone = [...this.state]
      .filter(([name]) => !kept.has(name))
      .map(([name, stored]) => ({ name, stored }));
    for (const { name, stored } of [...leaving, ...gone.reverse()]) {
      steps[name] = "delete";
      if (!isApplied || hasFailed) {
        continue;
      }
      try {
        await provider.delete(stored.id, stored.outputs);
        if (this.state.get(name) === stored) {
          this.state.delete(name);
        }
      } catch (error) {
        fail(name, error, steps, errors);
      }
    }
    return { steps, errors };
  }

  async #check(provider: ProviderProcess, olds: Bag, news: Bag): Promise<Bag> {
    const { inputs, failures } = await provider.check(olds, news);
    if (failures.length > 0) {
      throw new Error(failures.map(({ reason }) => reason).join("\n"));
    }
    return inputs;
  }

  async #create(
    provider: ProviderProcess,
    { type, name }: Declared,
    inputs: Bag,
    outputs: Record<string, Bag>,
    steps: Record<string, Operation>,
    errors: Record<string, string>,
  ): Promise<void> {
    try {
      const { id, outs } = await provider.create(inputs);
      this.state.set(name, { type, id, inputs, outputs: outs, initFailed: false });
      outputs[name] = { ...outs, id };
    } catch (error) {
      if (error instanceof InitFailure) {
        this.state.set(name, { type, id: error.id, inputs, outputs: error.properties, initFailed: true });
      }
      outputs[name] = failedOutputs(name);
      fail(name, error, steps, errors);
    }
  }

  /** What keeps its name keeps its place: deletes go in the reverse order of creation. */
  #rename(former: string, name: string): void {
    if (former !== name) {
      this.state.delete(former);
    }
  }

  async #update(
    provider: ProviderProcess,
    name: string,
    former: string,
    old: Stored,
    inputs: Bag,
    outputs: Record<string, Bag>,
    steps: Record<string, Operation>,
    errors: Record<string, string>,
  ): Promise<void> {
    this.#rename(former, name);
    this.state.set(name, old);
    try {
      const { outs } = await provider.update(old.id, old.outputs, inputs);
      this.state.set(name, { ...old, inputs, outputs: outs, initFailed: false });
      outputs[name] = { ...outs, id: old.id };
    } catch (error) {
      if (error instanceof InitFailure) {
        this.state.set(name, { ...old, outputs: error.properties, initFailed: true });
      }
      outputs[name] = failedOutputs(name);
      fail(name, error, steps, errors);
    }
  }
}

function hiddenInputs({ type, name, ignoreChanges, replaceOnChanges }: Declared, inputs: Bag): Bag {
  return {
    ...inputs,
    __provider: `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${type};`,
    __owner: `urn:pulumi:test::program::pulumi-nodejs:dynamic/smartlock:${type}::${name}`,
    ...(ignoreChanges && { __ignore: ignoreChanges }),
    ...(replaceOnChanges && { __replaceOn: replaceOnChanges }),
  };
}

/** Nothing is known of something that is not made yet. */
function unknownOutputs(): Bag {
  return new Proxy({}, { get: () => UNKNOWN });
}

/** Of something that is about to change only the id is known, and what the class makes of it. */
function updatedOutputs({ id, outputs }: Stored): Bag {
  const parts = id.split("/");
  return new Proxy(outputs, {
    get: (known, key) =>
      key === "id" ? id : parts.includes(String(known[String(key)])) ? known[String(key)] : UNKNOWN,
  });
}

/** The engine does not go on with what depends on something that failed. */
function failedOutputs(failed: string): Bag {
  return new Proxy(
    {},
    {
      get: () => {
        throw new Error(`not done, because ${failed} failed`);
      },
    },
  );
}

function fail(
  name: string,
  error: unknown,
  steps: Record<string, Operation>,
  errors: Record<string, string>,
): void {
  steps[name] = "failed";
  errors[name] = error instanceof Error ? error.message : String(error);
}
