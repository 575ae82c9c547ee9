import { handlersOf, type Handlers } from "./engine/handlers";
import { Run } from "./engine/run";
import { registry } from "./resources";

const run = new Run();

/**
 * What the state of every stack calls by name: `require("pulumi-smartlock/runtime").handlers.Address`. The names
 * and the shape are a permanent contract.
 */
export const handlers = Object.fromEntries(
  Object.entries(registry).map(([type, spec]) => [type, handlersOf(spec, run)]),
) as Record<keyof typeof registry, Handlers>;
