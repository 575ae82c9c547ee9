import * as pulumi from "@pulumi/pulumi";

/**
 * An error for the person who wrote the program. Pulumi shows only the message of a `RunError`. The stack is removed
 * because Pulumi colours it, and Node 20.20 never finishes colouring a line such as `node_modules/@pulumi/output.ts`:
 * the program would hang instead of failing.
 */
export function programError(message: string): pulumi.RunError {
  const failure = new pulumi.RunError(message);
  failure.stack = message;
  return failure;
}
