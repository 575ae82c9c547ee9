import { createHash } from "node:crypto";
import { type Victim, victims } from "./killable-project";
import { afterRequest, afterPart, beforeConfirmation, type Moment } from "./moments";

/**
 * Measured needs of runs: of the first run, and of one from a week to the next. A run that heals a killed one needs
 * less.
 */
const FIRST_REQUESTS = 85;
const REQUESTS = 120;
const ACCEPTANCES = 24;
const PERCENT = 100;

export interface Kill {
  readonly number: number;
  readonly command: "up" | "destroy";
  readonly victim: Victim;
  readonly checkpoints: boolean;
  readonly moment: Moment;
  /** Processes that outlive their engine stay until the account is healed. */
  readonly leavesAlive: boolean;
  /** The next run is on another machine, like in a CI system that starts fresh. */
  readonly losesNotes: boolean;
}

/** A week that is reached by killed runs, one after the other, and then by one that is not killed. */
export interface Week {
  readonly week: number;
  readonly kills: readonly Kill[];
}

export interface Campaign {
  readonly seed: number;
  /** The number of the first kill. */
  readonly from: number;
  /** How many kills; a week that has begun is always finished. */
  readonly runs: number;
}

type Draw = (what: string, below: number) => number;

/** A destroy needs fewer requests than a create. */
const REQUESTS_OF_DESTROY = 40;

/** The same seed gives the same weeks, so any kill can be repeated alone. */
export function weeksOf({ seed, from, runs }: Campaign): Week[] {
  const weeks: Week[] = [];
  for (let week = 0, number = 1; number < from + runs; week += 1) {
    const count = 1 + drawn(seed, `week ${week}`, 3);
    const kills = Array.from({ length: count }, (_, nth) => killOf(seed, week, number + nth, nth));
    number += count;
    if (number > from) {
      weeks.push({ week, kills });
    }
  }
  return weeks;
}

function killOf(seed: number, week: number, number: number, nth: number): Kill {
  const draw: Draw = (what, below) => drawn(seed, `${what} of kill ${number}`, below);
  const command = draw("command", 8) === 0 ? "destroy" : "up";
  return {
    number,
    command,
    victim: victims[draw("victim", victims.length)] ?? "engine",
    checkpoints: draw("checkpoints", 2) === 0,
    moment: momentOf({ command, week, nth, draw }),
    leavesAlive: draw("what is left", 2) === 0,
    losesNotes: draw("notes", 2) === 0,
  };
}

function requestsOf(command: Kill["command"], week: number): number {
  if (command === "destroy") {
    return REQUESTS_OF_DESTROY;
  }
  return week === 0 ? FIRST_REQUESTS : REQUESTS;
}

function momentOf(kill: { command: Kill["command"]; week: number; nth: number; draw: Draw }): Moment {
  const { command, week, nth, draw } = kill;
  // The more was done before, the less is left to do.
  const part = 1 / (nth + 1);
  const sort = draw("sort of moment", 10);
  if (sort < 5) {
    return afterRequest(1 + draw("request", Math.floor(requestsOf(command, week) * part)));
  }
  if (sort < 7 && command === "up") {
    return beforeConfirmation(1 + draw("acceptance", Math.floor(ACCEPTANCES * part)));
  }
  return afterPart(draw("time", Math.floor(PERCENT * part)));
}

/** A number from 0 up to, but not including, `below`. */
function drawn(seed: number, what: string, below: number): number {
  const digest = createHash("sha256").update(`${seed} ${what}`).digest();
  return digest.readUIntBE(0, 6) % below;
}
