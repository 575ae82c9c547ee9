import type { Bag } from "./plugin";

/** A resource as the engine stores it. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
  readonly initFailed: boolean;
  /** The inputs that came from other resources, with the names of those resources. */
  readonly refers: Readonly<Record<string, readonly string[]>>;
}

/** A resource to be deleted: still in the state under its name, or replaced and no longer in it. */
export interface Leaving {
  readonly name: string;
  readonly stored: Stored;
}

export class EngineState {
  readonly resources = new Map<string, Stored>();
  /** Replaced resources that are not deleted yet. The engine keeps them until they are. */
  condemned: Leaving[] = [];

  /** The resources with inputs from this one, newest first. */
  dependentsOf(name: string): Leaving[] {
    return [...this.resources]
      .filter(([, { refers }]) => Object.values(refers).some((sources) => sources.includes(name)))
      .map(([dependent, stored]) => ({ name: dependent, stored }))
      .reverse();
  }

  forget(leaving: Leaving): void {
    this.condemned = this.condemned.filter((other) => other !== leaving);
    if (this.resources.get(leaving.name) === leaving.stored) {
      this.resources.delete(leaving.name);
    }
  }

  /** The renamed resource keeps its place. */
  rename(former: string, name: string): void {
    if (former !== name) {
      this.resources.delete(former);
    }
  }
}
