import { ConflictError, InvalidRequestError, SmartlockError } from "../http";
import { UnprovenError } from "./absence";

/**
 * Whether a create that failed may have made the object all the same: the answer was lost, or the service
 * says that the identity is in use, which a run that died may have caused.
 */
export function mayHaveBeenMade(error: unknown): boolean {
  return error instanceof SmartlockError && (error.outcomeUnknown || isIdentityRefused(error));
}

/** The service did nothing, perhaps because something of the same identity is there. */
export function isIdentityRefused(error: unknown): boolean {
  const isRefused = error instanceof ConflictError || error instanceof InvalidRequestError;
  return isRefused && error.attempts > 0;
}

/** Sent once, and nobody knows whether the service acted: what it shows tells whether to send again. */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof SmartlockError && error.outcomeUnknown && error.attempts === 1;
}

/**
 * Whether what a failed create may have made can still turn up: a request that the service finds invalid (400) did
 * nothing, and a note of it would only make the next run wait.
 */
export function mayAppearLater(error: unknown): boolean {
  return mayHaveBeenMade(error) && !(error instanceof InvalidRequestError);
}

/**
 * What the service shows after a write that failed. Where it cannot be asked either, the error of the write tells more:
 * that it may have been done.
 */
export async function lookAfter<T>(failed: unknown, looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (trouble) {
    throw trouble instanceof SmartlockError || trouble instanceof UnprovenError ? failed : trouble;
  }
}
