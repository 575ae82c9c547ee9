import { Agent, type Dispatcher, Pool } from "undici";
import { allHandlers } from "../../provider/all-handlers";
import type { Handlers } from "../../provider/engine/lifecycle/guarded";
import type { Notes } from "../../provider/engine/journal/notes";
import { Run } from "../../provider/engine/run/run";
import { asKept, asStored } from "./as-kept";
import { type Bag, type DiffAnswer, InitFailure, type Plugin } from "./plugin";
import { printed } from "./printed";
import { clockUntil, type VirtualTime } from "./virtual-time";

/** The machine where one provider after another runs and dies. */
export class Machine {
  /** The notes of runs that died. */
  readonly files = new Map<string, string>();
  /** Everything that a provider printed or logged. */
  readonly spoken: string[] = [];

  constructor(
    readonly time: VirtualTime,
    readonly environment: Readonly<Record<string, string>>,
    /** Logging every request takes a third of the time. */
    readonly isLogged = true,
  ) {}
}

/** The engine gets this error when its provider has died. */
export class ProviderDied extends Error {}

/**
 * The provider's handlers in this process, called as Pulumi's server calls them. They wait only for requests, notes and
 * the clock, and each of these is an event. The process dies at a chosen event: from then on nothing it waits for
 * arrives, and nothing leaves it.
 */
export class ProviderInProcess implements Plugin {
  readonly #machine: Machine;
  readonly #handlers: Record<string, Handlers>;
  readonly #configured = new Set<string>();
  readonly #config: Readonly<Record<string, string>>;
  readonly #pools: Dispatcher[] = [];
  readonly #lines: string[] = [];
  readonly #stopPrinting: () => void;
  readonly #dying: ((error: ProviderDied) => void)[] = [];
  #onEngineDeath: () => void = () => undefined;
  #isDead = false;
  #events = 0;
  #diesAt = Infinity;
  #onDeath: () => void = () => undefined;

  constructor(machine: Machine, config: Readonly<Record<string, string>> = {}) {
    this.#machine = machine;
    this.#config = config;
    const isDead = (): boolean => this.#isDead;
    const run = new Run({
      environment: machine.environment,
      clock: clockUntil(machine.time, isDead, () => this.#event()),
      openNotes: () => this.#notes(),
      log: machine.isLogged
        ? {
            write: (line) => {
              if (!isDead()) {
                machine.spoken.push(line);
              }
            },
          }
        : undefined,
      connect: (origin, options) => this.#connect(origin, options),
      onEngineDeath: (callback) => (this.#onEngineDeath = callback),
      atEnd: () => undefined,
    });
    this.#handlers = allHandlers(run);
    this.#stopPrinting = printed((text) => {
      if (!isDead()) {
        this.#lines.push(text);
        machine.spoken.push(text);
      }
    });
  }

  get output(): string {
    return this.#lines.join("");
  }

  /** The number of events in its life so far. */
  get events(): number {
    return this.#events;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** It dies at this event. */
  dieAt(event: number, onDeath: () => void = () => undefined): void {
    this.#diesAt = event;
    this.#onDeath = onDeath;
  }

  /** Like kill -9. The engine's calls in progress fail. */
  kill(): void {
    if (this.#isDead) {
      return;
    }
    this.#isDead = true;
    this.#stopPrinting();
    this.#onDeath();
    this.#dying.splice(0).forEach((fail) => fail(new ProviderDied("The provider has died.")));
    void this.#close();
  }

  /** The engine dies, and the provider lives on. */
  abandon(): void {
    this.#onEngineDeath();
  }

  async check(olds: Bag, news: Bag) {
    const { inputs, failures } = await this.#call(news, (handlers) =>
      handlers.check(asKept(olds), asKept(news)),
    );
    return {
      inputs: asKept({ ...inputs, __provider: news["__provider"] }),
      failures: failures.map(({ property, reason }) => ({ property, reason })),
    };
  }

  async diff(id: string, olds: Bag, news: Bag): Promise<DiffAnswer> {
    const answer = await this.#call(news, (handlers) => handlers.diff(id, asKept(olds), asKept(news)));
    return {
      changes: answer.changes,
      replaces: answer.replaces,
      deleteBeforeReplace: answer.deleteBeforeReplace,
    };
  }

  async create(inputs: Bag) {
    const { id, outs } = await this.#call(inputs, (handlers) => handlers.create(asKept(inputs)));
    return { id, outs: withProvider(outs, inputs) };
  }

  async read(id: string, props: Bag) {
    const answer = await this.#call(props, (handlers) => handlers.read(id, asKept(props)));
    return {
      id: answer.id ?? "",
      props: withProvider(answer.props ?? {}, props),
      inputs: answer.inputs && withProvider(answer.inputs, props),
    };
  }

