import { handlersOf, type Handlers } from "./engine/handlers";
import { Run } from "./engine/run";
import { handlersOfSet } from "./engine/set/handlers";
import { registry } from "./resources";

const run = new Run();

/**
 * What the state of every stack calls by name: `require("pulumi-smartlock/runtime").handlers.Address`. The names
 * and the shape are a permanent contract.
 */
export const handlers = Object.fromEntries(
  Object.entries(registry).map(([type, spec]) => [
    type,
    "each" in spec ? handlersOfSet(spec, run) : handlersOf(spec, run),
  ]),
) as Record<keyof typeof registry, Handlers>;
