import { JUDGES } from "./mutation/tests.mjs";

/**
 * The long campaigns that try to break the promises. Each has its own script, and a short version in `npm test`.
 * @typedef {object} Campaign
 * @property {string} name
 * @property {string} words what it does
 * @property {readonly string[]} arguments_ what `npm run proof` passes to the script
 * @property {readonly string[]} attacks files and folders; when they change, the figures are stale
 * @property {readonly string[]} tests files and folders of the attacking tests; the files that they import count too
 */

const PRODUCT = ["provider", "simulator"];

/** @type {readonly Campaign[]} */
export const CAMPAIGNS = [
  {
    name: "matrix",
    words:
      "Every fault of the simulator meets every operation of every kind and form; a rule says how each cell must end, and the next run must repair it. ok: succeeded anyway; healed: failed, and the next run repaired it; refused: a person has to decide; told: fails in every run, and says why.",
    arguments_: [],
    attacks: PRODUCT,
    tests: ["test/matrix"],
  },
  {
    name: "model",
    words:
      "Random histories of runs, crashes, faults, other people's changes and time, each healed and compared with a small map of what was declared.",
    arguments_: ["--runs", "10000"],
    attacks: PRODUCT,
    tests: ["test/model"],
  },
  {
    name: "hostile",
    words:
      "Arbitrary and nearly valid JSON as declarations, as states and as answers, and a service that means harm.",
    arguments_: ["--runs", "1000"],
    attacks: [...PRODUCT, "examples/gitops"],
    tests: ["test/hostile"],
  },
  {
    name: "load",
    words:
      "A thousand authorizations against a service that takes 20 requests a second, and against one that needs 2 s for each and fails one in twenty.",
    arguments_: [],
    attacks: PRODUCT,
    tests: ["test/load"],
  },
  {
    name: "kill",
    words:
      "The real engine with sixty resources of every kind: kill -9 of the engine, the provider or both, at random moments, with and without checkpoints.",
    // Some runs end before the kill comes; at least 200 are killed.
    arguments_: ["--runs", "220"],
    attacks: PRODUCT,
    tests: ["test/promises/4-after-a-kill.engine.test.ts"],
  },
  {
    name: "mutation",
    words:
      "The four layers below the lookups, changed in thousands of small ways, one at a time: does a test that needs no CLI notice? Each layer alone has a bound.",
    arguments_: [],
    attacks: [...PRODUCT, "scripts/proof/mutation", "stryker.config.mjs"],
    tests: JUDGES,
  },
];
