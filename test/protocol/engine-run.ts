import {
  type Declared,
  evaluated,
  type Evaluated,
  failedOutputs,
  UNKNOWN,
  unknownOutputs,
  updatedOutputs,
} from "./declared";
import type { EngineState, Leaving, Stored } from "./engine-state";
import { type Bag, InitFailure, type Plugin } from "./plugin";

export type Operation = "create" | "update" | "replace" | "same" | "delete" | "failed";

/** One run of a program: the calls that the engine makes to the provider, in its order. */
export class EngineRun {
  readonly steps: Record<string, Operation> = {};
  readonly errors: Record<string, string> = {};
  readonly #outputs: Record<string, Bag> = {};
  readonly #renamed = new Set<string>();
  /** Deleted because a resource they depend on is replaced. */
  readonly #deletedAlong = new Set<string>();
  #writes: Promise<void>[] = [];

  constructor(
    private readonly provider: Plugin,
    private readonly state: EngineState,
    private readonly isApplied: boolean,
  ) {}

  async of(program: readonly Declared[]): Promise<void> {
    for (const declared of program) {
      try {
        await this.#register(declared);
      } catch (error) {
        this.#failed(declared.name, error);
      }
    }
    await this.#settle();
    const kept = new Set([...program.map(({ name }) => name), ...this.#renamed]);
    await this.#deleteWhatIsGone(kept);
  }

  async refresh(): Promise<void> {
    const readings = [...this.state.resources].map(async ([name, stored]) => {
      try {
        const read = await this.provider.read(stored.id, stored.outputs);
        if (read.id === "") {
          this.state.resources.delete(name);
          this.steps[name] = "delete";
          return;
        }
        const { changes } = await this.provider.diff(read.id, read.props, stored.inputs);
        this.#keep(name, {
          ...stored,
          id: read.id,
          outputs: read.props,
          inputs: read.inputs ?? stored.inputs,
          initFailed: false,
        });
        this.steps[name] = changes ? "update" : "same";
      } catch (error) {
        this.#failed(name, error);
      }
    });
    await Promise.all(readings);
  }

  /** A resource that depends on others is registered after those are done. */
  async #register(declared: Declared): Promise<void> {
    const { name, alias, forceReplace = false } = declared;
    // The option that the class sets overrides the provider's answer.
    const isDeletedFirst = declared.type !== "Webhook";
    if (typeof declared.inputs === "function") {
      await this.#settle();
    }
    const former = alias !== undefined && this.state.resources.has(alias) ? alias : name;
    if (former !== name) {
      this.#renamed.add(former);
    }
    const old = this.state.resources.get(former);
    const news = evaluated(declared, this.#outputs);
    const before = forceReplace ? undefined : old?.inputs;
    const checked = await this.#check(before ?? {}, withOldValues(news.inputs, declared, before));
    if (old === undefined) {
      this.steps[name] = this.#deletedAlong.has(name) ? "replace" : "create";
      this.#outputs[name] = unknownOutputs();
      this.#write(() => this.#create(declared, checked, news));
      return;
    }
    if (forceReplace) {
      await this.#replace(declared, former, old, checked, news, isDeletedFirst);
      return;
    }
    const diff = await this.provider.diff(old.id, old.outputs, checked);
    if (diff.replaces.length > 0) {
      const again = await this.#check({}, news.inputs);
      await this.#replace(declared, former, old, again, news, isDeletedFirst);
    } else if (diff.changes || old.initFailed) {
      this.steps[name] = "update";
      this.#outputs[name] = this.isApplied ? old.outputs : updatedOutputs(old.id, old.outputs);
      this.#write(() => this.#update(name, former, old, checked, news));
    } else {
      this.steps[name] = "same";
      this.#outputs[name] = old.outputs;
      if (this.isApplied) {
        this.state.rename(former, name);
        this.#keep(name, { ...old, inputs: checked, refers: news.refers });
      }
    }
  }

