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
 * @property {number} requests the highest count
 * @property {Record<string, number>} requestsByKind from the measurement with the highest count
 * @property {number} refused requests that got no answer or an error, the highest count
 * @property {number} busy the share of the time in which the simulator was busy, the highest share
 * @property {number} peakMemory in bytes, the highest value; 0 if it could not be measured
 */

/** @typedef {Pick<Figure, "scenario" | "objects" | "checkpoints" | "subject" | "phase">} FigureKey */

/** All measurements of a run. */
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

  /** Shows whether the simulator was the bottleneck. */
  bottleneck() {
    const share = Math.max(...this.all().map(({ busy }) => busy));
    return `the simulator was busy for at most ${Math.round(100 * share)} % of a phase`;
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
