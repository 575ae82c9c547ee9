import { NotAllowedError } from "../http";
import { wayOut } from "./guards";
import type { Session } from "./session";

/** Whether `readOnly` kept a write from being sent. */
export function isKeptBack(error: unknown): error is NotAllowedError {
  return error instanceof NotAllowedError && error.attempts === 0;
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
