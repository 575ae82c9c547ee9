import type { Handlers } from "./engine/lifecycle/guarded";
import { handlersOf } from "./engine/lifecycle/handlers";
import type { Run } from "./engine/run/run";
import { handlersOfSet } from "./engine/set/handlers";
import { registry } from "./resources";

/** The handlers of every kind, for one run. */
export function allHandlers(run: Run): Record<keyof typeof registry, Handlers> {
  return Object.fromEntries(
    Object.entries(registry).map(([type, spec]) => [
      type,
      "each" in spec ? handlersOfSet(spec, run) : handlersOf(spec, run),
    ]),
  ) as Record<keyof typeof registry, Handlers>;
}
