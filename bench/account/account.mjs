import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PlainError } from "../../scripts/report.mjs";

/** @typedef {{ seed: `fleet:${string}` | "empty", latencyMs: number, settleMs: number }} AccountOptions */

/**
 * What happened since the last `clear`, and what the account holds.
 * @typedef {object} Snapshot
 * @property {Record<string, number>} requests by kind
 * @property {number} refused requests that got no answer or an error
 * @property {number} busy the share of the time in which the simulator was busy; near 1 it is the bottleneck
 * @property {number[]} accountUserIds
 * @property {number[]} smartlockIds
 * @property {number} authorizations
 */

/** A fresh account of the simulated service. */
export class Account {
  #child;

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @param {{ url: string, token: string }} address
   */
  constructor(child, { url, token }) {
    this.#child = child;
    this.url = url;
    this.token = token;
  }

  /** @param {AccountOptions} options */
  static async open(options) {
    const child = fork(fileURLToPath(new URL("serve.mjs", import.meta.url)), [JSON.stringify(options)]);
    const address = await answerOf(child);
    return new Account(child, /** @type {{ url: string, token: string }} */ (address));
  }

  async clear() {
    this.#child.send("clear");
    await answerOf(this.#child);
  }

  /**
   * Somebody deletes this many authorizations, evenly spread. None of them is young any more.
   * @param {number} count
   */
  async lose(count) {
    this.#child.send({ lose: count });
    await answerOf(this.#child);
  }

  async snapshot() {
    this.#child.send("snapshot");
    return /** @type {Snapshot} */ (await answerOf(this.#child));
  }

  async close() {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<unknown>}
 */
function answerOf(child) {
  return new Promise((resolve, reject) => {
    /** @param {number | null} code */
    const onExit = (code) =>
      reject(new PlainError(`The simulated account ended with code ${code ?? "none"}.`));
    child.once("exit", onExit);
    child.once("message", (/** @type {unknown} */ answer) => {
      child.off("exit", onExit);
      resolve(answer);
    });
  });
}
