import type { Fault } from "../../simulator";
import type { Resource } from "./declaration";
import type { Beginning } from "./world";

/** A change of a program. One that does not fit the program as it is does nothing. */
export type Edit =
  | { readonly edit: "declare"; readonly place: number; readonly resource: Resource }
  | { readonly edit: "remove"; readonly place: number }
  | { readonly edit: "rename"; readonly place: number; readonly hasAlias: boolean }
  | { readonly edit: "force"; readonly place: number };

/** What somebody does in the app. */
export type Act =
  | { readonly act: "add"; readonly stack: number; readonly resource: Resource }
  /** `what` counts the objects that there are. */
  | { readonly act: "change" | "delete"; readonly what: number };

/** Who dies, and at which event of the provider's life. */
export interface Crash {
  readonly who: "provider" | "both" | "engine";
  readonly at: number;
  readonly checkpoints: boolean;
  /** The next run is on another machine, which has none of the notes. */
  readonly losesNotes?: boolean;
  /** What comes next comes when every lock has done what it was sent. */
  readonly isWaitedFor?: boolean;
}

/** A fault of the service. `which` are the objects that a list lacks, counted among those that there are then. */
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
  | { readonly do: "app"; readonly act: Act }
  /** They replace those before. */
  | { readonly do: "faults"; readonly faults: readonly Spoiling[] }
  | { readonly do: "offline"; readonly lock: number; readonly how: "pending" | "lost" }
  | { readonly do: "online"; readonly lock: number }
  | { readonly do: "ghosts"; readonly lock: number; readonly on: boolean }
  | { readonly do: "wait"; readonly minutes: number }
  /** Two runs of one stack at once: somebody took its lock away from the first. The state of the second stays. */
  | {
      readonly do: "twice up";
      readonly stack: number;
      readonly edits: readonly Edit[];
      readonly afterMs: number;
    }
  /** Two stacks at once, the second one a little later. */
  | {
      readonly do: "both up";
      readonly edits: readonly Edit[];
      readonly otherEdits: readonly Edit[];
      readonly afterMs: number;
    };

/** What happens to an account, from the beginning. */
export interface History extends Beginning {
  readonly commands: readonly Command[];
}
