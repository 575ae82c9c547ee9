import { z } from "zod";
import type { Bag } from "../../provider/engine/values/bag";
import { BoundKind } from "../../provider/engine/run/bound-kind";
import { Kind } from "../../provider/engine/kind/kind";
import { numberPart } from "../../provider/engine/kind/ids";
import type { Device, Parent } from "../../provider/engine/kind/listed";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { Session } from "../../provider/engine/run/session";
import { environmentSource } from "../../provider/engine/run/settings/sources";
import { resolveSettings } from "../../provider/engine/run/settings/settings";
import { steeringFields } from "../../provider/engine/kind/steering";
import {
  BusyError,
  type Clock,
  ConflictError,
  type ErrorFacts,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  ServiceError,
  UnreachableError,
} from "../../provider/http";
import { notesIn } from "../protocol/notes-in-memory";

/** An object of an invented kind, on a shelf that keeps it in memory. */
export interface Thing {
  readonly shelfId: number;
  readonly thingId: number;
  readonly name: string;
  readonly size?: number | undefined;
  readonly note?: string | undefined;
  readonly pin?: number | undefined;
  readonly made?: string | undefined;
  readonly busy?: boolean;
  readonly error?: unknown;
}

/** Jumps to the next timer as soon as nothing else is left to do. */
class JumpingClock implements Clock {
  #now = Date.parse("2030-01-01T12:00:00.000Z");
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    setImmediate(() => this.#jump());
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  #jump(): void {
    const [next, ...others] = this.#timers.toSorted((left, right) => left.at - right.at);
    if (next !== undefined) {
      this.#timers = others;
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
  }
}

/** The owner of the token, without a request to a service. */
class ShelfSession extends Session {
  override account(): Promise<number | undefined> {
    return Promise.resolve(7);
  }

