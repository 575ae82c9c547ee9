import { authorizations, besideOthers, FEW_OTHERS, MANY_OTHERS, users, withLosses } from "./scenarios.mjs";

/** @typedef {import("./subjects/subject.mjs").Subject} Subject */
/** @typedef {ReturnType<typeof import("./subjects/all.mjs").allSubjects>} Subjects */

/** What you can choose with `--only`. */
export const parts = /** @type {const} */ (["U", "A", "S", "L", "G", "M"]);

/** @typedef {(typeof parts)[number]} Part */

/** How many objects a scenario has. */
export const FULL_SCALE = 1_000;
/** How many grants each lock has; it confirms them one after the other. */
export const GRANTS = 10;

/**
 * The subjects take turns through all phases.
 * @typedef {object} Round
 * @property {readonly Part[]} of which parts need it
 * @property {import("./scenarios.mjs").Scenario} scenario
 * @property {boolean} checkpoints
 * @property {readonly Subject[]} subjects
 * @property {number} readings how often the phases that change nothing are measured
 */

/** @param {number} scale */
export function growthSizes(scale) {
  return [scale / 4, scale / 2, scale, scale * 2].map(Math.round);
}

/**
 * Every round, in the order of the run. Short rounds are repeated, because a second of noise matters more there. With
 * checkpoints, a thousand resources measure how fast Pulumi rewrites its state, so only the sets also run that way.
 * @param {Subjects} subjects
 * @param {number} scale
 * @returns {Round[]}
 */
export function plan({ pulumi, peer, peerDefault }, scale) {
  const locks = Math.max(1, Math.round(scale / GRANTS));
  const [quarter = 1, half = 1, whole = 1, double = 1] = growthSizes(scale);
  const sets = authorizations("sets", GRANTS, locks);
  const singles = authorizations("singles", GRANTS, locks);
  const [on, off] = [pulumi(true), pulumi(false)];
  const growth = { of: /** @type {const} */ (["G"]), checkpoints: false, subjects: off, readings: 1 };
  return [
    {
      of: ["U", "G"],
      scenario: users(whole),
      checkpoints: false,
      subjects: [...off, ...peer, ...peerDefault],
      readings: 1,
    },
    ...times(2, { of: ["A"], scenario: sets, checkpoints: false, subjects: off, readings: 1 }),
    { of: ["A"], scenario: sets, checkpoints: true, subjects: on, readings: 1 },
    { of: ["S"], scenario: singles, checkpoints: false, subjects: off, readings: 1 },
    { of: ["L"], scenario: withLosses(GRANTS, locks), checkpoints: false, subjects: off, readings: 1 },
    ...times(2, { ...growth, scenario: users(quarter) }),
    { ...growth, scenario: users(half) },
    { ...growth, scenario: users(double) },
    { of: ["M"], scenario: besideOthers(FEW_OTHERS), checkpoints: true, subjects: on, readings: 1 },
    { of: ["M"], scenario: besideOthers(MANY_OTHERS), checkpoints: true, subjects: on, readings: 1 },
  ];
}

/**
 * @param {number} count
 * @param {Round} round
 */
function times(count, round) {
  return Array.from({ length: count }, () => round);
}
