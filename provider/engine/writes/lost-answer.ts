import { ConflictError, InvalidRequestError, SmartlockError } from "../../http";
import { UnprovenError } from "../lists/absence";

/**
 * Whether a failed create may still have made the object: the answer was lost, or the service says that the identity is
 * in use, which a dead run may have caused.
 */
export function mayHaveBeenMade(error: unknown): boolean {
  return isOutcomeUnknown(error) || isIdentityRefused(error);
}

/** Nobody knows whether the service did what it was asked. */
export function isOutcomeUnknown(error: unknown): error is SmartlockError {
  return error instanceof SmartlockError && error.outcomeUnknown;
}

/** The service did nothing, perhaps because an object with the same identity exists. */
export function isIdentityRefused(error: unknown): boolean {
  const isRefused = error instanceof ConflictError || error instanceof InvalidRequestError;
  return isRefused && error.attempts > 0;
}

/** The write was sent once, and nobody knows whether the service acted. What the service shows decides whether to send again. */
export function isOutcomeOpen(error: unknown): boolean {
  return isOutcomeUnknown(error) && error.attempts === 1;
}

/**
 * Whether an object that a failed create may have made can still turn up. A request that the service finds invalid
 * (400) did nothing, and a note about it would only make the next run wait.
 */
export function mayAppearLater(error: unknown): boolean {
  return mayHaveBeenMade(error) && !(error instanceof InvalidRequestError);
}

/**
 * What the service shows after a failed write. If the service cannot be asked either, the error of the write is thrown,
 * because it says more: that the write may have been done.
 */
export async function lookOrFail<T>(failed: unknown, looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (trouble) {
    throw trouble instanceof SmartlockError || trouble instanceof UnprovenError ? failed : trouble;
  }
}