  async #replace(
    declared: Declared,
    former: string,
    old: Stored,
    inputs: Bag,
    news: Evaluated,
    isDeletedFirst: boolean,
  ): Promise<void> {
    this.steps[declared.name] = "replace";
    this.#outputs[declared.name] = unknownOutputs();
    if (isDeletedFirst) {
      await this.#settle();
      await this.#deleteFirst({ name: former, stored: old });
      this.#write(() => this.#create(declared, inputs, news));
    } else {
      this.#write(() => this.#create(declared, inputs, news, { name: former, stored: old }));
    }
  }

  /** Dependents that have to be replaced too are deleted first. */
  async #deleteFirst(leaving: Leaving): Promise<void> {
    for (const dependent of this.state.dependentsOf(leaving.name)) {
      const { stored } = dependent;
      const diff = await this.provider.diff(stored.id, stored.outputs, withUnknown(stored, leaving.name));
      if (diff.replaces.length > 0) {
        this.#deletedAlong.add(dependent.name);
        await this.#deleteFirst(dependent);
      }
    }
    if (this.isApplied) {
      await this.provider.delete(leaving.stored.id, leaving.stored.outputs);
      this.state.forget(leaving);
    }
  }

  /** After a failure nothing is deleted. Resources that nothing depends on any longer are deleted at the same time. */
  async #deleteWhatIsGone(kept: ReadonlySet<string>): Promise<void> {
    let left: Leaving[] = [...this.state.resources]
      .filter(([name]) => !kept.has(name) && !this.#deletedAlong.has(name))
      .map(([name, stored]) => ({ name, stored }));
    left = [...this.state.condemned, ...left.reverse()];
    left.forEach(({ name }) => (this.steps[name] = "delete"));
    if (!this.isApplied || Object.keys(this.errors).length > 0) {
      return;
    }
    while (left.length > 0) {
      const free = left.filter(({ name }) => !left.some((other) => refersTo(other.stored, name)));
      left = left.filter((leaving) => !free.includes(leaving));
      const tried = await Promise.all(free.map((leaving) => this.#delete(leaving)));
      if (tried.includes(false)) {
        return;
      }
    }
  }

  async #delete(leaving: Leaving): Promise<boolean> {
    try {
      await this.provider.delete(leaving.stored.id, leaving.stored.outputs);
      this.state.forget(leaving);
      return true;
    } catch (error) {
      this.#failed(leaving.name, error);
      return false;
    }
  }

  async #check(olds: Bag, news: Bag): Promise<Bag> {
    const { inputs, failures } = await this.provider.check(olds, news);
    if (failures.length > 0) {
      throw new Error(failures.map(({ reason }) => reason).join("\n"));
    }
    return inputs;
  }

  /** The replaced object is due for deletion as soon as the new one is known. */
  async #create(
    { type, name }: Declared,
    inputs: Bag,
    { refers }: Evaluated,
    replaced?: Leaving,
  ): Promise<void> {
    const keep = (stored: Stored): void => {
      if (replaced !== undefined) {
        this.state.condemned.push({ name: `${name} (replaced)`, stored: replaced.stored });
        this.state.rename(replaced.name, name);
      }
      this.#keep(name, stored);
    };
    try {
      const { id, outs } = await this.provider.create(inputs);
      keep({ type, id, inputs, outputs: outs, initFailed: false, refers });
      this.#outputs[name] = { ...outs, id };
    } catch (error) {
      if (error instanceof InitFailure) {
        const { id, properties } = error;
        keep({ type, id, inputs, outputs: properties, initFailed: true, refers });
      }
      this.#failed(name, error);
    }
  }

  async #update(
    name: string,
    former: string,
    old: Stored,
    inputs: Bag,
    { refers }: Evaluated,
  ): Promise<void> {
    this.state.rename(former, name);
    this.#keep(name, old);
    try {
      const { outs } = await this.provider.update(old.id, old.outputs, inputs);
      this.#keep(name, { ...old, inputs, outputs: outs, initFailed: false, refers });
      this.#outputs[name] = { ...outs, id: old.id };
    } catch (error) {
      if (error instanceof InitFailure) {
        this.#keep(name, { ...old, outputs: error.properties, initFailed: true });
      }
      this.#failed(name, error);
    }
  }

  #write(work: () => Promise<void>): void {
    if (this.isApplied) {
      this.#writes.push(work());
    }
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#writes.splice(0));
  }

  #keep(name: string, stored: Stored): void {
    this.state.resources.set(name, stored);
  }

  #failed(name: string, error: unknown): void {
    this.#outputs[name] = failedOutputs(name);
    this.steps[name] = "failed";
    this.errors[name] = error instanceof Error ? error.message : String(error);
  }
}

function refersTo({ refers }: Stored, name: string): boolean {
  return Object.values(refers).some((sources) => sources.includes(name));
}

/** The inputs of a resource while one that it depends on is missing. */
function withUnknown({ inputs, refers }: Stored, missing: string): Bag {
  const unknown = Object.entries(refers).filter(([, sources]) => sources.includes(missing));
  return { ...inputs, ...Object.fromEntries(unknown.map(([field]) => [field, UNKNOWN])) };
}

/** Of a field that is ignored, the engine passes on the old value. (Also of a part of a field, which no test needs.) */
function withOldValues(news: Bag, { ignoreChanges = [] }: Declared, olds: Bag | undefined): Bag {
  if (olds === undefined) {
    return news;
  }
  const own = Object.entries(news).filter(([field]) => !ignoreChanges.includes(field));
  const kept = Object.entries(olds).filter(([field]) => ignoreChanges.includes(field));
  return Object.fromEntries([...own, ...kept]);
}