  async update(id: string, olds: Bag, news: Bag) {
    const { outs } = await this.#call(news, (handlers) => handlers.update(id, asKept(olds), asKept(news)));
    return { outs: withProvider(outs, news) };
  }

  async delete(id: string, props: Bag): Promise<void> {
    await this.#call(props, (handlers) => handlers.delete(id, asKept(props)));
  }

  async stop(): Promise<void> {
    if (!this.#isDead) {
      this.#isDead = true;
      this.#stopPrinting();
      await this.#close();
    }
  }

  /** Finds the handler in the properties, as Pulumi's server does. */
  async #call<Answer>(props: Bag, work: (handlers: Handlers) => Promise<Answer>): Promise<Answer> {
    const type = /handlers\.(\w+);/.exec(String(props["__provider"]))?.[1] ?? "";
    const handlers = this.#handlers[type];
    if (handlers === undefined) {
      throw new Error(`There are no handlers for ${type}.`);
    }
    if (!this.#configured.has(type)) {
      this.#configured.add(type);
      await handlers.configure({ config: { get: (key) => this.#config[key] } });
    }
    // It may also have died during the configuration.
    if (this.#isDead) {
      throw new ProviderDied("The provider has died.");
    }
    const died = new Promise<never>((_resolve, reject) => this.#dying.push(reject));
    died.catch(() => undefined);
    try {
      return await Promise.race([work(handlers), died]);
    } catch (error) {
      throw understood(error);
    }
  }

  #event(): void {
    this.#events += 1;
    if (this.#events >= this.#diesAt) {
      this.kill();
    }
  }

  #notes(): Notes {
    const { files } = this.#machine;
    const act = <T>(work: () => T): Promise<T> =>
      new Promise((resolve) => {
        this.#event();
        if (!this.#isDead) {
          resolve(work());
        }
      });
    return {
      read: (name) => act(() => files.get(name)),
      write: (name, text) => act(() => void files.set(name, text)),
      remove: (name) => act(() => void files.delete(name)),
      where: (name) => name,
    };
  }

  #connect(origin: string, options: Pool.Options): Dispatcher {
    const pool = new Pool(origin, options);
    this.#pools.push(pool);
    return new Mortal(
      pool,
      this.#machine.time,
      () => this.#isDead,
      () => this.#event(),
    );
  }

  /** Requests that were sent still arrive, so that every life ends the same way. Nobody gets the answers. */
  async #close(): Promise<void> {
    const pools = this.#pools.splice(0);
    // An abandoned provider has closed its own pools.
    await Promise.all(pools.map((pool) => pool.close().catch(() => undefined)));
  }
}

/** Carries requests as long as its process lives. Each request and each answer is an event. */
class Mortal extends Agent {
  constructor(
    private readonly pool: Dispatcher,
    private readonly time: VirtualTime,
    private readonly isDead: () => boolean,
    private readonly onEvent: () => void,
  ) {
    super();
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.onEvent();
    if (this.isDead()) {
      return true;
    }
    const back = this.time.leave();
    const whileAlive =
      <Args extends unknown[]>(call: ((...args: Args) => void) | undefined) =>
      (...args: Args): void => {
        if (!this.isDead()) {
          call?.(...args);
        }
      };
    const last =
      <Args extends unknown[]>(call: ((...args: Args) => void) | undefined) =>
      (...args: Args): void => {
        back();
        if (!this.isDead()) {
          this.onEvent();
        }
        whileAlive(call)(...args);
      };
    return this.pool.dispatch(options, {
      onRequestStart: whileAlive(handler.onRequestStart?.bind(handler)),
      onResponseStart: whileAlive(handler.onResponseStart?.bind(handler)),
      onResponseData: whileAlive(handler.onResponseData?.bind(handler)),
      onResponseEnd: last(handler.onResponseEnd?.bind(handler)),
      onResponseError: (controller, error) => {
        // Without a connection there is no controller, whatever undici's types say.
        back((controller as typeof controller | undefined)?.aborted);
        last(handler.onResponseError?.bind(handler))(controller, error);
      },
    });
  }

  override destroy(): Promise<void> {
    return this.pool.destroy();
  }
}

/** Pulumi's server passes the message of an error on. If the error has an id, the engine keeps the object. */
function understood(error: unknown): Error {
  if (error instanceof ProviderDied) {
    return error;
  }
  const { id, properties, reasons, message } = error as Error & {
    id?: string;
    properties?: Bag;
    reasons?: readonly string[];
  };
  return id === undefined || id === ""
    ? new Error(message)
    : new InitFailure(id, asStored(properties ?? {}), reasons ?? []);
}

function withProvider(bag: Bag, { __provider }: Bag): Bag {
  return asStored({ ...bag, __provider });
}