  override holdsSomething(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

const facts = (attempts: number, outcomeUnknown: boolean, status?: number): ErrorFacts => ({
  operation: "things.write",
  object: "thing",
  status,
  nextStep: "",
  attempts,
  outcomeUnknown,
});

export const failures = {
  conflict: new ConflictError("in use", facts(1, false)),
  busy: new BusyError("busy", facts(1, false)),
  missing: new NotFoundError("missing", facts(1, false, 404)),
  invalid: new InvalidRequestError("invalid", facts(1, false, 400)),
  forbidden: new NotAllowedError("forbidden", facts(1, false, 403)),
  keptBack: new NotAllowedError("only reading is allowed", facts(0, false)),
  notHere: new NotAllowedError("not here", facts(1, false, 405)),
  trouble: new ServiceError("trouble", facts(2, false, 503), undefined),
  lost: new UnreachableError("lost", facts(1, true), true),
  lostAgain: new UnreachableError("lost again", facts(1, true), true),
  lostTwice: new UnreachableError("lost", facts(2, true), true),
};

/** A session without a service: one kind, whose objects are kept here, and the requests for them. */
export class Shelf {
  readonly clock = new JumpingClock();
  readonly notes = new Map<string, string>();
  readonly things = new Map<string, Thing>();
  readonly writes: string[] = [];
  readonly kind: BoundKind;
  readonly session: Session;
  host: Device | undefined = { name: "Shelf one", online: true };
  lists = 0;
  /** Ids that lists leave out. */
  readonly unlisted = new Set<string>();
  /** Ids that were read. */
  readonly reads: string[] = [];
  /** Answers a read by id. */
  onRead: (id: string) => Thing = (id) => {
    const thing = this.things.get(id);
    if (thing === undefined) {
      throw failures.missing;
    }
    return thing;
  };
  syncs: string[] = [];
  /** Called before the list is read for the nth time, from 1. */
  beforeList: (count: number) => unknown = () => undefined;
  onSync: () => unknown = () => undefined;
  onCreate: (wanted: Bag) => Thing | undefined = (wanted) => this.put({ ...(wanted as Partial<Thing>) });
  onUpdate: (live: Thing, wanted: Bag) => Thing | undefined = (live, wanted) =>
    this.put({ ...live, ...(wanted as Partial<Thing>) });
  onRemove: (id: string) => void = (id) => void this.things.delete(id);

  constructor(special: Partial<ResourceSpec> = {}, environment: Readonly<Record<string, string>> = {}) {
    const settings = resolveSettings([
      environmentSource({
        SMARTLOCK_TOKEN: "invented",
        SMARTLOCK_BASE_URL: "https://shelf.example.com",
        ...environment,
      }),
    ]);
    this.session = new ShelfSession(settings, {
      environment: {},
      clock: this.clock,
      openNotes: () => notesIn(this.notes),
      onEngineDeath: () => undefined,
      atEnd: () => undefined,
    });
    this.kind = new BoundKind(
      new Kind({ ...this.#spec(), ...special, fields: withSecrets(special.fields) }),
      this.session,
    );
  }

  /** Puts it on the shelf, in place of one with the same id. */
  put(fields: Partial<Thing> = {}): Thing {
    const thing: Thing = { shelfId: 1, thingId: 5, name: "Lamp", ...fields };
    this.things.set(`${thing.shelfId}/${thing.thingId}`, thing);
    return thing;
  }

  empty(): this {
    this.things.clear();
    return this;
  }

  /** For kinds whose writes take effect later. */
  asynchronous(): NonNullable<ResourceSpec["asynchronous"]> {
    return {
      busy: (live: Thing) => live.busy === true,
      create: true,
      update: true,
    };
  }

  /** The shelf itself, which has to confirm what is done to its things. */
  get device(): Parent {
    return parentThat(() => false, {
      device: {
        find: () => Promise.resolve(this.host),
        sync: (_api, key) => {
          this.syncs.push(key);
          this.onSync();
          return Promise.resolve();
        },
      },
    });
  }

  /** For kinds that the service can read by id. */
  static readById(
    special: Partial<ResourceSpec> = {},
    environment: Readonly<Record<string, string>> = {},
  ): Shelf {
    const shelf = new Shelf(special, environment);
    return Object.assign(shelf, {
      kind: new BoundKind(new Kind({ ...shelf.kind.spec, get: shelf.#get() }), shelf.session),
    });
  }

  #get(): NonNullable<ResourceSpec["get"]> {
    return async (_api, { shelfId, thingId }) => {
      const id = `${String(shelfId)}/${String(thingId)}`;
      this.reads.push(id);
      await Promise.resolve();
      return this.onRead(id);
    };
  }

  static later(
    special: Partial<ResourceSpec> = {},
    hasHost = true,
    environment: Readonly<Record<string, string>> = {},
  ): Shelf {
    const shelf = new Shelf(special, environment);
    const parent = hasHost ? { parent: { ...shelf.device, ...special.parent } } : {};
    Object.assign(shelf.kind.spec, { asynchronous: shelf.asynchronous(), ...parent });
    return shelf;
  }

  #spec(): ResourceSpec {
    return {
      type: "Thing",
      docs: { summary: "", all: "all things", identity: "", notes: [] },
      inputs: z.object({
        shelfId: z.number(),
        name: z.string(),
        size: z.number().optional(),
        note: z.string().optional(),
        pin: z.number().optional(),
        ...Object.fromEntries(steeringFields.map((field) => [field, z.unknown()])),
      }),
      outputs: z.object({ thingId: z.number() }),
      fields: {},
      id: { shelfId: numberPart, thingId: numberPart },
      identity: () => ["name"],
      list: () => {
        this.lists += 1;
        this.beforeList(this.lists);
        const listed = [...this.things].filter(([id]) => !this.unlisted.has(id));
        return Promise.resolve(listed.map(([, thing]) => thing));
      },
      idOf: ({ shelfId, thingId }: Thing) => ({ shelfId, thingId }),
      origin: ({ made }: Thing) => ({ account: 7, createdAt: made }),
      show: ({ shelfId, thingId, name, size, note, pin }: Thing) => ({
        shelfId,
        thingId,
        name,
        ...(size !== undefined && { size }),
        ...(note !== undefined && { note }),
        ...(pin !== undefined && { pin }),
      }),
      create: async (_api, wanted: Bag) => {
        this.writes.push(`create ${String(wanted["name"])}`);
        await Promise.resolve();
        return this.onCreate(wanted);
      },
      update: async (_api, live: Thing, wanted: Bag, changed) => {
        this.writes.push(`update ${live.shelfId}/${live.thingId} ${changed.join()}`);
        await Promise.resolve();
        return this.onUpdate(live, wanted);
      },
      remove: async (_api, { shelfId, thingId }) => {
        const id = `${String(shelfId)}/${String(thingId)}`;
        this.writes.push(`remove ${id}`);
        await Promise.resolve();
        this.onRemove(id);
      },
    };
  }
}

/** The pin is always a secret. */
function withSecrets(fields: ResourceSpec["fields"] = {}): ResourceSpec["fields"] {
  return { ...fields, pin: { isSecret: true, ...fields["pin"] } };
}

/** Fails with each of these errors in turn, and then calls the last function. */
export function failing<T extends unknown[], R>(
  errors: readonly Error[],
  last: (...given: T) => R,
): (...given: T) => R {
  const rest = [...errors];
  return (...given) => {
    const error = rest.shift();
    if (error !== undefined) {
      throw error;
    }
    return last(...given);
  };
}

/** The error of an attempt that has to fail. */
export function failureOf(attempt: Promise<unknown>): Promise<Error & { readonly properties: Bag }> {
  return attempt.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => error as Error & { readonly properties: Bag },
  );
}

/** Collects the lines said in each test of a suite. */
export function listening(): () => readonly string[] {
  let lines: string[] = [];
  let spy: jest.SpyInstance | undefined;
  beforeEach(() => {
    lines = [];
    spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
  });
  afterEach(() => spy?.mockRestore());
  return () => lines;
}

/** What things belong to, as its reads by id tell. No list shows it. */
export function parentThat(
  isMissing: (key: string) => boolean | Promise<boolean>,
  more: Partial<Parent> = {},
): Parent {
  return {
    noun: "shelf",
    kind: {
      type: "Shelf",
      id: { key: String },
      list: () => Promise.resolve([]),
      idOf: (live) => live as { readonly key: string },
      get: async (_api, id) => {
        if (await isMissing(String(id["key"]))) {
          throw failures.missing;
        }
        return id;
      },
    },
    keyFrom: ({ shelfId }) => String(shelfId),
    ...more,
  };
}

/** The shelf of the things is no longer in the account. */
export const goneShelf = parentThat(() => true);
