import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as pause } from "node:timers/promises";
import { PlainError } from "../report.mjs";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";

const START_LIMIT = 20_000;

/**
 * @typedef {object} Simulator
 * @property {string} url
 * @property {string} token
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the simulator as a process that can outlive this one, and waits until it is listening. Its output goes
 * to files, because a pipe would break when this process ends.
 * @param {string} root
 * @param {string} folder where its output goes
 * @returns {Promise<Simulator>}
 */
export async function startSimulator(root, folder) {
  const command = join(root, "dist", "cli", "main.js");
  const args = ["simulator", "--port", "0", "--seed", "demo", "--token", "demo-token", "--settle", "300"];
  const out = join(folder, "simulator.out");
  const log = join(folder, "simulator.log");
  const streams = [openSync(out, "w"), openSync(log, "w")];
  const child = spawn(process.execPath, [command, ...args], {
    cwd: root,
    env: withoutOwnSettings(process.env),
    // Its own process group: Ctrl-C must reach Pulumi first and the simulator last.
    detached: true,
    stdio: ["ignore", ...streams],
  });
  streams.forEach((stream) => closeSync(stream));
  child.unref();

  const ended = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  const pid = child.pid;
  const deadline = performance.now() + START_LIMIT;
  while (pid !== undefined && child.exitCode === null && performance.now() < deadline) {
    const [line, ...rest] = readFileSync(out, "utf8").split("\n");
    if (line && rest.length > 0) {
      /** @type {unknown} */
      const announced = JSON.parse(line);
      const { url, token } = /** @type {{ url: string, token: string }} */ (announced);
      const stop = async () => {
        const impatience = setTimeout(() => child.kill("SIGKILL"), 3_000);
        child.kill("SIGTERM");
        await ended;
        clearTimeout(impatience);
      };
      return { url, token, pid, stop };
    }
    await pause(50);
  }
  const how =
    child.exitCode === null
      ? `did not listen within ${START_LIMIT / 1000} s`
      : `ended with code ${child.exitCode}`;
  child.kill("SIGKILL");
  throw new PlainError(
    `The simulator ${how} (node ${command} ${args.join(" ")}). ` +
      `It said: ${readFileSync(log, "utf8").trim() || "nothing"}`,
  );
}

/**
 * @typedef {object} Address
 * @property {number} addressId
 * @property {string} name
 * @property {number[]} [smartlockIds]
 */

/**
 * The addresses as the service itself lists them: proof that does not come from Pulumi.
 * @param {Simulator} simulator
 * @returns {Promise<Address[]>}
 */
export async function listAddresses({ url, token }) {
  const answer = await globalThis.fetch(`${url}/address`, {
    headers: { authorization: `Bearer ${token}` },
    signal: globalThis.AbortSignal.timeout(10_000),
  });
  if (!answer.ok) {
    throw new PlainError(`The simulator answered GET /address with status ${answer.status}.`);
  }
  return /** @type {Promise<Address[]>} */ (answer.json());
}
