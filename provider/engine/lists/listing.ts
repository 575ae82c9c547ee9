interface Index<Live> {
  readonly wordOf: (live: Live) => string;
  readonly keys: Map<string, Set<string>>;
}

/** Objects by key, with indexes to find those that share a value without walking through all of them. */
export class Listing<Live> extends Map<string, Live> {
  readonly #indexes = new Map<string, Index<Live>>();

  static of<Live>(entries: Iterable<readonly [string, Live]>): Listing<Live> {
    const listing = new Listing<Live>();
    for (const [key, live] of entries) {
      listing.set(key, live);
    }
    return listing;
  }

  override set(key: string, live: Live): this {
    this.#forget(key);
    super.set(key, live);
    for (const index of this.#indexes.values()) {
      note(index, key, live);
    }
    return this;
  }

  override delete(key: string): boolean {
    this.#forget(key);
    return super.delete(key);
  }

  /** The objects for which `wordOf` returns this word. A name must always be used with the same `wordOf`. */
  where(name: string, wordOf: (live: Live) => string, word: string): [string, Live][] {
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = { wordOf, keys: new Map() };
      this.#indexes.set(name, index);
      for (const [key, live] of this) {
        note(index, key, live);
      }
    }
    const found: [string, Live][] = [];
    for (const key of index.keys.get(word) ?? []) {
      const live = this.get(key);
      if (live !== undefined) {
        found.push([key, live]);
      }
    }
    return found;
  }

  #forget(key: string): void {
    const live = this.get(key);
    if (live === undefined) {
      return;
    }
    for (const { wordOf, keys } of this.#indexes.values()) {
      keys.get(wordOf(live))?.delete(key);
    }
  }
}

function note<Live>({ wordOf, keys }: Index<Live>, key: string, live: Live): void {
  const word = wordOf(live);
  const sharing = keys.get(word);
  if (sharing === undefined) {
    keys.set(word, new Set([key]));
  } else {
    sharing.add(key);
  }
}
