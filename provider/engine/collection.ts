import type { Clock } from "../http";
import { mayTellAbsence, tellsAbsence, UnprovenError } from "./absence";
import { Listing } from "./listing";
import { Remembered } from "./remembered";
import { SharedRequest } from "./shared-request";

/** Lists that the service gives out for a part of the objects, such as those of one lock. */
export interface Parts<Live> {
  list(part: string): Promise<readonly Live[]>;
  of(live: Live): string;
  /** Whether the lists of so many parts cost less than the whole one. */
  areCheaper(count: number): Promise<boolean>;
}

/** The requests that a collection is made of. */
export interface Source<Live> {
  readonly clock: Clock;
  keyOf(live: Live): string;
  /** The complete list. */
  list(): Promise<readonly Live[]>;
  readonly parts?: Parts<Live> | undefined;
  /** Reads one object by its key, and fails if it cannot be read; absent where the service has no such request. */
  readonly get?: ((key: string) => Promise<Live | undefined>) | undefined;
  /** For those that cannot be read by their key: whether something is answered that is answered only while it is there. */
  readonly isWitnessed?: ((key: string) => Promise<boolean>) | undefined;
  /** Whether the token reads what the object lives on. */
  readonly readsHolder?: ((key: string) => Promise<boolean>) | undefined;
  /** Whether the account is seen to hold other things than what this collection lacks. */
  holdsOthers(): Promise<boolean>;
}

/** All objects, or the part that matters to the asker. */
type Scope = string | undefined;

/** Where nothing can be read by its id, a list that lacks it must be followed by another one, so much later. */
const SECOND_LIST_AFTER_MS = 5_000;

/**
 * A list of the service, read once for the whole run, as a whole or, where few parts matter, in parts. The run's own
 * writes are laid over it, so that nobody has to ask again for what he did himself; `fresh` asks again, for proofs.
 *
 * A list that lacks an object proves nothing. What was found in another way is kept beside the lists, and asked for by
 * itself whenever a list is read that lacks it.
 */
export class Collection<Live> {
  readonly #source: Source<Live>;
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
  /** What lists lack although it is there. */
  readonly #unlisted = new Map<string, Live>();
  /** What only a read by its id, or a write to it, has shown: every list that was taken lacks it. */
  readonly #foundAlone = new Set<string>();
  readonly #firstListedAt = new Map<Scope, number>();
  /** When the newest list was asked for. */
  readonly #lastListedAt = new Map<Scope, number>();
  /** Since when lists lack what an earlier one showed. */
  readonly #lackedSince = new Map<string, number>();
  readonly #laterLists = new Remembered<string, unknown>();
  readonly #asked = new Remembered<string, Live | undefined>();
  readonly #witnessed = new Remembered<string, boolean>();
  readonly #readable = new Remembered<string, boolean>();
  readonly #looks = new Remembered<string, Listing<Live>>();
  readonly #looked = new Set<string>();

  constructor(source: Source<Live>) {
    this.#source = source;
    this.#parts = source.parts;
    this.#whole = new SharedRequest(() => this.#read(undefined, () => source.list()));
  }

  /** These parts will be asked for: many of them together are one question. */
  expect(parts: Iterable<string>): void {
    for (const part of parts) {
      this.#expectedParts.add(part);
    }
  }

