import type { Clock } from "../../http";
import type { Collection } from "./collection";
import type { Listing } from "./listing";

const FIRST_STEP_MS = 200;

const LAST_STEP_MS = 5_000;

const GROWTH = 1.5;

/** With only a few waiting, a look is cheap, and they want to continue. */
const MAX_FEW = 4;

const GATHER_FEW_MS = 10;

/**
 * With many waiting, each look costs a long list. It is worth waiting until no more arrive, and until what the last one
 * asked for can have happened. But not for ever, because other writes may depend on those that wait.
 */
const GATHER_MANY_MS = 400;

/** While more writes are in progress than wait here, the next one may take longer to arrive. */
const GATHER_COMING_MS = 1_500;

const MAX_GATHERING_MS = 10_000;

interface Waiter<Live> {
  /** Looks at a list, and ends the wait if the list shows what it waits for. */
  readonly look: (listed: Listing<Live>) => boolean;
  readonly part: string | undefined;
  readonly since: number;
  readonly deadline: number;
  readonly expire: () => void;
  readonly fail: (error: unknown) => void;
}

/** Asks for a list at growing intervals, once for everyone who waits for it to show something. Every wait ends. */
export class Poller<Live> {
  readonly #collection: Collection<Live>;
  readonly #clock: Clock;
  /** How many writes are in progress. Some of them will come to wait here. */
  readonly #underWay: () => number;
  /** Waiters that have not seen a list yet, and waiters that have seen one without success. */
  readonly #new = new Set<Waiter<Live>>();
  readonly #old = new Set<Waiter<Live>>();
  #step = FIRST_STEP_MS;
  #lastLook = 0;
  #cancel: () => void = () => undefined;
  #isAsking = false;

  constructor(collection: Collection<Live>, clock: Clock, underWay: () => number = () => 0) {
    this.#collection = collection;
    this.#clock = clock;
    this.#underWay = underWay;
  }

  /** Returns what `find` makes of the first list in which it finds something; undefined if time runs out. */
  wait<T>(
    find: (listed: Listing<Live>) => T | undefined,
    timeoutMs: number,
    part?: string,
  ): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const since = this.#clock.now();
      this.#new.add({
        look: (listed) => {
          const found = find(listed);
          if (found !== undefined) {
            resolve(found);
          }
          return found !== undefined;
        },
        part,
        since,
        deadline: since + timeoutMs,
        expire: () => resolve(undefined),
        fail: reject,
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    this.#cancel();
    if (!this.#isAsking && this.#new.size + this.#old.size > 0) {
      this.#cancel = this.#clock.after(Math.max(0, this.#due() - this.#clock.now()), () => void this.#ask());
    }
  }

  #due(): number {
    const deadlines = [...this.#new, ...this.#old].map(({ deadline }) => deadline);
    const again = this.#old.size > 0 ? this.#lastLook + this.#step : Infinity;
    return Math.min(...deadlines, again, this.#gathered());
  }

  /** When the new waiters have waited long enough for each other. */
  #gathered(): number {
    const arrivals = [...this.#new].map(({ since }) => since);
    const quiet = Math.max(...arrivals) + this.#pauseMs();
    return arrivals.length === 0 ? Infinity : Math.min(quiet, Math.min(...arrivals) + MAX_GATHERING_MS);
  }

  #pauseMs(): number {
    const waiting = this.#new.size + this.#old.size;
    const underWay = this.#underWay();
    if (Math.max(waiting, underWay) <= MAX_FEW) {
      return GATHER_FEW_MS;
    }
    return underWay > waiting ? GATHER_COMING_MS : GATHER_MANY_MS;
  }

  async #ask(): Promise<void> {
    const asking = [...this.#new, ...this.#old];
    const hadNew = this.#new.size > 0;
    this.#new.clear();
    asking.forEach((waiter) => this.#old.add(waiter));
    this.#isAsking = true;
    let hasEnded = false;
    try {
      const listed = await this.#collection.fresh(partsOf(asking));
      hasEnded = this.#end(asking.filter((waiter) => tryLook(waiter, listed))).length > 0;
      const now = this.#clock.now();
      this.#end(asking.filter((waiter) => now >= waiter.deadline)).forEach((waiter) => waiter.expire());
    } catch (error) {
      this.#end(asking).forEach((waiter) => waiter.fail(error));
    }
    this.#isAsking = false;
    this.#lastLook = this.#clock.now();
    if (hadNew) {
      this.#step = asking.length > MAX_FEW ? GATHER_MANY_MS : FIRST_STEP_MS;
    } else if (!hasEnded) {
      // While one waiter after another gets what it waits for, the pace is right.
      this.#step = Math.min(this.#step * GROWTH, LAST_STEP_MS);
    }
    this.#schedule();
  }

  /** Removes those of the waiters that are still waiting, and returns them. */
  #end(waiters: readonly Waiter<Live>[]): Waiter<Live>[] {
    return waiters.filter((waiter) => this.#old.delete(waiter));
  }
}

/** Undefined if any waiter needs the whole list. */
function partsOf<Live>(waiters: readonly Waiter<Live>[]): string[] | undefined {
  const parts = waiters.flatMap(({ part }) => (part === undefined ? [] : [part]));
  return parts.length === waiters.length ? parts : undefined;
}

function tryLook<Live>(waiter: Waiter<Live>, listed: Listing<Live>): boolean {
  try {
    return waiter.look(listed);
  } catch (error) {
    waiter.fail(error);
    return true;
  }
}
