import type { Simulator } from "../../simulator";

/** A moment of a run: as the service sees it, or by time if the service cannot see it. */
export interface Moment {
  readonly sort: "request" | "confirmation" | "time";
  readonly words: string;
  /** Called repeatedly from the start of the run. */
  readonly watch: (simulator: Simulator, usualMs: number) => () => boolean;
}

export function afterRequest(count: number): Moment {
  return {
    sort: "request",
    words: `after request ${count}`,
    watch: (simulator) => () => simulator.requests().length >= count,
  };
}

/** A grant was accepted, and its lock has not confirmed it. */
export function beforeConfirmation(accepted: number): Moment {
  return {
    sort: "confirmation",
    words: `after acceptance ${accepted} of a grant, before its lock has confirmed it`,
    watch: (simulator) => () =>
      // The log is cheaper to read than the state.
      simulator
        .requests()
        .filter(({ method, path, status }) => method === "PUT" && path.endsWith("/auth") && status === 204)
        .length >= accepted &&
      simulator.state().smartlocks.some(({ queue }) => queue.some(({ kind }) => kind === "create")),
  };
}

/** Includes the time when the engine starts or writes its state. Relative to the last run, since machines differ. */
export function afterPart(percent: number): Moment {
  return {
    sort: "time",
    words: `after ${percent} % of the usual time`,
    watch: (_simulator, usualMs) => {
      const end = Date.now() + (usualMs * percent) / 100;
      return () => Date.now() >= end;
    },
  };
}
