import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { CommandError } from "../command-error";
import type { Secrets } from "./program";

const run = promisify(execFile);

const WITHOUT_CHECK = { PULUMI_SKIP_UPDATE_CHECK: "1" };

/** Secrets are encrypted by the Pulumi CLI, so it must be there before anything is read. */
export async function requireCli(): Promise<void> {
  await run("pulumi", ["version"], { env: { ...process.env, ...WITHOUT_CHECK } }).catch((error: unknown) => {
    throw new CommandError(
      "--with-secrets needs the Pulumi CLI, which encrypts the secrets, and `pulumi` cannot be started. " +
        "Install it, or export without secrets.",
      { cause: error },
    );
  });
}

/** Makes the stack and puts the secrets into its configuration, encrypted. They are no arguments: others could see those. */
export async function storeSecrets(folder: string, stack: string, secrets: Secrets): Promise<void> {
  await pulumi(folder, ["stack", "init", stack], "");
  try {
    for (const [key, values] of [
      ["codes", secrets.codes],
      ["secrets", secrets.texts],
    ] as const) {
      if (values.size > 0) {
        const text = JSON.stringify(Object.fromEntries(values));
        await pulumi(folder, ["config", "set", "--secret", key, "--stack", stack], text);
      }
    }
  } catch (error) {
    // It has nothing in it yet. If it cannot be removed either, the error says enough.
    await pulumi(folder, ["stack", "rm", stack, "--yes"], "").catch(() => undefined);
    throw error;
  }
}

async function pulumi(folder: string, args: readonly string[], input: string): Promise<void> {
  const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
    cwd: folder,
    env: { ...process.env, ...WITHOUT_CHECK },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  // It may end before it has read everything. Its code says so.
  child.stdin.on("error", () => undefined).end(input);
  const [code] = (await once(child, "close").catch((error: unknown) => {
    said = (error as Error).message;
    return [null];
  })) as [number | null];
  if (code !== 0) {
    const words = said.trim().replace(/^error: /, "");
    throw new CommandError(
      `The secrets were not stored, because \`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${words} ` +
        "No folder was written. Correct that and export again, or export without secrets.",
    );
  }
}
