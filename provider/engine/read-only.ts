import { NotAllowedError } from "../http";
import { wayOut } from "./guards";
import type { Session } from "./session";

/** Whether `readOnly` kept a write from being sent. */
export function isKeptBack(error: unknown): error is NotAllowedError {
  return error instanceof NotAllowedError && error.attempts === 0;
}

/** Adds to the error of a write that `readOnly` stopped what would have been done to which object. */
export async function naming<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isKeptBack(error)) {
      // Writes that share a request share its error, so a new one is thrown.
      throw new Error(`${what}: ${error.message}`);
    }
    throw error;
  });
}

/** Says in a preview with changes that a run would refuse them. Pulumi asks nobody about deletes there. */
export function foretellRefusal(session: Session): void {
  const { readOnly } = session.settings;
  if (readOnly !== undefined) {
    session.sayOnce(
      `Warning: \`pulumi up\` would refuse these changes: ${wayOut(readOnly, { set: "readOnly is set", wanted: "To let changes through" })}`,
    );
  }
}
