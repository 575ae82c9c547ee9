import type { Bag } from "./plugin";

/** A resource as the engine keeps it. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
  readonly initFailed: boolean;
  /** The inputs that came from other resources, with the names of these. */
  readonly refers: Readonly<Record<string, readonly string[]>>;
}

/** What is to be deleted: under its name in the state, or replaced and no longer there. */
export interface Leaving {
  readonly name: string;
  readonly stored: Stored;
}

export class EngineState {
  readonly resources = new Map<string, Stored>();
  /** What was replaced and is not deleted yet: the engine keeps it until it is. */
  condemned: Leaving[] = [];

  /** What has inputs that come from a resource, the last one made first. */
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

  /** What keeps its name keeps its place. */
  rename(former: string, name: string): void {
    if (former !== name) {
      this.resources.delete(former);
    }
  }
}
