import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { startSimulator, type AccountStateInput, type Simulator } from "../simulator";
import { CommandError } from "./command-error";

export interface SimulatorCommandOptions {
  port: number;
  host: string;
  token?: string;
  seed: string;
  latency?: number;
  settle?: number;
  state?: string;
}

export function simulatorCommand(): Command {
  return new Command("simulator")
    .description("Run the smart lock service in memory, for trying things out and for tests.")
    .option("--port <number>", "the port to listen on; 0 picks a free one", wholeNumber, 8080)
    .option(
      "--host <address>",
      "the address to listen on; beyond loopback, the control interface needs the token",
      "127.0.0.1",
    )
    .option("--token <token>", "the access token that it accepts (default: demo-token)")
    .option(
      "--seed <seed>",
      "the account to start with: demo, empty, or fleet:LOCKSxUSERSxAUTHORIZATIONS",
      "demo",
    )
    .option("--latency <ms>", "how long each answer takes", wholeNumber)
    .option("--settle <ms>", "how long a lock takes to confirm an operation", wholeNumber)
    .option(
      "--state <file>",
      "a file with the account: loaded at the start if it exists, and saved at the end",
    )
    .action(async (options: SimulatorCommandOptions) => {
      const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
      await runSimulator(options, stopped, (line) => console.log(line));
    });
}

/** Serves until `stopped`. Prints one line of JSON as soon as it listens. */
export async function runSimulator(
  options: SimulatorCommandOptions,
  stopped: Promise<unknown>,
  print: (line: string) => void,
): Promise<void> {
  const simulator = await start(options);
  try {
    print(JSON.stringify({ url: simulator.url, token: simulator.token }));
    await stopped;
    if (options.state !== undefined) {
      await save(simulator, options.state);
    }
  } finally {
    await simulator.stop();
  }
}

async function start({
  port,
  host,
  token,
  seed,
  latency,
  settle,
  state,
}: SimulatorCommandOptions): Promise<Simulator> {
  const saved = state !== undefined && existsSync(state) ? await load(state) : undefined;
  try {
    return await startSimulator({
      port,
      host,
      seed: seed as "demo",
      state: saved,
      ...(token === undefined ? {} : { token }),
      ...(latency === undefined ? {} : { latencyMs: latency }),
      ...(settle === undefined ? {} : { settleMs: settle }),
    });
  } catch (error) {
    throw new CommandError(startFailure(error, { host, port, state: saved && state }), { cause: error });
  }
}

function startFailure(
  error: unknown,
  { host, port, state }: { host: string; port: number; state: string | undefined },
) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is in use. Stop the program that listens there, or choose another port with --port (0 picks a free one).`;
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `Cannot listen on ${host} port ${port} (${code}). Choose another address with --host and --port.`;
  }
  if (state !== undefined) {
    return `The file ${state} does not hold the state of a simulated account: ${message}`;
  }
  return message;
}

async function load(file: string): Promise<AccountStateInput> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as AccountStateInput;
  } catch (error) {
    throw new CommandError(`Cannot read the state file ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Saves in one step, so that an interrupted save leaves the old file intact. Only its owner can read it: it holds codes. */
async function save(simulator: Simulator, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await writeFile(unfinished, `${JSON.stringify(simulator.state(), null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    throw new CommandError(`Cannot save the state to ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number.");
  }
  return Number(text);
}
