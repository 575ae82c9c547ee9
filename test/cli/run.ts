import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const command = resolve(__dirname, "../../dist/cli/main.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command in a process of its own, without a terminal. Variables that are undefined are unset. */
export async function smartlock(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  folder?: string,
): Promise<Ended> {
  const env = { ...process.env, SMARTLOCK_TOKEN: undefined, SMARTLOCK_BASE_URL: undefined, ...variables };
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
    cwd: folder,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
