import type { Bag } from "./bag";
import type { Kind } from "./kind";
import { joinId } from "./object-id";

const PENDING = /(^|\/)pending-[0-9a-f]+$/;

/**
 * The id by which the service knows the object of a state. Usually the state's own; where an object was recorded
 * before the service showed it, Pulumi keeps the handle of then, and the outputs tell. Undefined while nobody knows.
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
