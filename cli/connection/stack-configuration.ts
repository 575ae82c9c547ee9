import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { CommandError } from "../command-error";

const run = promisify(execFile);

/** More than any stack's configuration. */
const MAX_BYTES = 16 * 1024 * 1024;

/** By full key, such as `smartlock:token`. */
export interface StackConfiguration extends ReadonlyMap<string, string> {
  /** The keys whose value is not encrypted in the stack's file. */
  readonly inPlainText: ReadonlySet<string>;
}

const printed = z.record(
  z.string(),
  z.object({ value: z.string().optional(), secret: z.boolean().optional() }),
);

/** The configuration of a stack, as the Pulumi CLI prints it: it alone can decrypt secrets. */
export async function configurationOf(stack: string): Promise<StackConfiguration> {
  const args = ["config", "--stack", stack, "--show-secrets", "--json", "--non-interactive"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { stdout } = await run("pulumi", args, { env, maxBuffer: MAX_BYTES }).catch((error: unknown) => {
    throw new CommandError(whyNot(stack, error as Failure));
  });
  const values = Object.entries(valuesIn(stdout, stack));
  const plain = values.filter(([, { secret }]) => secret === false).map(([key]) => key);
  return Object.assign(new Map(values.map(([key, { value }]) => [key, value ?? ""])), {
    inPlainText: new Set(plain),
  });
}

/** No error of a parser gets out: it may quote what was printed, and that has secrets in it. */
function valuesIn(stdout: string, stack: string): z.output<typeof printed> {
  try {
    return printed.parse(JSON.parse(stdout));
  } catch {
    throw new CommandError(
      `The configuration of the stack "${stack}" cannot be read: the Pulumi CLI printed something other than expected. ` +
        `Check that \`pulumi config --stack ${stack} --json\` prints JSON, or set SMARTLOCK_TOKEN instead.`,
    );
  }
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
