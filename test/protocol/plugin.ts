export type Bag = Record<string, unknown>;

/** A failure after the service gave an id, with what the engine keeps. */
export class InitFailure extends Error {
  constructor(
    readonly id: string,
    readonly properties: Bag,
    readonly reasons: readonly string[],
  ) {
    super(reasons.join("\n"));
  }
}

export interface DiffAnswer {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** A provider as the engine sees it, however it is reached. */
export interface Plugin {
  /** Everything it printed for people. */
  readonly output: string;
  check(olds: Bag, news: Bag): Promise<{ inputs: Bag; failures: { property: string; reason: string }[] }>;
  diff(id: string, olds: Bag, news: Bag): Promise<DiffAnswer>;
  create(inputs: Bag): Promise<{ id: string; outs: Bag }>;
  /** An answer without an id means that the object is gone. */
  read(id: string, props: Bag): Promise<{ id: string; props: Bag; inputs: Bag | undefined }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }>;
  delete(id: string, props: Bag): Promise<void>;
  /** Stops it as the engine normally does. */
  stop(): Promise<void>;
}

/** A provider that tests can end the way machines do. */
export interface LivingPlugin extends Plugin {
  /** The engine dies: its end of the pipe closes without a message. */
  abandon(): void;
  /** The provider itself dies, as with kill -9. */
  kill(): void;
}
