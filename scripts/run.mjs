import { spawn } from "node:child_process";
import { clearInterval, clearTimeout, setInterval, setTimeout } from "node:timers";
import { PlainError } from "./report.mjs";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * Runs a program whose output the reader should see, and returns its exit code.
 * Standard input is closed: nothing that these scripts start may wait for input.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function runVisibly(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", (error) => reject(new PlainError(`${file} could not be started: ${error.message}`)));
    child.once("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

/**
 * @typedef {object} WatchOptions
 * @property {number} limit milliseconds after which the program is killed, so that every wait ends
 * @property {(line: string) => void} [onErrorLine] called for each line of standard error
 * @property {() => void} [onTick] called every ten seconds while the program runs
 */

/**
 * Runs a program whose output the script reads, and returns what it wrote to standard output.
 * Fails with the last lines of standard error when the exit code is not 0.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions & WatchOptions} options
 * @returns {Promise<string>}
 */
export function capture(file, args, { limit, onErrorLine, onTick, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let partial = "";
    /** @type {string[]} */
    let lastLines = [];
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, limit);
    const ticks = setInterval(() => onTick?.(), 10_000);
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      const lines = (partial + text).split("\n");
      partial = lines.pop() ?? "";
      lines.forEach((line) => onErrorLine?.(line));
      lastLines = [...lastLines, ...lines].slice(-5);
    });

    const stopWatching = () => {
      clearTimeout(deadline);
      clearInterval(ticks);
    };
    child.once("error", (error) => {
      stopWatching();
      reject(new PlainError(`${file} could not be started: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      stopWatching();
      if (code === 0) {
        resolve(out);
        return;
      }
      const said = [...lastLines, partial].join("\n").trim();
      const end = timedOut
        ? `did not end within ${limit / 1000} s`
        : `ended with ${signal ?? `code ${code ?? "unknown"}`}`;
      reject(new PlainError(`${[file, ...args.slice(0, 2)].join(" ")} ${end}${said ? `: ${said}` : ""}`));
    });
  });
}
