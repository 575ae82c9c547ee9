import type { ResourceSpec } from "../engine/resource-spec";
import { address } from "./address";

/** Every kind of resource. The names are stored in the state of users: they can be added to, never changed. */
export const registry = { Address: address } as const satisfies Record<string, ResourceSpec>;
