import { BusyError, ConflictError, InvalidRequestError, NotAllowedError, NotFoundError } from "../../http";
import { passCurrentWrite, type BatchTiming } from "./batch-timing";

/** Waiting items do not wait longer than this for more items. */
const MAX_GATHERING_MS = 10_000;

export interface BatchOptions<Item> {
  readonly timing: BatchTiming;
  /** Items in the same group can share a request. */
  readonly groupOf: (item: Item) => string;
  /** The maximum number of items in one request. */
  readonly most: number;
  readonly sendOne: (item: Item) => Promise<unknown>;
  readonly sendMany: (items: readonly Item[]) => Promise<unknown>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers writes that are in flight at the same time, for kinds where the service accepts many in one request. */
export class Batch<Item> {
  readonly #options: BatchOptions<Item>;
  #waiting: Waiting<Item>[] = [];
  #firstCame = 0;
  #lastCame = 0;
  #cancel: () => void = () => undefined;

  constructor(options: BatchOptions<Item>) {
    this.#options = options;
    options.timing.onQuiet(() => this.#schedule());
  }

  /** Returns when the service has accepted the item, alone or with others. Fails with the item's own error. */
  send(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#lastCame = this.#options.timing.clock.now();
      this.#firstCame = this.#waiting.length === 0 ? this.#lastCame : this.#firstCame;
      this.#waiting.push({ item, resolve, reject });
      passCurrentWrite();
      this.#schedule();
    });
  }

  #schedule(): void {
    this.#cancel();
    if (this.#waiting.length === 0) {
      return;
    }
    const { timing } = this.#options;
    const latest = this.#firstCame + MAX_GATHERING_MS;
    const due = timing.isApproaching() ? latest : Math.min(latest, this.#lastCame + timing.pauseMs());
    this.#cancel = timing.clock.after(Math.max(0, due - timing.clock.now()), () => this.#leave());
  }

  #leave(): void {
    const groups = new Map<string, Waiting<Item>[]>();
    for (const waiting of this.#waiting) {
      const name = this.#options.groupOf(waiting.item);
      groups.set(name, [...(groups.get(name) ?? []), waiting]);
    }
    this.#waiting = [];
    for (const group of groups.values()) {
      for (let from = 0; from < group.length; from += this.#options.most) {
        void this.#send(group.slice(from, from + this.#options.most));
      }
    }
  }

  async #send(group: readonly Waiting<Item>[]): Promise<void> {
    const [only, ...others] = group;
    if (only !== undefined && others.length === 0) {
      await this.#options.sendOne(only.item).then(() => only.resolve(), only.reject);
      return;
    }
    try {
      await this.#options.sendMany(group.map(({ item }) => item));
    } catch (error) {
      if (isRefusal(error)) {
        // One item makes the service refuse the request for all. Sent alone, each item gets its own answer.
        await Promise.all(group.map((waiting) => this.#send([waiting])));
      } else {
        group.forEach(({ reject }) => reject(error));
      }
      return;
    }
    group.forEach(({ resolve }) => resolve());
  }
}

/** The service has read the request and done nothing. */
function isRefusal(error: unknown): boolean {
  return [InvalidRequestError, ConflictError, BusyError, NotFoundError, NotAllowedError].some(
    (refusal) => error instanceof refusal && error.attempts > 0,
  );
}
