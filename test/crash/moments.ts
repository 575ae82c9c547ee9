import type { Simulator } from "../../simulator";

/** A moment of a run: as the service sees it or, for what it does not see, by time. */
export interface Moment {
  readonly sort: "request" | "confirmation" | "time";
  readonly words: string;
  /** Asked again and again from the start of the run on. */
  readonly watch: (simulator: Simulator, usualMs: number) => () => boolean;
}

export function afterRequest(count: number): Moment {
  return {
    sort: "request",
    words: `after request ${count}`,
    watch: (simulator) => () => simulator.requests().length >= count,
  };
}

/** Some grant was accepted, and its lock has not confirmed it. */
export function beforeConfirmation(accepted: number): Moment {
  return {
    sort: "confirmation",
    words: `after acceptance ${accepted} of a grant, before its lock has confirmed it`,
    watch: (simulator) => () =>
      // The log is cheaper to ask than the state.
      simulator
        .requests()
        .filter(({ method, path, status }) => method === "PUT" && path.endsWith("/auth") && status === 204)
        .length >= accepted &&
      simulator.state().smartlocks.some(({ queue }) => queue.some(({ kind }) => kind === "create")),
  };
}

/** Also while the engine starts, and while it writes its state. By the length of the last run: machines differ. */
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
