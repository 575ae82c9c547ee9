/**
 * A list of the service, read once for the whole run. The run's own writes are laid over it, so that nobody
 * has to ask again for what he did himself; `fresh` asks again, for proofs.
 */
export class Collection<Live> {
  readonly #fetch: () => Promise<readonly Live[]>;
  readonly #keyOf: (live: Live) => string;
  /** The newest list with the own writes in it. */
  #known: Map<string, Live> | undefined;
  /** What this run wrote and no later list has confirmed; null marks a deletion. */
  readonly #written = new Map<string, Live | null>();
  #proof: Promise<ReadonlyMap<string, Live>> | undefined;
  #inFlight: Promise<ReadonlyMap<string, Live>> | undefined;
  #queued: Promise<ReadonlyMap<string, Live>> | undefined;

  constructor(fetch: () => Promise<readonly Live[]>, keyOf: (live: Live) => string) {
    this.#fetch = fetch;
    this.#keyOf = keyOf;
  }

  /** The list as this run knows it. */
  async known(): Promise<ReadonlyMap<string, Live>> {
    if (this.#known === undefined) {
      await (this.#inFlight ?? this.#start());
    }
    return this.#known ?? new Map<string, Live>();
  }

  /**
   * The list as the service shows it now. Askers share one request, but never one that was sent before they
   * asked: it might not show what they have just written.
   */
  fresh(): Promise<ReadonlyMap<string, Live>> {
    if (this.#inFlight === undefined) {
      return this.#start();
    }
    this.#queued ??= this.#inFlight
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined;
        return this.#start();
      });
    return this.#queued;
  }

  /**
   * Whether a key is really missing: in the list of the run, and in a second one that was asked for on purpose.
   * One second list serves the whole run.
   */
  async isMissing(key: string): Promise<boolean> {
    if ((await this.known()).has(key)) {
      return false;
    }
    this.#proof ??= this.fresh();
    try {
      await this.#proof;
    } catch (error) {
      this.#proof = undefined;
      throw error;
    }
    return !(await this.known()).has(key);
  }

  wrote(live: Live): void {
    const key = this.#keyOf(live);
    this.#written.set(key, live);
    this.#known?.set(key, live);
  }

  removed(key: string): void {
    this.#written.set(key, null);
    this.#known?.delete(key);
  }

  #start(): Promise<ReadonlyMap<string, Live>> {
    const writtenBefore = new Map(this.#written);
    const request = this.#fetch()
      .then((list) => {
        const listed = new Map(list.map((live) => [this.#keyOf(live), live]));
        this.#forgetConfirmed(listed, writtenBefore);
        this.#known = this.#withOwnWrites(listed);
        return listed;
      })
      .finally(() => {
        this.#inFlight = undefined;
      });
    this.#inFlight = request;
    return request;
  }

  /** A write that was done before the list was asked for, and that the list agrees with, is history. */
  #forgetConfirmed(listed: ReadonlyMap<string, Live>, before: ReadonlyMap<string, Live | null>): void {
    for (const [key, live] of before) {
      const confirmed = listed.has(key) === (live !== null);
      if (confirmed && this.#written.get(key) === live) {
        this.#written.delete(key);
      }
    }
  }

  #withOwnWrites(listed: ReadonlyMap<string, Live>): Map<string, Live> {
    const known = new Map(listed);
    for (const [key, live] of this.#written) {
      if (live === null) {
        known.delete(key);
      } else {
        known.set(key, live);
      }
    }
    return known;
  }
}
