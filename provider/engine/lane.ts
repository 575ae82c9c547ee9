import { BusyError, ConflictError, InvalidRequestError, NotAllowedError, NotFoundError } from "../http";
import { passCurrentWrite, type Traffic } from "./traffic";

/** Those who have come do not wait longer than this for more. */
const LONGEST_GATHERING_MS = 10_000;

export interface LaneOptions<Item> {
  readonly traffic: Traffic;
  /** Items of one group can travel in one request. */
  readonly groupOf: (item: Item) => string;
  /** How many of them at the most. */
  readonly most: number;
  readonly sendOne: (item: Item) => Promise<unknown>;
  readonly sendMany: (items: readonly Item[]) => Promise<unknown>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes that are in flight together and of which the service takes many in one request. */
export class Lane<Item> {
  readonly #options: LaneOptions<Item>;
  #waiting: Waiting<Item>[] = [];
  #firstCame = 0;
  #lastCame = 0;
  #cancel: () => void = () => undefined;

  constructor(options: LaneOptions<Item>) {
    this.#options = options;
    options.traffic.onQuiet(() => this.#schedule());
  }

  /** Ends when the service has taken the item, alone or with others; fails with the item's own error. */
  send(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#lastCame = this.#options.traffic.clock.now();
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
    const { traffic } = this.#options;
    const latest = this.#firstCame + LONGEST_GATHERING_MS;
    const due = traffic.isApproaching() ? latest : Math.min(latest, this.#lastCame + traffic.pauseMs());
    this.#cancel = traffic.clock.after(Math.max(0, due - traffic.clock.now()), () => this.#leave());
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
        // One item spoils the request for all: alone, each gets its own answer.
        await Promise.all(group.map((waiting) => this.#send([waiting])));
      } else {
        group.forEach(({ reject }) => reject(error));
      }
      return;
    }
    group.forEach(({ resolve }) => resolve());
  }
}

/** The service has read the request and did nothing of it. */
function isRefusal(error: unknown): boolean {
  return [InvalidRequestError, ConflictError, BusyError, NotFoundError, NotAllowedError].some(
    (refusal) => error instanceof refusal && error.attempts > 0,
  );
}
