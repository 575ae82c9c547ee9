import { SmartlockClient } from "../api";
import { type Clock, CredentialError, NotAllowedError } from "../http";
import { Creates } from "./by-exclusion";
import { Claims } from "./claims";
import { Collection, type Source, View } from "./collection";
import { Collisions } from "./collisions";
import { DeleteGuard } from "./delete-guard";
import { Foretold } from "./foretold";
import { wayOut } from "./guards";
import { Intent } from "./intent";
import { namePeople } from "./kept-secret";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import { Moves } from "./moves";
import type { Notes } from "./notes";
import { PlanLines } from "./plan-lines";
import { Poller } from "./poller";
import { Progress } from "./progress";
import type { PartLists } from "./resource-spec";
import { Remembered } from "./remembered";
import { say } from "./say";
import type { Settings } from "./settings";
import { machine, type Surroundings } from "./surroundings";
import { passCurrentWrite, Traffic } from "./traffic";
import { Writer } from "./writer";

/** One account for one run: the client, its lists, each read once, and which resource is responsible for which object. */
export class Session {
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
  readonly #traffic = new Map<string, Traffic>();
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

  /** A named list of the service, read once. */
  list<Live extends object>(name: string, lists: Lists<Live>): Collection<Live> {
    const known = this.#collections.get(name);
    if (known !== undefined) {
      return known as unknown as Collection<Live>;
    }
    const { parts } = lists;
    const collection = new Collection<Live>({
      ...lists,
      clock: this.clock,
      holdsOthers: () => this.holdsSomething(),
      parts: parts && {
        list: (part) => parts.list(this.api, part),
        of: (live) => parts.of(live),
        areCheaper: (count) => parts.areCheaper(this, count),
      },
    });
    this.#collections.set(name, collection as unknown as Collection<object>);
    return collection;
  }

  /** Whether the account is seen to hold anything. If it shows nothing at all, that may be a fault of the service. */
  async holdsSomething(): Promise<boolean> {
    const isSeen = [...this.#collections.values()].some(({ showsAny }) => showsAny);
    return isSeen || ((await ifAllowed(this.api.smartlocks.list())) ?? []).length > 0;
  }

  /** The list of the objects of a kind, limited to the part that matters for these fields. */
  collection(kind: Kind, fields: Readonly<Record<string, unknown>>): View<object> {
    return new View(kind.spec.type, this.#listOf(kind, fields), kind.spec.parts?.keyFrom(fields));
  }

  /** The same list taken in another way. */
  otherCollection(kind: Kind, fields: Readonly<Record<string, unknown>>): View<object> {
    return new View(kind.spec.type, this.#otherListOf(kind, fields), kind.spec.parts?.keyFrom(fields));
  }

  /** Announces that objects with these fields will be asked for, so that the lists are chosen for all of them together. */
  expect(kind: Kind, all: readonly Readonly<Record<string, unknown>>[]): void {
    for (const fields of all) {
      const part = kind.spec.parts?.keyFrom(fields);
      this.#listOf(kind, fields).expect(part === undefined ? [] : [part]);
    }
  }

  #listOf(kind: Kind, fields: Readonly<Record<string, unknown>>): Collection<object> {
    const { spec } = kind;
    const listedBy = kind.listedBy(fields);
    const isAccountedFor = spec.container?.isAccountedFor;
    return this.list(`${spec.type} ${listedBy}`, {
      list: () => spec.list(this.api, listedBy),
      keyOf: (live) => kind.idOf(live),
      parts: spec.parts,
      get: spec.get && ((key) => kind.get(this.api, key)),
      witness: spec.witness && ((key) => kind.witness(this.api, key)),
      isHolderAccountedFor: isAccountedFor && ((key) => isAccountedFor(this, kind.parts(key))),
    });
  }

  /** The same list taken in another way, if the service has one. It may show objects that the first one leaves out. */
  #otherListOf(kind: Kind, fields: Readonly<Record<string, unknown>>): Collection<object> {
    const { spec } = kind;
    const { otherwise, parts } = spec;
    if (otherwise === undefined) {
      return this.#listOf(kind, fields);
    }
    const listedBy = kind.listedBy(fields);
    return this.list(`${spec.type} ${listedBy} otherwise`, {
      list: () => otherwise.list(this.api, listedBy),
      keyOf: (live) => kind.idOf(live),
      parts: parts && {
        ...parts,
        list: (api, part) => otherwise.listPart?.(api, part) ?? parts.list(api, part),
      },
    });
  }

  /** Looks in another way for objects that the run's list may lack. One look serves all of the same type. */
  async lookAgain(kind: Kind, wanted: Readonly<Record<string, unknown>>): Promise<void> {
    const { spec } = kind;
    const { otherwise } = spec;
    const listedBy = kind.listedBy(wanted);
    const word = otherwise?.wordOf?.(wanted);
    await this.#listOf(kind, wanted).lookAgain(word ?? "", spec.parts?.keyFrom(wanted), () =>
      otherwise === undefined ? spec.list(this.api, listedBy) : otherwise.list(this.api, listedBy, word),
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
      new Poller(collection, this.clock, () => this.#trafficOf(type).underWay);
    this.#pollers.set(collection, poller);
    passCurrentWrite();
    return poller.wait(find, timeoutMs, part);
  }

  writer({ spec }: Kind): Writer {
    const writer =
      this.#writers.get(spec.type) ??
      new Writer(this.api, spec, this.#trafficOf(spec.type), this.settings.bulkSize);
    this.#writers.set(spec.type, writer);
    return writer;
  }

  /** Runs one write of an object of this kind, from beginning to end. */
  write<T>({ spec }: Kind, work: () => Promise<T>): Promise<T> {
    return this.#progressOf(spec.type).of(() => this.#trafficOf(spec.type).run(work));
  }

  #trafficOf(type: string): Traffic {
    const traffic = this.#traffic.get(type) ?? new Traffic(this.clock);
    this.#traffic.set(type, traffic);
    return traffic;
  }

  /** The note about a create or a delete. An older release may have left it in other words. */
  intent(what: readonly unknown[], inOldWords?: readonly unknown[]): Intent {
    return new Intent(what, this.#notes, () => this.api.serviceTime(), inOldWords);
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

/** What a caller provides for a list. The session adds the rest. */
export interface Lists<Live> extends Omit<Source<Live>, "clock" | "parts" | "holdsOthers"> {
  readonly parts?: PartLists<Live> | undefined;
}

/** Undefined if the token may not read it. Any other failure is thrown again. */
async function ifAllowed<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CredentialError || error instanceof NotAllowedError) {
      return undefined;
    }
    throw error;
  }
}
