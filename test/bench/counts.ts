import type { Simulator } from "../../simulator";

export type Counts = Record<string, number>;

/** How many requests of each kind the service has received. */
export function countsOf(simulator: Simulator): Counts {
  const counts: Counts = {};
  for (const { operation, method, path } of simulator.requests()) {
    const kind = operation ?? `${method} ${path}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The total for these kinds. */
export function sum(counts: Counts, ...kinds: string[]): number {
  return kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
}

export function without(counts: Counts, ...kinds: string[]): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([kind]) => !kinds.includes(kind)));
}

export const USERS = "GET /account/user";
export const GRANTS = "GET /smartlock/auth";
/** The lists that show whether a grant can be created: locks, and users with the empty page after the last one. */
export const PREFLIGHT = { "GET /smartlock": 1, [USERS]: 2 };
