import { join } from "node:path";
import { modulesWithFloor, modulesWithThis } from "./modules.mjs";
import { pulumiStack } from "./pulumi.mjs";
import { terraformStack } from "./terraform.mjs";

/** @typedef {import("./subject.mjs").Subject} Subject */

export const OURS = "this provider";
export const FLOOR = "floor";
export const PEER = "peer";
export const PEER_DEFAULT = "peer default";

/**
 * @param {import("../../scripts/pulumi-cli/get.mjs").PulumiCli} cli
 * @param {import("../peer/get.mjs").Peer | undefined} peer
 * @param {string} folder
 */
export function allSubjects(cli, peer, folder) {
  const [ours, nothing] = [join(folder, "ours", "node_modules"), join(folder, "floor", "node_modules")];
  modulesWithThis(ours);
  modulesWithFloor(nothing);
  /** @param {boolean} checkpoints @returns {Subject[]} */
  const pulumi = (checkpoints) => [
    {
      name: FLOOR,
      asksService: false,
      stack: (place) => pulumiStack(cli, { modules: nothing, checkpoints }, place),
    },
    {
      name: OURS,
      asksService: true,
      stack: (place) => pulumiStack(cli, { modules: ours, checkpoints }, place),
    },
  ];
  /** @param {string} name @param {number | undefined} parallelism @returns {Subject[]} */
  const terraform = (name, parallelism) =>
    peer === undefined
      ? []
      : [{ name, asksService: true, stack: (place) => terraformStack(peer, { parallelism }, place) }];
  return { pulumi, peer: terraform(PEER, 128), peerDefault: terraform(PEER_DEFAULT, undefined) };
}
