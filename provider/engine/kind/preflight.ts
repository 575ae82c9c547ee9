import type { Bag } from "../values/bag";
import { equal } from "../values/equality";
import type { Reader } from "./listed";
import type { Problem } from "./problem";

export type Counts = (shown: Bag) => boolean;

/** What a kind can ask and report before anything is written. */
export class Preflight<W> {
  readonly reader: Reader;
  /** The declared fields whose value is known already. */
  readonly wanted: Partial<W>;
  readonly #applied: Bag;
  /**
   * Whether this adds one more object. It does not if, among the objects that count, there is one to adopt, or one that
   * makes room for its successor.
   */
  readonly isOneMore: (counts: Counts) => Promise<boolean>;
  readonly failures: Problem[] = [];
  readonly warnings: string[] = [];

  constructor(
    reader: Reader,
    wanted: Partial<W>,
    applied: Bag,
    isOneMore: (counts: Counts) => Promise<boolean>,
  ) {
    this.reader = reader;
    this.wanted = wanted;
    this.#applied = applied;
    this.isOneMore = isOneMore;
  }

  /** Whether nothing of this object has been applied yet. */
  get isNew(): boolean {
    return Object.keys(this.#applied).length === 0;
  }

  /**
   * Reports a definite mistake. If an earlier run has already applied it, it is only a warning: one departed guest must
   * not block every later run.
   */
  fail(fields: readonly string[], reason: string): void {
    const [field] = fields;
    const wanted = this.wanted as Bag;
    const isChanged = fields.some((name) => !equal(wanted[name], this.#applied[name]));
    if (field !== undefined && isChanged) {
      this.failures.push({ field, reason });
    } else {
      this.warn(`${String(field)} ${reason}`);
    }
  }

  /**
   * Reports what is allowed but may not be meant. What an earlier run has applied is not reported again, also in another
   * form that means the same.
   */
  doubt(field: keyof W & string, reason: string, form: (value: unknown) => unknown = (value) => value): void {
    if (!equal(form((this.wanted as Bag)[field]), form(this.#applied[field]))) {
      this.warn(`${field} ${reason}`);
    }
  }

  /** Reports something that is not about this object alone, once in a run. */
  warnOnce(text: string): void {
    this.reader.sayOnce(`Warning: ${text}.`);
  }

  /** Reports something that may resolve itself, or that is only worth knowing. */
  warn(text: string): void {
    this.warnings.push(text);
  }
}
