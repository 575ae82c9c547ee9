import { spokenError } from "../messages/lines";
import { type Bag, hidden } from "./bag";

/** Increased when the meaning of the outputs changes. Older state is migrated forward. */
export const STATE_VERSION = 2;

/**
 * Everything that leaves the provider passes through here. Pulumi's encoding throws on a nested undefined, a function
 * or a frozen object, and turns a Date into `{}`. All of that happens after the service has already acted, so the id
 * would be lost. The result is a new copy, because Pulumi writes into what it gets.
 */
export function sanitise(bag: Bag): Bag {
  return plain(bag) as Bag;
}

function plain(value: unknown): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") {
    return value;
  }
  if (typeof value === "number") {
    // JSON has no negative zero.
    return Number.isFinite(value) ? value + 0 : null;
  }
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString();
  }
  if (Array.isArray(value)) {
    return value.map((item) => plain(item) ?? null);
  }
  if (typeof value !== "object") {
    return undefined;
  }
  const copy: Bag = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = plain(item);
    if (kept !== undefined && key !== "__proto__") {
      copy[key] = kept;
    }
  }
  return copy;
}

/**
 * A failure after the service has given an id. If this error is thrown, Pulumi keeps the id and the outputs, and the
 * next run continues from there. Pulumi shows only `reasons`. `__provider` must be among the properties, or the next
 * refresh cannot load the handlers.
 */
export class IncompleteError extends Error {
  readonly id: string;
  readonly properties: Bag;
  readonly reasons: string[];

  constructor(id: string, outs: Bag, inputs: Bag, cause: unknown) {
    const message = spokenError(cause);
    super(message);
    this.name = "IncompleteError";
    this.id = id;
    this.properties = { ...outs, [hidden.provider]: inputs[hidden.provider] };
    this.reasons = [message];
  }
}

export interface Created {
  readonly id: string;
  readonly outs: Bag;
}
