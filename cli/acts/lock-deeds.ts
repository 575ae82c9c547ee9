import type { Smartlock } from "../../provider/api";
import { CommandError } from "../command-error";

/** Something that a device can be told to do. */
export interface LockDeed {
  /** As it is written on the command line. */
  readonly word: string;
  /** The service's number, in requests and in the log. */
  readonly action: number;
  readonly deed: (name: string) => string;
  readonly means: readonly string[];
  /** Whether somebody may come in who could not before. */
  readonly opens: boolean;
  /** What the device shows afterwards, as numbers of the service. Empty if that says nothing. */
  readonly states: readonly number[];
}

const ANYONE = "Anyone at the door can then open it.";

const OPENS = "The door opens, and stays open until somebody closes it.";

const lockDeeds: readonly LockDeed[] = [
  {
    word: "unlock",
    action: 1,
    deed: (name) => `unlock ${name}`,
    means: [ANYONE],
    opens: true,
    states: [3, 5],
  },
  { word: "lock", action: 2, deed: (name) => `lock ${name}`, means: [], opens: false, states: [1] },
  {
    word: "unlatch",
    action: 3,
    deed: (name) => `unlock ${name} and pull its latch`,
    means: [OPENS],
    opens: true,
    states: [5],
  },
  {
    word: "lock-n-go",
    action: 4,
    deed: (name) => `unlock ${name} and lock it again a little later`,
    means: [ANYONE],
    opens: true,
    states: [],
  },
  {
    word: "lock-n-go-unlatch",
    action: 5,
    deed: (name) => `unlock ${name}, pull its latch, and lock it again a little later`,
    means: [OPENS],
    opens: true,
    states: [],
  },
];

const boxDeeds: readonly LockDeed[] = [
  {
    word: "unlock",
    action: 1,
    deed: (name) => `open the box ${name}`,
    means: ["Anyone at the box can then take what is in it."],
    opens: true,
    states: [],
  },
];

const openerDeeds: readonly LockDeed[] = [
  {
    word: "ring-to-open-on",
    action: 1,
    deed: (name) => `switch ring-to-open on at ${name}`,
    means: ["The door then opens for whoever rings."],
    opens: true,
    states: [3],
  },
  {
    word: "ring-to-open-off",
    action: 2,
    deed: (name) => `switch ring-to-open off at ${name}`,
    means: [],
    opens: false,
    states: [1],
  },
  {
    word: "open",
    action: 3,
    deed: (name) => `open the door at ${name}`,
    means: ["Anyone at the door can then come in."],
    opens: true,
    states: [],
  },
  {
    word: "continuous-on",
    action: 6,
    deed: (name) => `switch the continuous mode on at ${name}`,
    means: ["The door then opens for everybody who rings, until it is switched off."],
    opens: true,
    states: [],
  },
  {
    word: "continuous-off",
    action: 7,
    deed: (name) => `switch the continuous mode off at ${name}`,
    means: [],
    opens: false,
    states: [],
  },
];

const BOX = 1;
const OPENER = 2;

function deedsOf({ type }: Smartlock): readonly LockDeed[] {
  return type === OPENER ? openerDeeds : type === BOX ? boxDeeds : lockDeeds;
}

/** By a word of the command line or by the service's number. Each kind of device knows others. */
export function deedOf(lock: Smartlock, wanted: string | number): LockDeed {
  const known = deedsOf(lock);
  const found = known.find(({ word, action }) => word === wanted || action === wanted);
  if (found === undefined) {
    const called = typeof wanted === "number" ? "no such action" : `no action "${wanted}"`;
    throw new CommandError(
      `${lock.name} has ${called}. Its actions are: ${known.map(({ word }) => word).join(", ")}.`,
    );
  }
  return found;
}

export const everyDeedWord = {
  locks: lockDeeds.map(({ word }) => word),
  boxes: boxDeeds.map(({ word }) => word),
  openers: openerDeeds.map(({ word }) => word),
};

/** What a log entry says of how an action ended. 0 is success. */
const ENDS: Readonly<Record<number, string>> = {
  1: "the motor is blocked",
  2: "it was cancelled",
  3: "it came too soon after another one",
  4: "it is busy",
  5: "the voltage of the motor is too low",
  6: "the clutch failed",
  7: "the motor has no power",
  8: "it was not finished",
  9: "it was rejected",
  10: "it was rejected because of the night mode",
};

export function sayEnd(state: number): string {
  return ENDS[state] ?? `it ended with status ${state}, which is not documented`;
}
