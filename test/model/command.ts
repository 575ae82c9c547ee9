import type { Fault } from "../../simulator";
import type { Resource } from "./declaration";
import type { Beginning } from "./world";

/** A change to a program. An edit that does not fit the current program does nothing. */
export type Edit =
  | { readonly edit: "declare"; readonly place: number; readonly resource: Resource }
  | { readonly edit: "remove"; readonly place: number }
  | { readonly edit: "rename"; readonly place: number; readonly hasAlias: boolean }
  | { readonly edit: "force"; readonly place: number };

/** What somebody does in the app. */
export type Act =
  | { readonly act: "add"; readonly stack: number; readonly resource: Resource }
  /** `what` is an index into the existing objects. */
  | { readonly act: "change" | "delete"; readonly what: number };

/** Who dies, and at which event in the provider's life. */
export interface Crash {
  readonly who: "provider" | "both" | "engine";
  readonly at: number;
  readonly checkpoints: boolean;
  /** The next run happens on another machine, which has none of the notes. */
  readonly losesNotes?: boolean;
  /** The next command waits until every lock has done what it was sent. */
  readonly isWaitedFor?: boolean;
}

/** A fault of the service. `which` are the objects missing from a list, as indexes into those that exist at the time. */
export type Spoiling = Fault & { readonly which?: readonly number[] };

export type Command =
  | {
      readonly do: "up";
      readonly stack: number;
      readonly edits: readonly Edit[];
      /** What the service does to this run. */
      readonly faults?: readonly Spoiling[];
      readonly crash?: Crash;
      readonly meanwhile?: { readonly afterMs: number; readonly act: Act };
    }
  | { readonly do: "destroy"; readonly stack: number; readonly crash?: Crash }
  | { readonly do: "preview"; readonly stack: number; readonly edits: readonly Edit[] }
  | { readonly do: "refresh"; readonly stack: number }
  /** What is at rest is as if it had been imported from a file. */
  | { readonly do: "import"; readonly stack: number }
  | { readonly do: "app"; readonly act: Act }
  /** They replace the faults set before. */
  | { readonly do: "faults"; readonly faults: readonly Spoiling[] }
  | { readonly do: "offline"; readonly lock: number; readonly how: "pending" | "lost" }
  | { readonly do: "online"; readonly lock: number }
  | { readonly do: "ghosts"; readonly lock: number; readonly on: boolean }
  | { readonly do: "wait"; readonly minutes: number }
  /** Two runs of one stack at once, because somebody removed the stack's lock. The state of the second run is kept. */
  | {
      readonly do: "twice up";
      readonly stack: number;
      readonly edits: readonly Edit[];
      readonly afterMs: number;
    }
  /** Runs of two stacks at once; the second starts a little later. */
  | {
      readonly do: "both up";
      readonly edits: readonly Edit[];
      readonly otherEdits: readonly Edit[];
      readonly afterMs: number;
    };

/** Everything that happens to an account, from the start. */
export interface History extends Beginning {
  readonly commands: readonly Command[];
}
