import { SmartlockClient } from "../api";
import { CredentialError, NotAllowedError } from "../http";
import { Claims } from "./claims";
import { Collection } from "./collection";
import { Collisions } from "./collisions";
import { DeleteGuard } from "./delete-guard";
import type { Kind } from "./kind";
import { Moves } from "./moves";
import { Poller } from "./poller";
import { say } from "./say";
import type { Settings } from "./settings";

/** One account for the length of one run: the client, each list of it read once, and who answers for what. */
export class Session {
  readonly settings: Settings;
  readonly api: SmartlockClient;
  readonly claims = new Claims();
  readonly collisions = new Collisions();
  readonly moves = new Moves();
  readonly deleteGuard: DeleteGuard;
  /** Secrets of the program and its state: the service may quote one in an answer about something else. */
  readonly secrets = new Set<string>();
  readonly #collections = new Map<string, Collection<object>>();
  readonly #pollers = new WeakMap<Collection<object>, Poller<object>>();
  readonly #said = new Set<string>();
  #account: Promise<number | undefined> | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    this.deleteGuard = new DeleteGuard(settings.maxDeletes);
    this.api = new SmartlockClient({
      token: settings.token,
      baseUrl: settings.baseUrl,
      readOnly: settings.readOnly,
      concurrency: settings.concurrency,
      requestsPerSecond: settings.requestsPerSecond,
      budgetMs: settings.timeout === undefined ? undefined : settings.timeout * 1000,
      alsoSecret: () => this.secrets,
    });
  }

  /** A list of the service under a name, read once. */
  list<Live extends object>(
    name: string,
    fetch: () => Promise<readonly Live[]>,
    keyOf: (live: Live) => string,
  ): Collection<Live> {
    const known = this.#collections.get(name);
    if (known !== undefined) {
      return known as unknown as Collection<Live>;
    }
    const collection = new Collection<Live>(fetch, keyOf);
    this.#collections.set(name, collection as unknown as Collection<object>);
    return collection;
  }

  /** The list in which objects of a kind are found. */
  collection(kind: Kind, fields: Readonly<Record<string, unknown>>): Collection<object> {
    const listedBy = kind.listedBy(fields);
    return this.list(
      `${kind.spec.type} ${listedBy}`,
      () => kind.spec.list(this.api, listedBy),
      (live) => kind.idOf(live),
    );
  }

  poller(collection: Collection<object>): Poller<object> {
    const poller = this.#pollers.get(collection) ?? new Poller(collection);
    this.#pollers.set(collection, poller);
    return poller;
  }

  /** Says something that many resources would say, once. */
  sayOnce(line: string): void {
    if (!this.#said.has(line)) {
      this.#said.add(line);
      say(line);
    }
  }

  /** The account behind the token, from whichever source the token may read; undefined where none shows it. */
  account(): Promise<number | undefined> {
    this.#account ??= this.#findAccount();
    return this.#account;
  }

  async #findAccount(): Promise<number | undefined> {
    // A token for locks alone may not read the account; a lock names it as well.
    const account = await ifAllowed(this.api.account.get());
    return account?.accountId ?? (await ifAllowed(this.api.smartlocks.list()))?.[0]?.accountId ?? undefined;
  }
}

/** What the token may not read, nobody knows. Any other failure stays one. */
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
