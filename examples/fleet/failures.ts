import { CommandError, type ConcurrentUpdateError } from "@pulumi/pulumi/automation";
import { SmartlockError } from "pulumi-smartlock/client";

/** What a person has to mend; its message says everything, a stack trace would only hide it. */
export class PlainError extends Error {}

/** Why something failed, as short as it can be said. */
export function reasonOf(error: unknown): string {
  if (error instanceof CommandError) {
    // The message holds all output of the CLI, twice. Without an error of its own it was ended from outside.
    return (
      /^error: .+$/m.exec(error.message)?.[0] ?? /^ stderr: (.+)$/m.exec(error.message)?.[1] ?? error.message
    );
  }
  if (error instanceof PlainError || error instanceof SmartlockError) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** For a stack that somebody else is working on. */
export function heldBy(error: ConcurrentUpdateError, stack: string): string {
  const holder =
    /created by .+ at \S+/.exec(error.message)?.[0] ?? "made by somebody whom the backend does not name";
  return (
    `Another run holds this stack (its lock was ${holder}), so nothing was done. Run again when that one has ended. ` +
    `Only if it was killed: \`pulumi cancel --stack ${stack}\` in .fleet/stacks/${stack} frees the stack.`
  );
}
