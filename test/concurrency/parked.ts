import type { Simulator } from "../../simulator";

/** Longer than any run waits: a parked write continues when told to, or never. */
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

/** New writes pass; waiting ones keep waiting. */
export function parkNoMore(simulator: Simulator): void {
  simulator.clearFaults();
}

/** Waiting writes take effect, in the order of their arrival. */
export function releaseWrites(simulator: Simulator): void {
  simulator.clearFaults();
  simulator.clock.advance(PARKED_MS);
}

/** How many of these writes have arrived. */
export function arrived(simulator: Simulator, method: string, path: RegExp): number {
  return simulator.requests().filter((request) => request.method === method && path.test(request.path))
    .length;
}
