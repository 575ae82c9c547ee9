import { type Clock, sleepBy } from "../../provider/http/clock";
import type { Simulator } from "../../simulator";

/** Nothing outside takes so long: whoever waits for it longer waits for ever. */
const LONGEST_REAL_WAIT_MS = 20_000;
/** A connection that was given up is noticed at the other end within this. */
const LONGEST_NOTICE_MS = 1_000;
/** On a busy machine such a time may pass between two turns of this process: it must also have had its turns. */
const LEAST_TURNS = 2_000;

/**
 * The clock of the simulated service, which the provider shares. Time passes only when nobody has anything to do: no
 * request is on its way but those that the service itself holds back. So hours pass in milliseconds, and always alike.
 */
export class VirtualTime {
  readonly #simulator: Simulator;
  #underWay = 0;
  #waits = 0;
  #abandoned = 0;
  /** When something last left or came back, by the machine's clock. */
  #lastMove = 0;
  #turnsSince = 0;

  /** The simulator's clock has to be held. */
  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  now(): number {
    return this.#simulator.clock.now();
  }

  /** Notes that something left this process; what is returned says that it came back, or was given up. */
  leave(): (isGivenUp?: boolean) => void {
    this.#underWay += 1;
    this.#moved();
    let isAway = true;
    return (isGivenUp = false) => {
      if (isAway) {
        isAway = false;
        this.#moved();
        // The service holds the answer back, and has to notice that nobody waits for it any more.
        this.#abandoned += isGivenUp && this.#underWay <= this.#simulator.clock.delays ? 1 : 0;
        this.#underWay -= 1;
      }
    };
  }

  /** Calls `run` after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void {
    this.#waits += 1;
    let isWaiting = true;
    const end = (): void => {
      if (isWaiting) {
        isWaiting = false;
        this.#waits -= 1;
      }
    };
    const cancel = this.#simulator.clock.at(this.now() + Math.max(0, ms), () => {
      end();
      run();
    });
    return () => {
      end();
      cancel();
    };
  }

  /** Lets the time pass as fast as it can until the work is done. */
  async pass<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    const settled = work.finally(() => (progress.isDone = true));
    settled.catch(() => undefined);
    this.#moved();
    for (;;) {
      await turn();
      this.#turnsSince += 1;
      if (progress.isDone) {
        return settled;
      }
      const { delays, abandoned } = this.#simulator.clock;
      if (this.#underWay <= delays && this.#abandoned > abandoned && this.#isQuiet(LONGEST_NOTICE_MS)) {
        // Some were answered at the very moment at which they were given up: there is nothing to notice.
        this.#abandoned = abandoned;
      }
      if (this.#underWay > delays || this.#abandoned > abandoned) {
        if (this.#isQuiet(LONGEST_REAL_WAIT_MS)) {
          throw new Error(`${this.#underWay} requests are on their way and do not come back.`);
        }
        continue;
      }
      const { next } = this.#simulator.clock;
      if (next === undefined || (this.#waits === 0 && delays === 0)) {
        if (this.#isQuiet(LONGEST_REAL_WAIT_MS)) {
          throw new Error("The provider waits for something that never comes.");
        }
        continue;
      }
      this.#simulator.clock.advance(Math.max(0, next - this.now()));
      this.#moved();
    }
  }

  #moved(): void {
    this.#lastMove = Date.now();
    this.#turnsSince = 0;
  }

  #isQuiet(ms: number): boolean {
    return Date.now() - this.#lastMove > ms && this.#turnsSince > LEAST_TURNS;
  }
}

/** Until everything that could go on at once has done so. */
async function turn(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The same time for one process, until it dies: then nothing that it waits for ever comes. */
export function clockUntil(time: VirtualTime, isDead: () => boolean, onEvent: () => void): Clock {
  const after = (ms: number, run: () => void): (() => void) =>
    time.after(ms, () => {
      if (!isDead()) {
        onEvent();
      }
      // The event may have been the last one.
      if (!isDead()) {
        run();
      }
    });
  return {
    now: () => time.now(),
    after,
    sleep: sleepBy(after),
  };
}
