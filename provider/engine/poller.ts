import type { Collection } from "./collection";

const FIRST_STEP_MS = 200;
const LAST_STEP_MS = 5_000;
const GROWTH = 1.5;

interface Waiter<Live> {
  /** Looks at a list and ends its wait if that shows what it waits for. */
  readonly look: (listed: ReadonlyMap<string, Live>) => boolean;
  readonly deadline: number;
  readonly expire: () => void;
  readonly fail: (error: unknown) => void;
}

/** One loop that asks for a list in growing steps, for all who wait for it to show something. Every wait ends. */
export class Poller<Live> {
  readonly #collection: Collection<Live>;
  readonly #waiters = new Set<Waiter<Live>>();
  #running = false;

  constructor(collection: Collection<Live>) {
    this.#collection = collection;
  }

  /** What `find` makes of the first list in which it finds something; undefined when the time is over. */
  wait<T>(
    find: (listed: ReadonlyMap<string, Live>) => T | undefined,
    timeoutMs: number,
  ): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Live> = {
        look: (listed) => {
          const found = find(listed);
          if (found !== undefined) {
            resolve(found);
          }
          return found !== undefined;
        },
        deadline: Date.now() + timeoutMs,
        expire: () => resolve(undefined),
        fail: reject,
      };
      this.#waiters.add(waiter);
      if (!this.#running) {
        this.#running = true;
        void this.#loop();
      }
    });
  }

  async #loop(): Promise<void> {
    let step = FIRST_STEP_MS;
    while (this.#waiters.size > 0) {
      const asking = [...this.#waiters];
      try {
        const listed = await this.#collection.fresh();
        this.#end(asking.filter((waiter) => tryLook(waiter, listed)));
      } catch (error) {
        this.#end(asking);
        asking.forEach((waiter) => waiter.fail(error));
      }
      const late = [...this.#waiters].filter((waiter) => Date.now() >= waiter.deadline);
      this.#end(late);
      late.forEach((waiter) => waiter.expire());
      if (this.#waiters.size > 0) {
        const nearest = Math.min(...[...this.#waiters].map((waiter) => waiter.deadline - Date.now()));
        await pause(Math.max(0, Math.min(step, nearest)));
        step = Math.min(step * GROWTH, LAST_STEP_MS);
      }
    }
    this.#running = false;
  }

  #end(waiters: readonly Waiter<Live>[]): void {
    waiters.forEach((waiter) => this.#waiters.delete(waiter));
  }
}

function tryLook<Live>(waiter: Waiter<Live>, listed: ReadonlyMap<string, Live>): boolean {
  try {
    return waiter.look(listed);
  } catch (error) {
    waiter.fail(error);
    return true;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
