/** @typedef {import("./round.mjs").Measurement} Measurement */

/**
 * All measurements of one phase of one subject in one scenario.
 * @typedef {object} Figure
 * @property {Measurement["scenario"]} scenario
 * @property {number} objects
 * @property {boolean} checkpoints
 * @property {string} subject
 * @property {Measurement["phase"]} phase
 * @property {number} seconds the median
 * @property {number} measured how often
 * @property {number} requests the most
 * @property {Record<string, number>} requestsByKind of the measurement with the most
 * @property {number} refused requests that were not answered well, the most
 * @property {number} busy the share of the time in which the simulator had work to do, the most
 * @property {number} peakMemory in bytes, the most; 0 where it could not be seen
 */

/** @typedef {Pick<Figure, "scenario" | "objects" | "checkpoints" | "subject" | "phase">} FigureKey */

/** The measurements of a run, brought together. */
export class Figures {
  /** @type {Map<string, Measurement[]>} */
  #groups = new Map();

  /** @param {readonly Measurement[]} measurements */
  constructor(measurements) {
    for (const measurement of measurements) {
      const key = textOf(measurement);
      this.#groups.set(key, [...(this.#groups.get(key) ?? []), measurement]);
    }
  }

  /** @returns {Figure[]} */
  all() {
    return [...this.#groups.values()].map(figureOf);
  }

  /** Whether the simulator itself is what was measured. */
  bottleneck() {
    const share = Math.max(...this.all().map(({ busy }) => busy));
    return `the simulator had work to do in at most ${Math.round(100 * share)} % of a phase`;
  }

  /**
   * @param {FigureKey} key
   * @returns {Figure | undefined}
   */
  find(key) {
    const group = this.#groups.get(textOf(key));
    return group && figureOf(group);
  }
}

/** @param {FigureKey} key */
function textOf({ scenario, objects, checkpoints, subject, phase }) {
  return JSON.stringify([scenario, objects, checkpoints, subject, phase]);
}

/**
 * @param {readonly Measurement[]} group
 * @returns {Figure}
 */
function figureOf(group) {
  const most = group.reduce((a, b) => (total(b.requests) > total(a.requests) ? b : a));
  const { scenario, objects, checkpoints, subject, phase } = most;
  return {
    scenario,
    objects,
    checkpoints,
    subject,
    phase,
    seconds: median(group.map(({ seconds }) => seconds)),
    measured: group.length,
    requests: total(most.requests),
    requestsByKind: most.requests,
    refused: Math.max(...group.map(({ refused }) => refused)),
    busy: Math.max(...group.map(({ busy }) => busy)),
    peakMemory: Math.max(...group.map(({ peakMemory }) => peakMemory ?? 0)),
  };
}

/** @param {Record<string, number>} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
