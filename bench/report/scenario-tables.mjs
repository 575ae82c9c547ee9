import { FLOOR, OURS, PEER, PEER_DEFAULT } from "../subjects/all.mjs";

/** @typedef {import("../figures.mjs").Figure} Figure */
/** @typedef {import("../figures.mjs").Figures} Figures */
/** @typedef {import("../plan.mjs").Round} Round */
/** @typedef {import("./table.mjs").Table} Table */

const MEGABYTE = 1024 * 1024;

/** @type {Record<import("../subjects/subject.mjs").Phase, string>} */
export const phaseNames = {
  apply: "first apply",
  preview: "unchanged preview",
  refresh: "refresh",
  change: "one change",
  destroy: "destroy",
  look: "preview after the loss",
  heal: "up after the loss",
};

/**
 * A table for each scenario and checkpoint mode of the rounds, in their order.
 * @param {readonly Round[]} rounds
 * @param {Figures} figures
 * @returns {{ title: string, times: Table, kinds: Table }[]}
 */
export function scenarioTables(rounds, figures) {
  /** @type {Map<string, Round>} */
  const distinct = new Map();
  for (const round of rounds) {
    const title = titleOf(round);
    const known = distinct.get(title);
    if (known === undefined || round.subjects.length > known.subjects.length) {
      distinct.set(title, round);
    }
  }
  return [...distinct].map(([title, round]) => ({
    title,
    times: timesOf(round, figures),
    kinds: kindsOf(round, figures),
  }));
}

/** @param {Round} round */
function titleOf({ scenario, checkpoints, of }) {
  const letters = of.includes("M") ? "M" : of.join(", ");
  return `${letters}: ${scenario.title}, checkpoints ${checkpoints ? "on" : "off"}`;
}

/**
 * @param {Round} round
 * @param {Figures} figures
 * @returns {Table}
 */
function timesOf({ scenario, checkpoints, subjects }, figures) {
  const hasPeer = subjects.some(({ name }) => name === PEER);
  const rows = scenario.phases.map((phase) => {
    /** @param {string} subject */
    const find = (subject) =>
      figures.find({ scenario: scenario.key, objects: scenario.objects, checkpoints, subject, phase });
    const [floor, ours, peer, slowPeer] = [find(FLOOR), find(OURS), find(PEER), find(PEER_DEFAULT)];
    return [
      phaseNames[phase],
      seconds(floor),
      seconds(ours),
      ratio(ours, floor),
      ...(hasPeer ? [seconds(peer), ratio(peer, ours), seconds(slowPeer)] : []),
      count(ours),
      ...(hasPeer ? [count(peer)] : []),
      memory(ours),
      memory(floor),
    ];
  });
  return {
    head: [
      "phase",
      "floor, s",
      "this provider, s",
      "× floor",
      ...(hasPeer ? ["peer, s", "peer ÷ this", "peer at its default, s"] : []),
      "requests",
      ...(hasPeer ? ["of the peer"] : []),
      "memory, MB",
      "of the floor",
    ],
    rows,
  };
}

/**
 * @param {Round} round
 * @param {Figures} figures
 * @returns {Table}
 */
function kindsOf({ scenario, checkpoints, subjects }, figures) {
  const asking = subjects.filter(({ asksService, name }) => asksService && name !== PEER_DEFAULT);
  return {
    head: ["phase", ...asking.map(({ name }) => `requests of ${name}, by kind`)],
    rows: scenario.phases.map((phase) => [
      phaseNames[phase],
      ...asking.map(({ name: subject }) => {
        const key = { scenario: scenario.key, objects: scenario.objects, checkpoints, subject, phase };
        const kinds = Object.entries(figures.find(key)?.requestsByKind ?? {});
        return kinds.map(([kind, times]) => `${times} × ${kind}`).join(", ");
      }),
    ]),
  };
}

/** @param {Figure | undefined} figure */
function seconds(figure) {
  return figure ? figure.seconds.toFixed(1) : "";
}

/**
 * @param {Figure | undefined} a
 * @param {Figure | undefined} b
 */
function ratio(a, b) {
  return a && b ? (a.seconds / b.seconds).toFixed(2) : "";
}

/** @param {Figure | undefined} figure */
function count(figure) {
  return figure ? String(figure.requests) : "";
}

/** @param {Figure | undefined} figure */
function memory(figure) {
  return figure && figure.peakMemory > 0 ? String(Math.round(figure.peakMemory / MEGABYTE)) : "";
}
