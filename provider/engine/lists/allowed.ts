import { CredentialError, NotAllowedError, type SmartlockError } from "../../http";

/** The answer, or undefined if the token may not read it. Any other failure is thrown again. */
export function ifAllowed<T>(reading: Promise<T>): Promise<T | undefined> {
  return unless(isRefusal, reading);
}

/**
 * The same if only the token itself is refused. Whether a lock is offline must not be unknown for another reason: nothing
 * would be held back.
 */
export function ifTokenAllows<T>(reading: Promise<T>): Promise<T | undefined> {
  return unless((error) => error instanceof CredentialError, reading);
}

async function unless<T>(
  isExpected: (error: unknown) => boolean,
  reading: Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isExpected(error)) {
      return undefined;
    }
    throw error;
  }
}

/** The refusal, if the token may not read something. Any other failure is thrown again. */
export async function refusalOf(reading: Promise<unknown> | undefined): Promise<SmartlockError | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (isRefusal(error)) {
      return error;
    }
    throw error;
  }
}

function isRefusal(error: unknown): error is SmartlockError {
  return error instanceof CredentialError || error instanceof NotAllowedError;
}
