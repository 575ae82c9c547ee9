import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "../command-error";

const run = promisify(execFile);

/** More than any stack's configuration. */
const MAX_BYTES = 16 * 1024 * 1024;

/** By full key, such as `smartlock:token`. */
export type StackConfiguration = ReadonlyMap<string, string>;

/** The configuration of a stack, as the Pulumi CLI prints it: it alone can decrypt secrets. */
export async function configurationOf(stack: string): Promise<StackConfiguration> {
  const args = ["config", "--stack", stack, "--show-secrets", "--json", "--non-interactive"];
  const { stdout } = await run("pulumi", args, { maxBuffer: MAX_BYTES }).catch((error: unknown) => {
    throw new CommandError(whyNot(stack, error as Failure));
  });
  const values = JSON.parse(stdout) as Record<string, { readonly value?: string }>;
  return new Map(Object.entries(values).map(([key, { value }]) => [key, value ?? ""]));
}

interface Failure extends NodeJS.ErrnoException {
  readonly stderr?: string;
}

function whyNot(stack: string, { code, stderr, message }: Failure): string {
  if (code === "ENOENT") {
    return "--stack needs the Pulumi CLI, and `pulumi` is not on PATH. Install it, or set SMARTLOCK_TOKEN instead.";
  }
  const words = (stderr ?? "").trim().replace(/^error: /, "") || message;
  return `The configuration of the stack "${stack}" cannot be read: ${words}`;
}
