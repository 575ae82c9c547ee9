/** The phases of a life, in their order. */
export const phases = /** @type {const} */ (["apply", "preview", "refresh", "change", "destroy"]);

/** Those of a life in which somebody deletes a part of what was made. The first of them after `apply` meets the loss. */
export const phasesOfLoss = /** @type {const} */ (["apply", "look", "heal"]);

/** @typedef {(typeof phases)[number] | (typeof phasesOfLoss)[number]} Phase */

/**
 * Where a subject does its work.
 * @typedef {object} Place
 * @property {string} folder empty, its own
 * @property {import("../account/account.mjs").Account} account
 * @property {import("../scenarios.mjs").Scenario} scenario
 */

/**
 * A declaration that can be applied.
 * @typedef {object} Stack
 * @property {(size: import("../programs/size.js").Size) => void} declare
 * @property {(phase: Phase) => import("../measuring/measured-run.mjs").Command} command
 */

/**
 * Somebody who can live through the phases.
 * @typedef {object} Subject
 * @property {string} name
 * @property {boolean} asksService false for the floor, which has nothing to do with the account
 * @property {(place: Place) => Promise<Stack>} stack
 */
