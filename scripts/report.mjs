import { performance } from "node:perf_hooks";

/** @param {string} text */
function bold(text) {
  return process.stdout.isTTY && !process.env["NO_COLOR"] ? `\u001b[1m${text}\u001b[22m` : text;
}

/** @param {string} text */
export function heading(text) {
  console.log(`\n${bold(`== ${text}`)}`);
}

/**
 * A line under the current heading.
 * @param {string} text
 */
export function say(text) {
  console.log(`   ${text.replaceAll("\n", "\n   ")}`);
}

/**
 * The time since `start` as text.
 * @param {number} start milliseconds, from `performance.now()`
 */
export function elapsed(start) {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * An error that a person caused or can fix. Its message says everything; a stack trace would only hide it.
 */
export class PlainError extends Error {}

/** @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Prints the last message of a script that failed. The stack is shown only for a bug in the script itself.
 * @param {unknown} error
 */
export function reportFailure(error) {
  const text = error instanceof Error && !(error instanceof PlainError) ? error.stack : reasonOf(error);
  console.error(`\nFailed: ${text ?? "unknown reason"}`);
  process.exitCode = 1;
}
