/** The phases that a subject goes through, in order. */
export const phases = /** @type {const} */ (["apply", "preview", "refresh", "change", "destroy"]);

/** The phases if somebody deletes a part of what was created. The loss happens before the first phase after `apply`. */
export const phasesOfLoss = /** @type {const} */ (["apply", "look", "heal"]);

/** @typedef {(typeof phases)[number] | (typeof phasesOfLoss)[number]} Phase */

/**
 * Where a subject does its work.
 * @typedef {object} Place
 * @property {string} folder an empty folder for this subject alone
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
 * Something that can go through the phases.
 * @typedef {object} Subject
 * @property {string} name
 * @property {boolean} asksService false for the floor, which does not use the account
 * @property {(place: Place) => Promise<Stack>} stack
 */
