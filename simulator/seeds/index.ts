import type { AccountStateInput } from "../account";
import { demoSeed } from "./demo";
import { emptySeed, type SeedOptions } from "./empty";
import { fleetSeed, fleetSize } from "./fleet";

/** `demo`, `empty`, or `fleet:LOCKSxUSERSxAUTHORIZATIONS`. */
export type Seed = "demo" | "empty" | `fleet:${string}`;

export function seedState(seed: string, options: SeedOptions): AccountStateInput {
  if (seed === "demo") {
    return demoSeed(options);
  }
  if (seed === "empty") {
    return emptySeed(options);
  }
  if (seed.startsWith("fleet:")) {
    return fleetSeed(options, fleetSize(seed.slice("fleet:".length)));
  }
  throw new Error(`There is no seed "${seed}": use demo, empty, or fleet:LOCKSxUSERSxAUTHORIZATIONS.`);
}
