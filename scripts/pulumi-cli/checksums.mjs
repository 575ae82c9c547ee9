import { PlainError } from "../report.mjs";

/** A download does not match the maker's or the user's checksum: the script stops instead of trying another way. */
export class WrongChecksum extends PlainError {}

/**
 * @typedef {object} Checksum
 * @property {string} sum SHA-256 in lower-case hex digits
 * @property {string} from where the checksum comes from
 */

/**
 * @param {string} text output of `sha256sum`
 * @param {string} name the name of the file
 * @param {string} from where the text comes from
 * @returns {Checksum}
 */
export function publishedChecksum(text, name, from) {
  const lines = text.split("\n").map((line) => /^([0-9a-f]{64}) [ *](\S+)\s*$/i.exec(line));
  const sum = lines.find((line) => line?.[2] === name)?.[1];
  if (!sum) {
    throw new PlainError(`${from} has no checksum for ${name}`);
  }
  return { sum: sum.toLowerCase(), from };
}

/**
 * The checksum that the user pins, if any.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Checksum[]}
 */
export function pinnedChecksum(env) {
  const from = "SMARTLOCK_CLI_SHA256";
  const sum = env[from];
  if (!sum) {
    return [];
  }
  if (!/^[0-9a-f]{64}$/i.test(sum)) {
    throw new WrongChecksum(
      `${from} is "${sum}", not a SHA-256 checksum (64 hex digits). Set the one of the archive for this machine, or none.`,
    );
  }
  return [{ sum: sum.toLowerCase(), from }];
}

/**
 * @param {string} what the download
 * @param {string} actual
 * @param {readonly Checksum[]} expected
 */
export function compareChecksums(what, actual, expected) {
  for (const { sum, from } of expected) {
    if (sum !== actual) {
      throw new WrongChecksum(
        `${what} is not what it should be: its SHA-256 is ${actual}, but ${from} says ${sum}. ` +
          "None of it was run, and it is deleted. Run the command again. If it fails in the same way, " +
          "do not use this download: tell the maker of the CLI, and install the CLI in another way.",
      );
    }
  }
}
