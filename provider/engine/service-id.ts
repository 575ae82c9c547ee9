import type { Bag } from "./bag";
import type { Kind } from "./kind";
import { joinId } from "./object-id";

const PENDING = /(^|\/)pending-[0-9a-f]+$/;

/**
 * The service's id for the object of a state. Usually it is the state's own id. If the object was recorded before the
 * service showed it, Pulumi keeps the handle from then, and the id is in the outputs. Undefined while nobody knows it.
 */
export function serviceId(kind: Kind, handle: string, state: Bag): string | undefined {
  if (!PENDING.test(handle)) {
    return handle;
  }
  const parts = Object.keys(kind.spec.id).map((part) => state[part]);
  const known = parts.every((part) => typeof part === "string" || typeof part === "number");
  return known ? joinId(kind.spec.id, state as Record<string, string | number>) : undefined;
}

export function isPendingHandle(handle: string): boolean {
  return PENDING.test(handle);
}
