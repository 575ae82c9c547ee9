// A simulated account in a process of its own, so that it takes no time away from what is measured. It is controlled by
// messages, because the control interface over HTTP would copy every recorded request.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { join } from "node:path";
import { ROOT } from "../../scripts/root.mjs";

/** @typedef {import("./account.mjs").AccountOptions} AccountOptions */
/** @typedef {import("./account.mjs").Snapshot} Snapshot */

const require = createRequire(import.meta.url);
/** @type {unknown} */
const built = require(join(ROOT, "dist", "simulator", "index.js"));
const { startSimulator } = /** @type {typeof import("pulumi-smartlock/simulator")} */ (built);

/** @type {unknown} */
const parsed = JSON.parse(process.argv[2] ?? "{}");
const simulator = await startSimulator(/** @type {AccountOptions} */ (parsed));
/** Longer than it takes until the service lists anything. */
const LONG_MS = 2 * 60 * 60 * 1000;
let load = performance.eventLoopUtilization();

process.on("message", (/** @type {"snapshot" | "clear" | { lose: number }} */ wish) => {
  if (typeof wish === "object") {
    process.send?.(lose(wish.lose));
  } else {
    process.send?.(wish === "snapshot" ? snapshot() : clear());
  }
});
process.on("disconnect", () => process.exit());
process.send?.({ url: simulator.url, token: simulator.token });

/** @returns {Snapshot} */
function snapshot() {
  const busy = performance.eventLoopUtilization(load).utilization;
  const { users, smartlocks, authorizations } = simulator.state();
  return {
    requests: counted(),
    refused: simulator.requests().filter(({ status }) => status === null || status >= 400).length,
    busy,
    accountUserIds: users.map(({ accountUserId }) => accountUserId),
    smartlockIds: smartlocks.map(({ smartlockId }) => smartlockId),
    authorizations: authorizations.length,
  };
}

/**
 * A young object might simply not be listed yet, so let time pass first.
 * @param {number} count
 */
function lose(count) {
  simulator.clock.advance(LONG_MS);
  const state = simulator.state();
  const every = state.authorizations.length / count;
  const lost = new Set(Array.from({ length: count }, (_, n) => Math.floor(n * every)));
  state.authorizations = state.authorizations.filter((_, index) => !lost.has(index));
  simulator.setState(state);
  return {};
}

function clear() {
  simulator.clearRequests();
  load = performance.eventLoopUtilization();
  return {};
}

/** By kind, which is the operation of the service, such as `GET /account/user`. */
function counted() {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { operation, method, path } of simulator.requests()) {
    const kind = operation ?? `${method} ${path}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
