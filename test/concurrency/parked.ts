import type { Simulator } from "../../simulator";

/** Longer than any run waits: what is parked goes on when it is told to, or never. */
const PARKED_MS = 55_000;

/** From now on, writes wait at the service before they take effect. */
export function parkWrites(simulator: Simulator): void {
  simulator.setFaults(
    ["PUT *", "POST *", "DELETE *"].map((operation) => ({
      kind: "slow",
      operation,
      ms: PARKED_MS,
      when: "before",
      count: "always",
    })),
  );
}

/** New writes pass; those that wait go on waiting. */
export function parkNoMore(simulator: Simulator): void {
  simulator.clearFaults();
}

/** What waits takes effect, in the order in which it came. */
export function releaseWrites(simulator: Simulator): void {
  simulator.clearFaults();
  simulator.clock.advance(PARKED_MS);
}

/** How many of these writes have come. */
export function arrived(simulator: Simulator, method: string, path: RegExp): number {
  return simulator.requests().filter((request) => request.method === method && path.test(request.path))
    .length;
}
