import { SmartlockClient } from "../../api";
import type { Clock } from "../../http";
import { JournalEntry } from "../journal/journal";
import type { Notes } from "../journal/notes";
import { idOf, partsOf } from "../kind/ids";
import type { IdParts, Listed, ListsByParent, Parent, Reader } from "../kind/listed";
import type { ResourceSpec } from "../kind/spec";
import { ifAllowed } from "../lists/allowed";
import { Collection, type Parts, type Source } from "../lists/collection";
import type { Listing } from "../lists/listing";
import { Poller } from "../lists/poller";
import { View } from "../lists/view";
import { namePeople } from "../messages/kept-secret";
import { say } from "../messages/lines";
import { Remembered } from "../values/remembered";
import { passCurrentWrite, BatchTiming } from "../writes/batch-timing";
import { Progress } from "../writes/progress";
import { Writer } from "../writes/writer";
import { Claims } from "./claims";
import { Collisions, Moves } from "./conflicts";
import { Creates } from "./creates";
import { DeleteGuard } from "./delete-guard";
import { machine, type Surroundings } from "./environment";
import { Foretold } from "./foretold";
import { PlanLines } from "./plan-lines";
import { wayOut } from "./settings/guards";
import type { Settings } from "./settings/settings";

/** One account for one run: the client, its lists, each read once, and which resource is responsible for which object. */
export class Session implements Reader {
  readonly settings: Settings;
  readonly api: SmartlockClient;
  readonly clock: Clock;
  readonly claims = new Claims();
  readonly collisions = new Collisions();
  readonly foretold = new Foretold();
  readonly moves = new Moves();
  /** Why the objects of these owners are not moved to another device yet. */
  readonly notMoved = new Map<string, string>();
  /** When each device was asked what it holds. Each is asked once in a run. */
  readonly syncs = new Remembered<string, number>();
  readonly creates = new Creates();
  readonly deleteGuard: DeleteGuard;
  /** What the program is about to change, in words. */
  readonly plan: PlanLines;
  /** Secrets of the program and its state. The service may quote one in an answer about something else. */
  readonly secrets = new Set<string>();
  readonly #notes: Notes;
  readonly #collections = new Map<string, Collection<object>>();
  readonly #pollers = new WeakMap<Collection<object>, Poller<object>>();
  readonly #progress = new Map<string, Progress>();
  readonly #timings = new Map<string, BatchTiming>();
  readonly #writers = new Map<string, Writer>();
  readonly #said = new Set<string>();
  readonly #account = new Remembered<"own", number | undefined>();

  constructor(settings: Settings, surroundings: Surroundings = machine()) {
    this.settings = settings;
    this.clock = surroundings.clock;
    this.#notes = surroundings.openNotes(settings.notes);
    this.deleteGuard = new DeleteGuard(settings.maxDeletes);
    namePeople(settings.words === "on");
    this.plan = new PlanLines(settings.words === "on", surroundings.atEnd);
    this.api = new SmartlockClient({
      token: settings.token,
      baseUrl: settings.baseUrl,
      baseUrlSource: settings.baseUrlSource,
      readOnly: settings.readOnly && {
        nextStep: wayOut(settings.readOnly, { set: "readOnly is set", wanted: "To let changes through" }),
      },
      concurrency: settings.concurrency,
      requestsPerSecond: settings.requestsPerSecond,
      budgetMs: settings.timeout * 1000,
      alsoSecret: () => this.secrets,
      clock: surroundings.clock,
      connect: surroundings.connect,
      log: surroundings.log,
    });
  }

