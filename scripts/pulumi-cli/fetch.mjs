import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PlainError } from "../report.mjs";

/**
 * @param {string} url
 * @param {number} limit milliseconds in which the whole text must arrive
 * @returns {Promise<string>}
 */
export function fetchText(url, limit) {
  return withAnswer(url, limit, (answer) => answer.text());
}

/**
 * Saves the response of a URL to a file, and returns its SHA-256 in hex digits.
 * @param {string} url
 * @param {string} file
 * @param {number} limit milliseconds in which the whole file must arrive
 * @returns {Promise<string>}
 */
export function fetchToFile(url, file, limit) {
  return withAnswer(url, limit, async (answer) => {
    const hash = createHash("sha256");
    /** @param {AsyncIterable<Uint8Array>} chunks */
    async function* hashed(chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const body = /** @type {import("node:stream/web").ReadableStream<Uint8Array>} */ (answer.body);
    await pipeline(Readable.fromWeb(body), hashed, createWriteStream(file));
    return hash.digest("hex");
  });
}

/**
 * @template T
 * @param {string} url
 * @param {number} limit
 * @param {(answer: Response) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withAnswer(url, limit, use) {
  const signal = globalThis.AbortSignal.timeout(limit);
  try {
    const answer = await globalThis.fetch(url, { signal });
    if (!answer.ok || !answer.body) {
      throw new PlainError(`the answer was ${answer.status}`);
    }
    if (new URL(answer.url).protocol !== new URL(url).protocol) {
      throw new PlainError(`it led to ${answer.url}`);
    }
    return await use(answer);
  } catch (error) {
    const why = signal.aborted ? `it took longer than ${limit / 1000} s` : causeOf(error);
    throw new PlainError(`${url} could not be downloaded: ${why}`);
  }
}

/**
 * The original cause: `fetch` itself only says "fetch failed".
 * @param {unknown} error
 * @returns {string}
 */
function causeOf(error) {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause instanceof Error ? causeOf(error.cause) : error.message;
}
