import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Account } from "./account/account.mjs";
import { measuredRun } from "./measuring/measured-run.mjs";
import { PlainError, say } from "../scripts/report.mjs";

/** @typedef {import("./subjects/subject.mjs").Phase} Phase */
/** @typedef {import("./subjects/subject.mjs").Subject} Subject */
/** @typedef {import("./scenarios.mjs").Scenario} Scenario */

export const LATENCY_MS = 50;
export const SETTLE_MS = 300;
const CHECK_LIMIT_MS = 10_000;

/**
 * One phase of one subject, measured once.
 * @typedef {object} Measurement
 * @property {Scenario["key"]} scenario
 * @property {number} objects
 * @property {string} subject
 * @property {boolean} checkpoints
 * @property {Phase} phase
 * @property {number} seconds
 * @property {Record<string, number>} requests by kind
 * @property {number} refused
 * @property {number} busy of the simulator
 * @property {number} [peakMemory] of the provider, in bytes
 */

/**
 * Takes all subjects through all phases. They take turns in each phase, and each subject has its own account.
 * @param {object} round
 * @param {Scenario} round.scenario
 * @param {readonly Subject[]} round.subjects
 * @param {boolean} round.checkpoints
 * @param {number} round.readings how often the phases that change nothing are measured
 * @param {string} round.folder
 * @returns {Promise<Measurement[]>}
 */
export async function liveThrough({ scenario, subjects, checkpoints, readings, folder }) {
  /** @type {Measurement[]} */
  const measured = [];
  const lives = await Promise.all(subjects.map((subject) => Life.begin(subject, scenario, folder)));
  try {
    for (const phase of scenario.phases) {
      const times = phase === "preview" || phase === "refresh" ? readings : 1;
      for (let time = 0; time < times; time++) {
        for (const life of lives) {
          const result = await life.through(phase);
          measured.push({ scenario: scenario.key, objects: scenario.objects, checkpoints, ...result });
          say(line(result));
        }
      }
    }
  } finally {
    await Promise.all(lives.map((life) => life.end()));
  }
  return measured;
}

/** @param {Omit<Measurement, "scenario" | "objects" | "checkpoints">} result */
function line({ subject, phase, seconds, requests }) {
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return `${phase.padEnd(8)} ${subject.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${total} requests`;
}

/** One subject with its account and its stack. */
class Life {
  /**
   * @param {Subject} subject
   * @param {Scenario} scenario
   * @param {Account} account
   * @param {import("./subjects/subject.mjs").Stack} stack
   * @param {import("./account/account.mjs").Snapshot} seeded
   */
  constructor(subject, scenario, account, stack, seeded) {
    this.subject = subject;
    this.scenario = scenario;
    this.account = account;
    this.stack = stack;
    this.seeded = seeded;
  }

  /**
   * @param {Subject} subject
   * @param {Scenario} scenario
   * @param {string} parent
   */
  static async begin(subject, scenario, parent) {
    const account = await Account.open({ seed: scenario.seed, latencyMs: LATENCY_MS, settleMs: SETTLE_MS });
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, "life-"));
    const stack = await subject.stack({ folder, account, scenario });
    return new Life(subject, scenario, account, stack, await account.snapshot());
  }

  /** @param {Phase} phase */
  async through(phase) {
    const isChanged = phase === "change" || phase === "destroy";
    this.stack.declare({ ...this.scenario.sizeOf(this.seeded), isChanged });
    if (phase === "look") {
      await this.account.lose(this.scenario.lost);
    }
    await this.account.clear();
    const { seconds, peakMemory } = await measuredRun(this.stack.command(phase));
    const { requests, refused, busy } = await this.account.snapshot();
    if (this.subject.asksService) {
      await this.#check(phase);
    }
    return {
      subject: this.subject.name,
      phase,
      seconds,
      requests,
      refused,
      busy,
      ...(peakMemory === undefined ? {} : { peakMemory }),
    };
  }

  /**
   * A fast run that left something out would not count. What the service does later gets a moment to happen, because the
   * peer does not wait for its deletions.
   * @param {Phase} phase
   */
  async #check(phase) {
    const { scenario, seeded } = this;
    const missing = phase === "destroy" ? scenario.objects : phase === "look" ? scenario.lost : 0;
    const expected = scenario.held(seeded) + scenario.objects - missing;
    const deadline = performance.now() + CHECK_LIMIT_MS;
    for (;;) {
      const held = scenario.held(await this.account.snapshot());
      if (held === expected) {
        return;
      }
      if (performance.now() > deadline) {
        throw new PlainError(
          `After ${phase} of scenario ${scenario.key} with ${this.subject.name} the account holds ${held} objects instead of ${expected}.`,
        );
      }
      await pause(100);
    }
  }

  async end() {
    await this.account.close();
  }
}
