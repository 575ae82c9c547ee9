/**
 * The long campaigns that try to break the promises. Each is a script of its own, with a short version in `npm test`.
 * @typedef {object} Campaign
 * @property {string} name
 * @property {string} words what it does
 * @property {readonly string[]} arguments_ how `npm run proof` asks for it
 */

/** @type {readonly Campaign[]} */
export const CAMPAIGNS = [
  {
    name: "matrix",
    words:
      "Every fault of the simulator meets every operation of every kind and form; each cell has the end that a rule says, and heals.",
    arguments_: [],
  },
  {
    name: "model",
    words:
      "Random histories of runs, crashes, faults, other people's changes and time, each healed and compared with a small map of what was declared.",
    arguments_: ["--runs", "10000"],
  },
  {
    name: "hostile",
    words:
      "Arbitrary and nearly valid JSON as declarations, as states and as answers, and a service that means harm.",
    arguments_: ["--runs", "1000"],
  },
  {
    name: "load",
    words:
      "A thousand authorizations against a service that takes 20 requests a second, and against one that needs 2 s for each and fails one in twenty.",
    arguments_: [],
  },
  {
    name: "kill",
    words:
      "The real engine with sixty resources of every kind: kill -9 of the engine, the provider or both, at drawn moments, with and without checkpoints.",
    // Some runs end before their moment comes: at least 200 are killed.
    arguments_: ["--runs", "220"],
  },
  {
    name: "mutation",
    words:
      "The engine and the HTTP layer, changed in thousands of small ways, one at a time: does a test that needs no CLI notice?",
    arguments_: [],
  },
];
