import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { PlainError } from "../../scripts/report.mjs";
import { watchPeakMemory } from "./peak-memory.mjs";

/** Nothing that we measure takes this long. Every wait must end. */
const LIMIT_MS = 15 * 60_000;
const SHOWN_OF_FAILURE = 3_000;

/**
 * @typedef {object} Command
 * @property {string} file
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} provider a text that the command line of the provider's process contains
 */

/**
 * Runs a command to its end and measures it. A command that fails ends the benchmark: its time would mean nothing.
 * @param {Command} command
 * @returns {Promise<{ seconds: number, peakMemory: number | undefined }>}
 */
export function measuredRun({ file, args, cwd, env, provider }) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const memory = watchPeakMemory(child.pid ?? 0, provider);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (said += text));
    }
    child.once("error", (error) => {
      memory.stop();
      reject(new PlainError(`${file} could not be started: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      const seconds = (performance.now() - start) / 1000;
      const peakMemory = memory.stop();
      if (code === 0) {
        resolve({ seconds, peakMemory });
        return;
      }
      reject(
        new PlainError(
          `${[file, ...args].join(" ")} ended with ${signal ?? `code ${code ?? "unknown"}`}:\n${said.slice(-SHOWN_OF_FAILURE)}`,
        ),
      );
    });
  });
}
