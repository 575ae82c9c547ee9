import { phases, phasesOfLoss } from "./subjects/subject.mjs";

/** @typedef {import("./programs/size.js").Size} Size */
/** @typedef {import("./account/account.mjs").Snapshot} Snapshot */

/** @typedef {"U" | "A" | "S" | "L" | "M few" | "M many"} ScenarioKey */

/**
 * @typedef {object} Scenario
 * @property {ScenarioKey} key
 * @property {string} title
 * @property {"users" | "sets" | "singles" | "newcomer"} program a file in programs/
 * @property {`fleet:${string}` | "empty"} seed
 * @property {number} resources in the program
 * @property {number} objects in the service
 * @property {(seeded: Snapshot) => Omit<Size, "isChanged">} sizeOf what the program is told about the account
 * @property {(now: Snapshot) => number} held how many of its objects the account has
 * @property {readonly import("./subjects/subject.mjs").Phase[]} phases
 * @property {number} lost how many of its authorizations somebody deletes after the first apply
 * @property {number} confirmations how many one lock makes, one after the other, when everything is applied
 */

/** How many authorizations of others the account has, to measure the memory that they cost. */
export const FEW_OTHERS = 20;
export const MANY_OTHERS = 20_000;

/**
 * @param {number} count
 * @returns {Scenario}
 */
export function users(count) {
  return {
    key: "U",
    title: `${count} account users, one resource each`,
    program: "users",
    seed: "empty",
    resources: count,
    objects: count,
    sizeOf: () => ({ users: count, smartlockIds: [], accountUserIds: [] }),
    held: ({ accountUserIds }) => accountUserIds.length,
    phases,
    lost: 0,
    confirmations: 0,
  };
}

/**
 * @param {"sets" | "singles"} program
 * @param {number} grants
 * @param {number} locks
 * @returns {Scenario}
 */
export function authorizations(program, grants, locks) {
  const objects = grants * locks;
  return {
    key: program === "sets" ? "A" : "S",
    title:
      program === "sets"
        ? `${objects} authorizations as ${grants} sets over ${locks} locks`
        : `${objects} authorizations (${grants} grants on ${locks} locks), one resource each`,
    program,
    seed: `fleet:${locks}x${grants}x0`,
    resources: program === "sets" ? grants : objects,
    objects,
    sizeOf: ({ smartlockIds, accountUserIds }) => ({ users: 0, smartlockIds, accountUserIds }),
    held: (now) => now.authorizations,
    phases,
    lost: 0,
    confirmations: grants,
  };
}

/**
 * One in ten is deleted outside the program. Each of these has to be proven gone separately, and created again.
 * @param {number} grants
 * @param {number} locks
 * @returns {Scenario}
 */
export function withLosses(grants, locks) {
  const singles = authorizations("singles", grants, locks);
  const lost = Math.round(singles.objects / 10);
  return {
    ...singles,
    key: "L",
    title: `${singles.objects} authorizations, one resource each, of which ${lost} are missing`,
    phases: phasesOfLoss,
    lost,
  };
}

/**
 * A new person and one set over every lock of a large account, so that every authorization in it may matter.
 * @param {number} others
 * @returns {Scenario}
 */
export function besideOthers(others) {
  const locks = 1_000;
  return {
    ...authorizations("sets", 1, locks),
    key: others === FEW_OTHERS ? "M few" : "M many",
    title: `one person with a set over ${locks} locks, beside ${others} authorizations of others`,
    program: "newcomer",
    seed: `fleet:${locks}x100x${others}`,
    resources: 2,
  };
}
