import { CommandError, type ConcurrentUpdateError } from "@pulumi/pulumi/automation";
import { SmartlockError } from "pulumi-smartlock/client";

/** Something that a person has to fix. The message says everything; a stack trace would only hide it. */
export class PlainError extends Error {}

/** Why something failed, as briefly as possible. */
export function reasonOf(error: unknown): string {
  if (error instanceof CommandError) {
    // The message holds all output of the CLI, twice. If there is no error of the CLI in it, the CLI was ended from outside.
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
    /created by .+ at \S+/.exec(error.message)?.[0] ?? "created by somebody whom the backend does not name";
  return (
    `Another run holds this stack (its lock was ${holder}), so nothing was done. Run again when that one has ended. ` +
    `Only if it was killed: \`pulumi cancel --stack ${stack}\` in .fleet/stacks/${stack} frees the stack.`
  );
}
