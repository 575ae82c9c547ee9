import { NotFoundError, SmartlockError } from "../../http";

/** No list shows the object, and it is not known whether it is gone. */
export class UnprovenError extends Error {}

/**
 * Whether a refused read of one object means that it does not exist. A 404 does. The service also answers 403 or 400
 * for absent objects, and for objects that the token can no longer reach. These prove absence only while the token can
 * read what is beside the object.
 */
export async function tellsAbsence(error: unknown, readsBeside: () => Promise<boolean>): Promise<boolean> {
  return error instanceof NotFoundError || (mayTellAbsence(error) && (await readsBeside()));
}

/** Whether the service gives this answer for absent objects, though not only for those. */
export function mayTellAbsence(error: unknown): boolean {
  const status = error instanceof SmartlockError ? error.status : undefined;
  return status === 400 || status === 403 || status === 404;
}

/** For a look that failed: it proves nothing. Any other error is thrown again. */
export function unlessMistaken(error: unknown): undefined {
  if (!(error instanceof SmartlockError || error instanceof UnprovenError)) {
    throw error;
  }
}
