import { type Machine, ProviderInProcess } from "../protocol/provider-in-process";
import type { Stored } from "../protocol/engine-state";
import { type RunResult, TestEngine } from "../protocol/test-engine";
import type { Crash, Edit } from "./command";
import { hidden } from "../../provider/engine/values/bag";
import { keysOf, pendingOf, unconfirmedOf } from "./ledger";
import type { Program } from "./program";
import type { World } from "./world";

/** How a run ended. There is no result if its engine died. */
export interface Ended {
  readonly result: RunResult | undefined;
  /** The provider, the engine or both died. */
  readonly isCrashed: boolean;
}

type Engine = TestEngine<ProviderInProcess>;

/** Roughly the time between two events of a run. The death of only the engine is timed with it. */
const EVENT_MS = 15;

/** A program with its state and its runs. */
export class Stack {
  readonly program: Program;
  readonly #world: World;
  readonly #machine: Machine;
  #engine: Engine;
  #prepare: (provider: ProviderInProcess) => void = () => undefined;

  constructor(program: Program, world: World, machine: Machine) {
    this.program = program;
    this.#world = world;
    this.#machine = machine;
    this.#engine = this.#newEngine(new Map(), []);
  }

  /** The same program with its own state, which nobody keeps. */
  copied(): Stack {
    const copy = new Stack(this.program, this.#world, this.#machine);
    copy.#engine = copy.#newEngine(this.#engine.state, this.#engine.condemned);
    return copy;
  }

  get state(): ReadonlyMap<string, Stored> {
    return this.#engine.state;
  }

  /** The keys of the objects that the state manages. */
  get keys(): string[] {
    return this.#stored.flatMap(keysOf);
  }

  /** Identities that the state waits for. */
  get pending(): string[] {
    return this.#stored.flatMap(pendingOf);
  }

  /** The same without what was sent in an earlier form. */
  get unconfirmed(): string[] {
    return this.#stored.flatMap(unconfirmedOf);
  }

  /** Identities that the state waits for, for each single grant, by its id or handle. */
  get waiting(): ReadonlyMap<string, readonly string[]> {
    const single = this.#stored.filter(({ type }) => type === "Authorization");
    return new Map(single.map((stored) => [stored.id, pendingOf(stored)]));
  }

  get #stored(): Stored[] {
    return [...this.#engine.state.values(), ...this.#engine.condemned.map(({ stored }) => stored)];
  }

  /** `pulumi state delete`. */
  giveUp(name: string): void {
    this.#engine.state.delete(name);
  }

  /** An imported state does not name its resource. That it does not have its account either is tested elsewhere. */
  forgetOwners(): void {
    const forgotten: string[] = [hidden.owner, hidden.declared, hidden.madeAt, hidden.version];
    const underWay = ["pending", hidden.earlier, hidden.underWay, hidden.unsure];
    const isAtRest = ({ outputs }: Stored): boolean => {
      const text = JSON.stringify(outputs);
      return underWay.every((field) => !text.includes(`"${field}"`));
    };
    for (const [name, stored] of this.#engine.state) {
      if (isAtRest(stored)) {
        const kept = Object.entries(stored.outputs).filter(([field]) => !forgotten.includes(field));
        this.#engine.state.set(name, { ...stored, outputs: Object.fromEntries(kept) });
      }
    }
  }

  edit(edits: readonly Edit[]): void {
    for (const edit of edits) {
      switch (edit.edit) {
        case "declare":
          this.program.declare(edit.place, edit.resource);
          break;
        case "remove":
          this.program.remove(edit.place);
          break;
        case "rename":
          this.program.rename(edit.place, edit.hasAlias);
          break;
        case "force":
          this.program.forceReplace(edit.place);
      }
    }
  }

  up(crash?: Crash): Promise<Ended> {
    const program = this.program.declared();
    return this.#run((engine) => engine.up(program), crash);
  }

  destroy(crash?: Crash): Promise<Ended> {
    return this.#run((engine) => engine.destroy(), crash);
  }

  preview(): Promise<Ended> {
    const program = this.program.declared();
    return this.#run((engine) => engine.preview(program));
  }

  refresh(): Promise<Ended> {
    return this.#run((engine) => engine.refresh());
  }

  async #run(work: (engine: Engine) => Promise<RunResult>, crash?: Crash): Promise<Ended> {
    const engine = this.#engine;
    const before = copied(engine);
    const death = { hasCome: false };
    let kept: ReturnType<typeof copied> | undefined;
    const engineDied = new Promise<undefined>((resolve) => {
      const die = (): void => {
        death.hasCome = true;
        if (crash !== undefined && crash.who !== "provider") {
          kept = crash.checkpoints ? copied(engine) : before;
          resolve(undefined);
        }
      };
      this.#prepare = (provider) => {
        if (crash?.who === "engine") {
          this.#world.time.after(crash.at * EVENT_MS, () => {
            if (!provider.isDead) {
              die();
              provider.abandon();
            }
          });
        } else if (crash !== undefined) {
          provider.dieAt(crash.at, die);
        }
      };
    });
    const result = await Promise.race([work(engine), engineDied]);
    if (death.hasCome && crash?.losesNotes === true) {
      this.#machine.files.clear();
    }
    if (kept !== undefined) {
      this.#engine = this.#newEngine(kept.state, kept.condemned);
    }
    return { result, isCrashed: death.hasCome };
  }

  #newEngine(state: ReadonlyMap<string, Stored>, condemned: Engine["condemned"]): Engine {
    const engine: Engine = new TestEngine(() => {
      const provider = new ProviderInProcess(this.#machine);
      this.#prepare(provider);
      return Promise.resolve(provider);
    });
    state.forEach((stored, name) => engine.state.set(name, stored));
    engine.condemned = [...condemned];
    return engine;
  }
}

function copied(engine: Engine) {
  return { state: new Map(engine.state), condemned: [...engine.condemned] };
}
