import { NotFoundError, SmartlockError } from "../http";

/** Lists lack an object, and nobody can tell whether it is gone. */
export class UnprovenError extends Error {}

/**
 * Whether the refusal of a read of one object tells that it is not there. 404 does. The service also says 403 or 400
 * of what is absent, and of what the token may no longer reach: they tell it only while the token reads what is beside it.
 */
export async function tellsAbsence(error: unknown, readsBeside: () => Promise<boolean>): Promise<boolean> {
  return error instanceof NotFoundError || (mayTellAbsence(error) && (await readsBeside()));
}

/** Whether the service answers so about what is absent, though not only about that. */
export function mayTellAbsence(error: unknown): boolean {
  const status = error instanceof SmartlockError ? error.status : undefined;
  return status === 400 || status === 403 || status === 404;
}
