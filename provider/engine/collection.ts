import { Listing } from "./listing";
import { SharedRequest } from "./shared-request";

/** Lists that the service gives out for a part of the objects, such as those of one lock. */
export interface Parts<Live> {
  list(part: string): Promise<readonly Live[]>;
  of(live: Live): string;
  /** Whether the lists of so many parts cost less than the whole one. */
  areCheaper(count: number): Promise<boolean>;
}

/** All objects, or the part that matters to the asker. */
type Scope = string | undefined;

/**
 * A list of the service, read once for the whole run, as a whole or, where few parts matter, in parts. The run's own
 * writes are laid over it, so that nobody has to ask again for what he did himself; `fresh` asks again, for proofs.
 */
export class Collection<Live> {
  readonly #keyOf: (live: Live) => string;
  readonly #parts: Parts<Live> | undefined;
  readonly #whole: SharedRequest<Listing<Live>>;
  readonly #requests = new Map<string, SharedRequest<Listing<Live>>>();
  /** The newest lists with the own writes in them. */
  #known = new Listing<Live>();
  #knowsAll = false;
  readonly #knownParts = new Set<string>();
  readonly #expectedParts = new Set<string>();
  /** What this run wrote and no later list has confirmed; null marks a deletion. */
  readonly #written = new Map<string, Live | null>();
  readonly #proofs = new Map<Scope, Promise<unknown>>();

  constructor(fetch: () => Promise<readonly Live[]>, keyOf: (live: Live) => string, parts?: Parts<Live>) {
    this.#keyOf = keyOf;
    this.#parts = parts;
    this.#whole = new SharedRequest(() => this.#read(undefined, fetch));
  }

  /** These parts will be asked for: many of them together are one question. */
  expect(parts: Iterable<string>): void {
    for (const part of parts) {
      this.#expectedParts.add(part);
    }
  }

  /** The list as this run knows it, complete as far as the part goes. */
  async known(part?: string): Promise<Listing<Live>> {
    const scope = this.#parts === undefined ? undefined : await this.#scopeOf(part);
    if (!this.#covers(part)) {
      await this.#request(scope).any();
    }
    return this.#known;
  }

  /** The parts, or without them the whole list, as the service shows them now. */
  async fresh(parts?: readonly string[]): Promise<Listing<Live>> {
    const wanted = new Set(parts);
    if (wanted.size === 0 || (await this.#parts?.areCheaper(wanted.size)) !== true) {
      return this.#whole.fresh();
    }
    const lists = await Promise.all([...wanted].map((part) => this.#request(part).fresh()));
    const [only, ...others] = lists;
    return only !== undefined && others.length === 0 ? only : Listing.of(lists.flatMap((list) => [...list]));
  }

  /**
   * Whether a key is really missing: in the list of the run, and in a second one that was asked for on purpose.
   * One second list serves the whole run.
   */
  async isMissing(key: string, part?: string): Promise<boolean> {
    if ((await this.known(part)).has(key)) {
      return false;
    }
    const scope = await this.#scopeOf(part);
    const proof = this.#proofs.get(undefined) ?? this.#proofs.get(scope) ?? this.#request(scope).fresh();
    this.#proofs.set(scope, proof);
    try {
      await proof;
    } catch (error) {
      this.#proofs.delete(scope);
      throw error;
    }
    return !this.#known.has(key);
  }

  wrote(live: Live): void {
    const key = this.#keyOf(live);
    this.#written.set(key, live);
    this.#known.set(key, live);
  }

  removed(key: string): void {
    this.#written.set(key, null);
    this.#known.delete(key);
  }

  #covers(part: Scope): boolean {
    return this.#knowsAll || (part !== undefined && this.#knownParts.has(part));
  }

  async #scopeOf(part: Scope): Promise<Scope> {
    if (part === undefined || this.#parts === undefined || this.#knowsAll) {
      return undefined;
    }
    this.#expectedParts.add(part);
    return (await this.#parts.areCheaper(this.#expectedParts.size)) ? part : undefined;
  }

  #request(scope: Scope): SharedRequest<Listing<Live>> {
    const parts = this.#parts;
    if (scope === undefined || parts === undefined) {
      return this.#whole;
    }
    const request =
      this.#requests.get(scope) ?? new SharedRequest(() => this.#read(scope, () => parts.list(scope)));
    this.#requests.set(scope, request);
    return request;
  }

  async #read(scope: Scope, fetch: () => Promise<readonly Live[]>): Promise<Listing<Live>> {
    const writtenBefore = new Map(this.#written);
    const listed = new Listing<Live>();
    for (const live of await fetch()) {
      listed.set(this.#keyOf(live), live);
    }
    this.#forgetConfirmed(scope, listed, writtenBefore);
    this.#learn(scope, listed);
    return listed;
  }

  /** A write that was done before the list was asked for, and that the list agrees with, is history. */
  #forgetConfirmed(
    scope: Scope,
    listed: ReadonlyMap<string, Live>,
    before: ReadonlyMap<string, Live | null>,
  ): void {
    for (const [key, live] of before) {
      // Whether a deleted object was of a part, only the list of all of them can tell.
      const isSpokenOf = listed.has(key) || scope === undefined;
      const confirmed = isSpokenOf && listed.has(key) === (live !== null);
      if (confirmed && this.#written.get(key) === live) {
        this.#written.delete(key);
      }
    }
  }

  #learn(scope: Scope, listed: Listing<Live>): void {
    if (scope === undefined) {
      this.#knowsAll = true;
      this.#known = Listing.of(listed);
    } else {
      this.#knownParts.add(scope);
      const gone = [...this.#known].filter(
        ([key, live]) => !listed.has(key) && this.#parts?.of(live) === scope,
      );
      gone.forEach(([key]) => this.#known.delete(key));
      listed.forEach((live, key) => this.#known.set(key, live));
    }
    for (const [key, live] of this.#written) {
      if (live === null) {
        this.#known.delete(key);
      } else {
        this.#known.set(key, live);
      }
    }
  }
}

/** What an asker sees of a collection to whom only one part matters. */
export class View<Live> {
  constructor(
    /** The kind of the objects. */
    readonly type: string,
    readonly collection: Collection<Live>,
    readonly part: string | undefined,
  ) {}

  known(): Promise<Listing<Live>> {
    return this.collection.known(this.part);
  }

  fresh(): Promise<Listing<Live>> {
    return this.collection.fresh(this.part === undefined ? undefined : [this.part]);
  }

  isMissing(key: string): Promise<boolean> {
    return this.collection.isMissing(key, this.part);
  }

  wrote(live: Live): void {
    this.collection.wrote(live);
  }

  removed(key: string): void {
    this.collection.removed(key);
  }
}
