import { type Clock, sleepBy } from "../../provider/http/clock";
import type { Simulator } from "../../simulator";

/** Nothing outside takes this long: a longer wait would never end. */
const LONGEST_REAL_WAIT_MS = 20_000;
/** The other end notices within this time that a connection was given up. */
const LONGEST_NOTICE_MS = 1_000;
/** On a busy machine that much time may pass between two turns of this process, so it must also have had this many turns. */
const LEAST_TURNS = 2_000;

/**
 * The clock of the simulated service, shared with the provider. Time passes only when nobody has anything to do: no
 * request is on its way, except those that the service itself delays. So hours pass in milliseconds, always in the same
 * way.
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

  /** Records that something left this process. Call the returned function when it comes back or is given up. */
  leave(): (isGivenUp?: boolean) => void {
    this.#underWay += 1;
    this.#moved();
    let isAway = true;
    return (isGivenUp = false) => {
      if (isAway) {
        isAway = false;
        this.#moved();
        // The service delays the answer, and still has to notice that nobody waits for it any longer.
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

  /** Lets time pass as fast as possible until the work is done. */
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
        // Some were answered at the moment they were given up, so there is nothing to notice.
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

/** Waits until everything that could continue at once has done so. */
async function turn(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The same time for one process. Once it is dead, nothing it waits for arrives. */
export function clockUntil(time: VirtualTime, isDead: () => boolean, onEvent: () => void): Clock {
  const after = (ms: number, run: () => void): (() => void) =>
    time.after(ms, () => {
      if (!isDead()) {
        onEvent();
      }
      // It may have died at this event.
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