  /** Whether the service has shown anything that this run did not write itself. */
  get showsAny(): boolean {
    return [...this.#known.keys()].some((key) => !this.#written.has(key));
  }

  /** The list as this run knows it, complete as far as the part goes. */
  async known(part?: string): Promise<Listing<Live>> {
    const scope = this.#parts === undefined ? undefined : await this.#scopeOf(part);
    if (!this.covers(part)) {
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
   * Whether an object that the list of the run lacks is really missing: it cannot be read by its id or, where the service
   * reads none, is missing in a second list. Fails where nobody can tell.
   */
  async isMissing(key: string, part?: string): Promise<boolean> {
    if ((await this.known(part)).has(key)) {
      return false;
    }
    if (this.#written.get(key) === null) {
      return true;
    }
    if (!this.readsById) {
      return this.#isMissingAgain(key, part);
    }
    const found = await this.#asked.of(key, () => this.#ask(key, part));
    if (found !== undefined) {
      this.#keepUnlisted(key, found);
      this.#foundAlone.add(key);
    }
    return found === undefined;
  }

  /** A write has shown that it is there, although every list lacks it. */
  noteHidden(key: string): void {
    this.#foundAlone.add(key);
  }

  /** Whether lists are known to lack more than they tell: what they do not show may be there all the same. */
  get isPartial(): boolean {
    return this.#foundAlone.size > 0;
  }

  /** Whether it is missing as far as anybody can tell: for what nothing but words follows from. */
  async seemsMissing(key: string): Promise<boolean> {
    try {
      return await this.isMissing(key);
    } catch (error) {
      if (error instanceof UnprovenError) {
        return true;
      }
      throw error;
    }
  }

  /** Whether lists lack this object, which was found in another way. */
  isUnlisted(key: string): boolean {
    return this.#unlisted.has(key);
  }

  /** Whether the service can be asked for one object by its id. */
  get readsById(): boolean {
    return this.#source.get !== undefined;
  }

  /** The object as a read by its id shows it now; undefined where there is none, or no such request. */
  readAgain(key: string, part?: string): Promise<Live | undefined> {
    return this.#ask(key, part);
  }

  /** Whether the token reads this object, asked once. */
  async canRead(key: string): Promise<boolean> {
    return this.#readable.of(key, async () => {
      try {
        return (await this.#get(key)) !== undefined;
      } catch (error) {
        if (mayTellAbsence(error)) {
          return false;
        }
        throw error;
      }
    });
  }

  /**
   * Whether the token still reads what the object lives on, or another object beside it: then a refusal is about the object.
   * Where there is nothing beside it, a later list has to lack it too.
   */
  async readsBeside(key: string, part?: string): Promise<boolean> {
    if ((await this.#source.readsHolder?.(key)) === true) {
      return true;
    }
    const sibling = this.#siblingIn(await this.known(part), key);
    if (sibling === undefined) {
      return this.#isMissingAgain(key, part);
    }
    return this.readsById ? this.canRead(sibling) : (await this.fresh()).has(sibling);
  }

  /** Looks in another way for what the list lacks. One such look serves all who name it by the same word. */
  async lookAgain(
    word: string,
    part: string | undefined,
    list: () => Promise<readonly Live[]>,
  ): Promise<void> {
    const look = await this.#looks.of(word, async () => this.#listing(await list()));
    await this.known(part);
    const scope = this.#knowsAll ? undefined : part;
    const name = JSON.stringify([word, scope ?? null]);
    if (this.#looked.has(name)) {
      return;
    }
    this.#looked.add(name);
    const seen =
      scope === undefined ? [...look] : look.where("part", (live) => this.#parts?.of(live) ?? "", scope);
    for (const [key, live] of seen) {
      this.#foundAlone.delete(key);
      if (!this.#known.has(key) && this.#written.get(key) !== null) {
        this.#keepUnlisted(key, live);
      }
    }
  }

  wrote(live: Live): void {
    const key = this.#source.keyOf(live);
    this.#written.set(key, live);
    this.#known.set(key, live);
  }

  removed(key: string): void {
    this.#written.set(key, null);
    this.#unlisted.delete(key);
    this.#known.delete(key);
  }

  /** Whether the list is at hand, as far as the part goes. */
  covers(part: Scope): boolean {
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

  async #isMissingAgain(key: string, part: Scope): Promise<boolean> {
    const scope = await this.#scopeOf(part);
    const since = this.#lackedSince.get(key) ?? this.#listedAt(this.#firstListedAt, scope);
    const until = since + SECOND_LIST_AFTER_MS;
    if (this.#listedAt(this.#lastListedAt, scope) < until) {
      await this.#laterLists.of(`${scope} ${since}`, () => this.#readAt(scope, until));
    }
    if (this.#known.has(key)) {
      return false;
    }
    const { isWitnessed } = this.#source;
    if (isWitnessed !== undefined && (await this.#witnessed.of(key, () => isWitnessed(key)))) {
      return false;
    }
    if (!this.showsAny && !(await this.#source.holdsOthers())) {
      throw new UnprovenError("the account shows nothing at all, which may be a fault of the service");
    }
    return true;
  }

  #listedAt(times: ReadonlyMap<Scope, number>, scope: Scope): number {
    return times.get(undefined) ?? times.get(scope) ?? this.#source.clock.now();
  }

  async #readAt(scope: Scope, moment: number): Promise<void> {
    const { clock } = this.#source;
    const waitMs = moment - clock.now();
    if (waitMs > 0) {
      await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    }
    await this.#request(scope).fresh();
  }

  /** An answer about something else tells nothing about what was asked for. */
  async #get(key: string): Promise<Live | undefined> {
    const live = await this.#source.get?.(key);
    if (live !== undefined && this.#source.keyOf(live) !== key) {
      throw new UnprovenError(
        `asked for the id ${key}, the service answered with ${this.#source.keyOf(live)}`,
      );
    }
    return live;
  }

  /** Undefined where the service says that there is no such object. */
  async #ask(
    key: string,
    part: Scope,
    readsBeside = () => this.readsBeside(key, part),
  ): Promise<Live | undefined> {
    try {
      return await this.#get(key);
    } catch (error) {
      if (await tellsAbsence(error, readsBeside)) {
        return undefined;
      }
      throw error;
    }
  }

  #siblingIn(listed: ReadonlyMap<string, Live>, key: string): string | undefined {
    return [...listed.keys()].find((other) => other !== key && !this.#unlisted.has(other));
  }

  /** The same as `readsBeside` while a later list is at hand. */
  async #readsBesideIn(listed: ReadonlyMap<string, Live>, key: string): Promise<boolean> {
    if ((await this.#source.readsHolder?.(key)) === true) {
      return true;
    }
    const sibling = this.#siblingIn(listed, key);
    return sibling === undefined ? this.#source.holdsOthers() : this.canRead(sibling);
  }

  #keepUnlisted(key: string, live: Live): void {
    this.#unlisted.set(key, live);
    this.#known.set(key, live);
  }

  #listing(listed: readonly Live[]): Listing<Live> {
    return Listing.of(listed.map((live) => [this.#source.keyOf(live), live] as const));
  }

  async #read(scope: Scope, fetch: () => Promise<readonly Live[]>): Promise<Listing<Live>> {
    const writtenBefore = new Map(this.#written);
    const askedAt = this.#source.clock.now();
    const listed = this.#listing(await fetch());
    await this.#addUnlisted(scope, listed);
    this.#forgetConfirmed(scope, listed, writtenBefore);
    this.#learn(scope, listed);
    this.#lastListedAt.set(scope, askedAt);
    return listed;
  }

  /** What a list lacks although it was there is asked for by its id; where that cannot be, it stays as it was seen. */
  async #addUnlisted(scope: Scope, listed: Listing<Live>): Promise<void> {
    const asking = [...this.#unlisted].map(async ([key, before]) => {
      if (listed.has(key)) {
        this.#unlisted.delete(key);
        this.#foundAlone.delete(key);
      } else if (scope === undefined || this.#parts?.of(before) === scope) {
        const live = this.readsById
          ? await this.#ask(key, scope, () => this.#readsBesideIn(listed, key))
          : before;
        if (live === undefined) {
          this.#unlisted.delete(key);
          this.#asked.set(key, undefined);
        } else if (this.#unlisted.has(key)) {
          this.#unlisted.set(key, live);
          listed.set(key, live);
        }
      }
    });
    await Promise.all(asking);
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
    const now = this.#source.clock.now();
    if (!this.#firstListedAt.has(scope)) {
      this.#firstListedAt.set(scope, now);
    }
    const lacking = [...this.#known]
      .filter(([, live]) => scope === undefined || this.#parts?.of(live) === scope)
      .map(([key]) => key)
      .filter((key) => !listed.has(key));
    this.#noteLacking(lacking, listed, now);
    if (scope === undefined) {
      this.#knowsAll = true;
      this.#known = Listing.of(listed);
    } else {
      this.#knownParts.add(scope);
      lacking.forEach((key) => this.#known.delete(key));
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

  #noteLacking(lacking: readonly string[], listed: ReadonlyMap<string, Live>, now: number): void {
    [...this.#lackedSince.keys()]
      .filter((key) => listed.has(key))
      .forEach((key) => this.#lackedSince.delete(key));
    lacking.filter((key) => !this.#lackedSince.has(key)).forEach((key) => this.#lackedSince.set(key, now));
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

  /** Nobody has to be asked for it. */
  get isAtHand(): boolean {
    return this.collection.covers(this.part);
  }

  isMissing(key: string): Promise<boolean> {
    return this.collection.isMissing(key, this.part);
  }

  readAgain(key: string): Promise<Live | undefined> {
    return this.collection.readAgain(key, this.part);
  }

  wrote(live: Live): void {
    this.collection.wrote(live);
  }

  removed(key: string): void {
    this.collection.removed(key);
  }
}
