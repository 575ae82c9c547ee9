import { spawn } from "node:child_process";

export interface Ended {
  readonly code: number;
  /** Both streams, as the log of a run shows them. */
  readonly output: string;
}

/** Runs a command like a step of a job. */
export function run(
  command: readonly [string, ...string[]],
  { folder, env, input = "" }: { folder: string; env: NodeJS.ProcessEnv; input?: string },
): Promise<Ended> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
    // It may end before it has read all of its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
