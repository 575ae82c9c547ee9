import type { Clock } from "../../http";
import { Remembered } from "../values/remembered";
import { mayTellAbsence, tellsAbsence, UnprovenError } from "./absence";
import { Listing } from "./listing";
import { SharedRequest } from "./shared-request";

/** Lists that the service offers for one part of the objects, such as those of one lock. */
export interface Parts<Live> {
  list(part: string): Promise<readonly Live[]>;
  of(live: Live): string;
  /** Whether the lists of this many parts cost less than the complete list. */
  areCheaper(count: number): Promise<boolean>;
}

/** The requests that a collection uses. */
export interface Source<Live> {
  readonly clock: Clock;
  keyOf(live: Live): string;
  /** The complete list. */
  list(): Promise<readonly Live[]>;
  readonly parts?: Parts<Live> | undefined;
  /** Reads one object by its key, and fails if it cannot be read. Absent if the service has no such request. */
  readonly get?: ((key: string) => Promise<Live | undefined>) | undefined;
  /** For objects that cannot be read by their key: a request that the service answers only while it has the object. */
  readonly witness?: ((key: string) => Promise<unknown>) | undefined;
  /** Whether the token can read what holds the object, or that is proven gone. */
  readonly isHolderAccountedFor?: ((key: string) => Promise<boolean>) | undefined;
  /** Whether the account is seen to hold anything besides what this collection lacks. */
  holdsOthers(): Promise<boolean>;
}

/** All objects, or the part that matters to the caller. */
type Scope = string | undefined;

/** If objects cannot be read by id, a list that lacks one must be followed by another list, this much later. */
const SECOND_LIST_AFTER_MS = 5_000;

/**
 * A list of the service, read once for the whole run: as a whole or, if only a few parts matter, in parts. The run's
 * own writes are applied on top, so that nobody has to ask again after a write. `fresh` asks again, for proofs.
 *
 * A list that lacks an object proves nothing. Objects that were found in another way are kept beside the lists.
 * Whenever a new list lacks one of them, it is asked for by itself.
 */
export class Collection<Live> {
  readonly #source: Source<Live>;
  readonly #parts: Parts<Live> | undefined;
  readonly #whole: SharedRequest<Listing<Live>>;
  readonly #requests = new Map<string, SharedRequest<Listing<Live>>>();
  /** The newest lists, with this run's own writes applied. */
  #known = new Listing<Live>();
  #knowsAll = false;
  readonly #knownParts = new Set<string>();
  readonly #expectedParts = new Set<string>();
  /** This run's writes that no later list has confirmed. Null marks a delete. */
  readonly #written = new Map<string, Live | null>();
  /** Objects that exist although lists lack them. */
  readonly #unlisted = new Map<string, Live>();
  /** Objects that only a read by id, or a write, has shown. Every list so far lacks them. */
  readonly #foundAlone = new Set<string>();
  /** Objects that count as gone because reads of them are refused, although nothing beside them could be read. */
  readonly #uncompared = new Set<string>();
  readonly #firstListedAt = new Map<Scope, number>();
  /** When the newest list was asked for. */
  readonly #lastListedAt = new Map<Scope, number>();
  /** Since when lists lack an object that an earlier list showed. */
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

  /** Announces parts that will be asked for, so that one list can answer for many of them. */
  expect(parts: Iterable<string>): void {
    for (const part of parts) {
      this.#expectedParts.add(part);
    }
  }

