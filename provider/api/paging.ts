import { AnswerError } from "../http";

/** Stops a list that never ends. At 100 objects per page this is a million objects. */
const MAX_PAGES = 10_000;
/** As much JSON as the client accepts in one answer. All pages together must not be larger than one answer may be. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Each page has its own time limit, so ten thousand pages could take days. */
const MAX_MINUTES = 15;

/** The list that is being read, so that errors can name it. */
interface List<Item> {
  /** Such as `authorizations.listAll`. */
  readonly operation: string;
  /** Method and path. */
  readonly object: string;
  readonly idOf: (item: Item) => string | number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface NumberedPages<Item> extends List<Item> {
  readonly page: (page: number) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;
}

export interface OffsetPages<Item> extends List<Item> {
  readonly page: (offset: number) => Promise<readonly Item[]>;
}

/**
 * Reads every page until an empty one. The list may change while its pages are read. After an insertion, objects come
 * twice (they are kept once). After a deletion, the rest move up and one of them is missed. So a list only counts as
 * complete if the total never went down and at least as many different objects came as the first page promised.
 * Otherwise it is read once more, and then given up: an incomplete list must not look like a deletion.
 */
export async function readNumberedPages<Item>(list: NumberedPages<Item>): Promise<Item[]> {
  const first = await readNumberedPagesOnce(list);
  if (first.complete) {
    return first.items;
  }
  const second = await readNumberedPagesOnce(list);
  if (second.complete) {
    return second.items;
  }
  throw untrustworthy(
    list,
    `the list changed while its pages were read, or pages are missing: ${second.promised} objects were announced, but ${second.items.length} were received`,
  );
}

async function readNumberedPagesOnce<Item>(list: NumberedPages<Item>) {
  const collected = new Collection(list);
  let promised: number | undefined;
  let lastTotal = 0;
  let shrank = false;
  for (let number = 0; ; number++) {
    const { items, total } = await list.page(number);
    promised ??= total;
    shrank ||= total < lastTotal;
    lastTotal = total;
    if (items.length === 0) {
      break;
    }
    collected.add(items);
  }
  const items = collected.items();
  return { items, promised, complete: !shrank && items.length >= promised };
}

/**
 * Reads page after page, each from where the last one ended, until an empty one. The service decides how many objects
 * a page has and silently lowers the limit: a page that is shorter than requested need not be the last one.
 */
export async function readByOffset<Item>(list: OffsetPages<Item>): Promise<Item[]> {
  const collected = new Collection(list);
  for (let offset = 0; ;) {
    const items = await list.page(offset);
    if (items.length === 0) {
      return collected.items();
    }
    collected.add(items);
    offset += items.length;
  }
}

/** Collects objects by their id, and watches for pages that bring nothing new. */
class Collection<Item> {
  readonly #list: List<Item>;
  readonly #byId = new Map<string | number, Item>();
  readonly #began: number;
  #pages = 0;
  #characters = 0;
  #stale = 0;

  constructor(list: List<Item>) {
    this.#list = list;
    this.#began = list.now();
  }

  add(items: readonly Item[]): void {
    const before = this.#byId.size;
    for (const item of items) {
      this.#byId.set(this.#list.idOf(item), item);
    }
    // one such page can result from an insertion that pushed known objects onto it, but not a second one
    this.#stale = this.#byId.size === before ? this.#stale + 1 : 0;
    if (this.#stale > 1) {
      throw untrustworthy(this.#list, "the service sends the same objects page after page");
    }
    if (++this.#pages >= MAX_PAGES) {
      throw this.#endless(`${MAX_PAGES} pages`);
    }
    this.#characters += JSON.stringify(items).length;
    if (this.#characters > MAX_CHARACTERS) {
      throw this.#endless(`${this.#characters} characters`);
    }
    if (this.#list.now() - this.#began > MAX_MINUTES * 60_000) {
      throw this.#endless(`${MAX_MINUTES} minutes`);
    }
  }

  #endless(after: string): AnswerError {
    return untrustworthy(this.#list, `the list does not end after ${after}`);
  }

  items(): Item[] {
    return [...this.#byId.values()];
  }
}

function untrustworthy(list: List<never>, why: string): AnswerError {
  return new AnswerError(why, {
    operation: list.operation,
    object: list.object,
    nextStep: "This list was not used. Try again when less is being changed in the account.",
    attempts: 1,
    outcomeUnknown: false,
  });
}
