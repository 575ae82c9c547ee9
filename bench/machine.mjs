import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/root.mjs";
import { LATENCY_MS, SETTLE_MS } from "./round.mjs";

/**
 * What the figures of a run depend on besides the code. Call this before the run, because the run itself is a load.
 * @param {import("../scripts/pulumi-cli/get.mjs").PulumiCli} cli
 * @param {import("./peer/get.mjs").Peer | undefined} peer
 * @returns {Record<string, string>}
 */
export function circumstances(cli, peer) {
  return {
    cores: `${availableParallelism()} (${cpus()[0]?.model.trim() ?? "unknown"})`,
    "load before the run": (loadavg()[0] ?? 0).toFixed(1),
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    system: `${process.platform} ${release()} ${process.arch}`,
    "Node.js": process.versions.node,
    "pulumi-smartlock": versionIn(ROOT),
    "Pulumi CLI": cli.version,
    "@pulumi/pulumi": versionIn(join(ROOT, "node_modules", "@pulumi", "pulumi")),
    peer: peer ? `${peer.version} with the restapi provider ${peer.restapiVersion}` : "none",
    "simulated service": `${LATENCY_MS} ms per request, locks and deletions confirm after ${SETTLE_MS} ms`,
    parallelism: "pulumi --parallel 128, terraform -parallelism=128 and once its default (10)",
    backend: "files, with a passphrase",
  };
}

/** @param {string} folder */
function versionIn(folder) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return /** @type {{ version: string }} */ (manifest).version;
}
