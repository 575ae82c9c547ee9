import { allHandlers } from "./all-handlers";
import { leaveErrorsToEngine } from "./engine/messages/said-by-engine";
import { Run } from "./engine/run/run";

leaveErrorsToEngine(console);

/**
 * The state of every stack calls these by name: `require("pulumi-smartlock/runtime").handlers.Address`. The names
 * and the shape are a permanent contract.
 */
export const handlers = allHandlers(new Run());