  /** Whether the account is seen to hold anything. If it shows nothing at all, that may be a fault of the service. */
  async holdsSomething(): Promise<boolean> {
    const isSeen = [...this.#collections.values()].some(({ showsAny }) => showsAny);
    return isSeen || ((await ifAllowed(this.api.smartlocks.list())) ?? []).length > 0;
  }

  /** The list of the objects of a kind, limited to the part that matters for these fields. */
  collection<P extends IdParts, L extends object>(
    kind: Listed<P, L>,
    fields: Readonly<Record<string, unknown>>,
  ): View<L> {
    return new View(kind.type, this.#listOf(kind, fields), parentIn(kind, fields));
  }

  /** The same list taken in another way. */
  otherCollection(kind: Listed, fields: Readonly<Record<string, unknown>>): View<object> {
    return new View(kind.type, this.#otherListOf(kind, fields), parentIn(kind, fields));
  }

  /** Announces that objects with these fields will be asked for, so that the lists are chosen for all of them together. */
  expect(kind: Listed, all: readonly Readonly<Record<string, unknown>>[]): void {
    for (const fields of all) {
      const part = parentIn(kind, fields);
      this.#listOf(kind, fields).expect(part === undefined ? [] : [part]);
    }
  }

  #listOf<P extends IdParts, L extends object>(
    kind: Listed<P, L>,
    fields: Readonly<Record<string, unknown>>,
  ): Collection<L> {
    const listOf = listOfParent(kind, fields);
    const { parent } = kind;
    return this.#list(`${kind.type} ${listOf}`, {
      list: () => kind.list(this.api, listOf),
      keyOf: (live) => idOf(kind, live),
      parts: this.#partsOf(kind, listsByParent(kind)),
      get: kind.get && ((key) => Promise.resolve(kind.get?.(this.api, partsOf(kind, key)))),
      witness: kind.witness && ((key) => Promise.resolve(kind.witness?.(this.api, partsOf(kind, key)))),
      isHolderAccountedFor: parent?.kind.get && ((key) => this.#isAccountedFor(parent, partsOf(kind, key))),
    });
  }

  /** The same list taken in another way, if the service has one. It may show objects that the first one leaves out. */
  #otherListOf(kind: Listed, fields: Readonly<Record<string, unknown>>): Collection<object> {
    const { otherwise } = kind;
    const byParent = listsByParent(kind);
    if (otherwise === undefined) {
      return this.#listOf(kind, fields);
    }
    const listOf = listOfParent(kind, fields);
    return this.#list(`${kind.type} ${listOf} otherwise`, {
      list: () => otherwise.list(this.api, listOf),
      keyOf: (live) => idOf(kind, live),
      parts: this.#partsOf(
        kind,
        byParent && {
          ...byParent,
          list: (api, parent) => otherwise.listByParent?.(api, parent) ?? byParent.list(api, parent),
        },
      ),
    });
  }

  #partsOf<P extends IdParts, L extends object>(
    kind: Listed<P, L>,
    lists: ListsByParent<L> | undefined,
  ): Parts<L> | undefined {
    return (
      lists && {
        list: (parent) => lists.list(this.api, parent),
        of: (live) => kind.parent?.keyFrom(kind.idOf(live)) ?? "",
        areCheaper: (count) => lists.areCheaper(this, count),
      }
    );
  }

  /**
   * Whether the token can read what an object belongs to, or that is proven gone. Then a refused read of the object is about
   * the object. Asked once for everything that belongs to it.
   */
  async #isAccountedFor(parent: Parent, fields: Readonly<Record<string, unknown>>): Promise<boolean> {
    const key = parent.keyFrom(fields);
    const { collection } = this.collection(parent.kind, {});
    return (
      key !== undefined &&
      ((await collection.canRead(key)) ||
        ((await collection.isMissing(key)) && !collection.isUncompared(key)))
    );
  }

  /** Each list of the service is read once. */
  #list<L>(name: string, source: Omit<Source<L>, "clock" | "holdsOthers">): Collection<L> {
    const collection = (this.#collections.get(name) ??
      new Collection<L>({
        ...source,
        clock: this.clock,
        holdsOthers: () => this.holdsSomething(),
      })) as unknown as Collection<L>;
    this.#collections.set(name, collection as unknown as Collection<object>);
    return collection;
  }

  /** Looks in another way for objects that the run's list may lack. One look serves all of the same type. */
  async lookAgain(kind: Listed, wanted: Readonly<Record<string, unknown>>): Promise<void> {
    const { otherwise } = kind;
    const listOf = listOfParent(kind, wanted);
    const word = otherwise?.wordOf?.(wanted);
    await this.#listOf(kind, wanted).lookAgain(word ?? "", parentIn(kind, wanted), () =>
      otherwise === undefined ? kind.list(this.api, listOf) : otherwise.list(this.api, listOf, word),
    );
  }

  /** Returns what `find` makes of the first list in which it finds something; undefined if time runs out. */
  waitFor<T>(
    { type, collection, part }: View<object>,
    timeoutMs: number,
    find: (listed: Listing<object>) => T | undefined,
  ): Promise<T | undefined> {
    const poller =
      this.#pollers.get(collection) ??
      new Poller(collection, this.clock, () => this.#timingOf(type).underWay);
    this.#pollers.set(collection, poller);
    passCurrentWrite();
    return poller.wait(find, timeoutMs, part);
  }

  writer(spec: ResourceSpec): Writer {
    const writer =
      this.#writers.get(spec.type) ??
      new Writer(this.api, spec, this.#timingOf(spec.type), this.settings.bulkSize);
    this.#writers.set(spec.type, writer);
    return writer;
  }

  /** Runs one write of an object of this kind, from beginning to end. */
  write<T>({ type }: Listed, work: () => Promise<T>): Promise<T> {
    return this.#progressOf(type).of(() => this.#timingOf(type).run(work));
  }

  #timingOf(type: string): BatchTiming {
    const timing = this.#timings.get(type) ?? new BatchTiming(this.clock);
    this.#timings.set(type, timing);
    return timing;
  }

  /** The note about a create or a delete. An older release may have left it in other words. */
  journalEntry(what: readonly unknown[], inOldWords?: readonly unknown[]): JournalEntry {
    return new JournalEntry(what, this.#notes, () => this.api.serviceTime(), inOldWords);
  }

  #progressOf(type: string): Progress {
    const progress = this.#progress.get(type) ?? new Progress(type, this.clock);
    this.#progress.set(type, progress);
    return progress;
  }

  /** Prints a line once, even if many resources want to print it. */
  sayOnce(line: string): void {
    if (!this.#said.has(line)) {
      this.#said.add(line);
      say(line);
    }
  }

  /** The account behind the token, from any source that the token may read; undefined if none shows it. */
  account(): Promise<number | undefined> {
    return this.#account.of("own", () => this.#findAccount());
  }

  async #findAccount(): Promise<number | undefined> {
    // A token for locks only may not read the account. A lock names it as well.
    const account = await ifAllowed(this.api.account.get());
    return account?.accountId ?? (await ifAllowed(this.api.smartlocks.list()))?.[0]?.accountId ?? undefined;
  }
}

/** The lists of single parents, for kinds that have them beside the complete one. */
function listsByParent<P extends IdParts, L extends object>({
  byParent,
}: Listed<P, L>): ListsByParent<L> | undefined {
  return byParent === "only" ? undefined : byParent;
}

/** The parent that limits what a caller needs of a list. */
function parentIn(kind: Listed, fields: Readonly<Record<string, unknown>>): string | undefined {
  return listsByParent(kind) && kind.parent?.keyFrom(fields);
}

/** The parent whose list it is, for kinds that have a list for each parent. */
function listOfParent(kind: Listed, fields: Readonly<Record<string, unknown>>): string {
  return (kind.byParent === "only" ? kind.parent?.keyFrom(fields) : undefined) ?? "";
}
