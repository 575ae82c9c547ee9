import { NotAllowedError } from "../http";

/** Whether `readOnly` kept a write from being sent. */
export function isKeptBack(error: unknown): error is NotAllowedError {
  return error instanceof NotAllowedError && error.attempts === 0;
}

/** Says of a write that `readOnly` kept from being sent what would have been done to what. */
export async function naming<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isKeptBack(error)) {
      // Those who share a request share its error.
      throw new Error(`${what}: ${error.message}`);
    }
    throw error;
  });
}
