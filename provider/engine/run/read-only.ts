import { NotAllowedError } from "../../http";
import type { Session } from "./session";
import { wayOut } from "./settings/guards";

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
