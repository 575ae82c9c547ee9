import { inspect } from "node:util";

export const SECRET_MARK = "[secret]";

/**
 * Holds a credential so that only {@link reveal} gives it away. A `#private` field is the one place that
 * `util.inspect` (even with `showHidden`), JSON, spreading and `structuredClone` do not look into.
 */
export class Secret {
  readonly #value: string;
  readonly #source: string;

  constructor(value: string, source: string) {
    this.#value = value;
    this.#source = source;
  }

  reveal(): string {
    return this.#value;
  }

  /** Where the value came from, such as "environment variable SMARTLOCK_TOKEN". Safe to put in an error. */
  get source(): string {
    return this.#source;
  }

  toString(): string {
    return SECRET_MARK;
  }

  toJSON(): string {
    return SECRET_MARK;
  }

  [inspect.custom](): string {
    return SECRET_MARK;
  }
}
