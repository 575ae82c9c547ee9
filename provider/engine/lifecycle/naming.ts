import { SmartlockError } from "../../http";
import type { Kind } from "../kind/kind";
import { RefusedError } from "../kind/refused-error";
import { UnprovenError } from "../lists/absence";
import type { Bag } from "../values/bag";
import { IncompleteError } from "../values/outputs";

/**
 * Adds to the failure of a write which object it is about, if the failure does not say so itself: those of the client
 * know only the request, and a refusal in an answer not even that.
 */
export async function naming<T>(
  kind: Kind,
  fields: Bag,
  done: "created" | "changed" | "deleted",
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw named(kind, fields, done, error);
  }
}

function named(kind: Kind, fields: Bag, done: string, error: unknown): unknown {
  const label = kind.label(fields);
  if (error instanceof IncompleteError && !error.message.startsWith(kind.spec.type)) {
    const message = new Error(`${label}: ${error.message}`);
    return new IncompleteError(error.id, error.properties, error.properties, message);
  }
  if (error instanceof UnprovenError) {
    return new Error(`${label} was not ${done}: ${error.message.replace(/\.$/, "")}. Run again.`);
  }
  if (error instanceof RefusedError) {
    return new Error(`${label} was not ${done}: ${error.message}`);
  }
  if (error instanceof SmartlockError) {
    // A look that fails after a write says nothing about the write.
    const isKnown = !error.outcomeUnknown && !error.object.startsWith("GET ");
    // Writes that share a request share its error, so a new one is thrown.
    return new Error(`${label}${isKnown ? ` was not ${done}` : ""}: ${error.message}`);
  }
  return error;
}