  /** Whether the service has shown anything that this run did not write itself. */
  get showsAny(): boolean {
    return [...this.#known.keys()].some((key) => !this.#written.has(key));
  }

  /** The list as this run knows it, complete for the given part. */
  async known(part?: string): Promise<Listing<Live>> {
    const scope = this.#parts === undefined ? undefined : await this.#scopeOf(part);
    if (!this.covers(part)) {
      await this.#request(scope).any();
    }
    return this.#known;
  }

  /** The given parts, or without parts the whole list, as the service shows them now. */
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
   * Whether an object that the run's list lacks is really missing: it cannot be read by its id or, if the service has
   * no such read, a second list lacks it too. Fails if that cannot be found out.
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

  /**
   * The same for a young object that was just found missing. Right after a create, even a read by its id may be late: so
   * a later list and a later read have to lack it too. There is one wait for all of them.
   */
  async confirmMissing(key: string, part?: string): Promise<boolean> {
    if (!(await this.#isMissingAgain(key, part))) {
      return false;
    }
    const found = await this.#ask(key, part);
    if (found !== undefined) {
      this.#keepUnlisted(key, found);
      this.#foundAlone.add(key);
    }
    return found === undefined;
  }

  /** A write has shown that the object exists, although every list lacks it. */
  noteHidden(key: string): void {
    this.#foundAlone.add(key);
  }

  /** Whether lists are known to be incomplete, so that an object may exist although they do not show it. */
  get isPartial(): boolean {
    return this.#foundAlone.size > 0;
  }

  /**
   * Whether an object is missing as far as anybody can tell. This is no proof: if nobody can tell, the object counts as
   * missing.
   */
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

  /** Whether lists lack this object, although it was found in another way. */
  isUnlisted(key: string): boolean {
    return this.#unlisted.has(key);
  }

  /** Whether the service can be asked for one object by its id. */
  get readsById(): boolean {
    return this.#source.get !== undefined;
  }

  /** Whether something besides lists can prove that an object is gone. */
  get isProvable(): boolean {
    return this.readsById || this.#source.witness !== undefined;
  }

  /** The object as a read by its id shows it now; undefined if there is no such object, or no such request. */
  readAgain(key: string, part?: string): Promise<Live | undefined> {
    return this.#ask(key, part);
  }

  /** Whether the token can read this object. Asked once. */
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
   * Whether the token can still read what holds the object, or another object beside it, or the holder is proven gone.
   * If so, a refusal is about the object itself. If there is nothing beside it, a later list has to lack it too.
   */
  async readsBeside(key: string, part?: string): Promise<boolean> {
    if ((await this.#source.isHolderAccountedFor?.(key)) === true) {
      return true;
    }
    const sibling = this.#siblingIn(await this.known(part), key);
    if (sibling === undefined) {
      return this.#uncomparedIf(key, await this.#isMissingAgain(key, part));
    }
    return this.readsById ? this.canRead(sibling) : (await this.fresh()).has(sibling);
  }

  /** Whether nothing but a refusal tells that the object is gone. */
  isUncompared(key: string): boolean {
    return this.#uncompared.has(key);
  }

  /** Whether the list shows no other object beside this one. */
  async isAlone(key: string, part?: string): Promise<boolean> {
    return this.#siblingIn(await this.known(part), key) === undefined;
  }

  /** Looks in another way for objects that the list lacks. All callers with the same word share one look. */
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
      this.saw(live);
    }
  }

  /** Another list shows the object. It is kept, although this collection's lists may lack it. */
  saw(live: Live): void {
    const key = this.#source.keyOf(live);
    if (!this.#known.has(key) && this.#written.get(key) !== null) {
      this.#keepUnlisted(key, live);
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

  /** Whether the list has already been read, at least for this part. */
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
    if (await this.#witnessed.of(key, () => this.#isWitnessed(key))) {
      return false;
    }
    if (!this.showsAny && !(await this.#source.holdsOthers())) {
      throw new UnprovenError("the account seems empty, which may be a fault of the service");
    }
    return true;
  }

  /** Whether something besides lists shows that the object exists. */
  async #isWitnessed(key: string): Promise<boolean> {
    const { witness } = this.#source;
    if (witness === undefined) {
      return false;
    }
    try {
      await witness(key);
      return true;
    } catch (error) {
      if (await tellsAbsence(error, () => this.#isWitnessedBeside(key, witness))) {
        return false;
      }
      throw error;
    }
  }

  /** Whether the token may ask this about another object that the list shows. If so, a refusal is about the object itself. */
  async #isWitnessedBeside(key: string, witness: (key: string) => Promise<unknown>): Promise<boolean> {
    const sibling = this.#siblingIn(this.#known, key);
    if (sibling === undefined) {
      throw new UnprovenError(
        "the service refuses to show it, and there is nothing similar to compare that answer with",
      );
    }
    try {
      await witness(sibling);
      return true;
    } catch (error) {
      if (mayTellAbsence(error)) {
        return false;
      }
      throw error;
    }
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

  /** An answer about another object proves nothing about the one that was asked for. */
  async #get(key: string): Promise<Live | undefined> {
    const live = await this.#source.get?.(key);
    if (live !== undefined && this.#source.keyOf(live) !== key) {
      throw new UnprovenError(
        `asked for the id ${key}, the service answered with ${this.#source.keyOf(live)}`,
      );
    }
    return live;
  }

  /** Undefined if the service says that there is no such object. */
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

  /** The same as `readsBeside`, with a later list that has already been read. */
  async #readsBesideIn(listed: ReadonlyMap<string, Live>, key: string): Promise<boolean> {
    if ((await this.#source.isHolderAccountedFor?.(key)) === true) {
      return true;
    }
    const sibling = this.#siblingIn(listed, key);
    return sibling === undefined
      ? this.#uncomparedIf(key, await this.#source.holdsOthers())
      : this.canRead(sibling);
  }

  #uncomparedIf(key: string, isGone: boolean): boolean {
    if (isGone) {
      this.#uncompared.add(key);
    }
    return isGone;
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

  /** Asks by id for known objects that the list lacks. If they cannot be read by id, they stay as they were last seen. */
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

  /** Forgets writes that were done before the list was asked for and that the list confirms. */
  #forgetConfirmed(
    scope: Scope,
    listed: ReadonlyMap<string, Live>,
    before: ReadonlyMap<string, Live | null>,
  ): void {
    for (const [key, live] of before) {
      // Only the complete list can confirm a delete: a list of one part cannot tell whether the object belonged to it.
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
