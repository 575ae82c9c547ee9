import { type DeleteLimit, wayOut } from "./settings/guards";

const WAY_OUT = { set: "The limit is set", wanted: "If you do want to delete this many" };

/** Limits how many objects one run may delete, so that an empty data file does not lock everybody out. */
export class DeleteGuard {
  readonly #limit: DeleteLimit | undefined;
  /** What a delete was or will be sent for. */
  readonly #deleted = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #foretold = new Set<string>();
  readonly #leftOut = new Set<string>();
  #believesReads = true;

  constructor(limit: DeleteLimit | undefined) {
    this.#limit = limit;
  }

  /** Whether there is a limit. */
  get isSet(): boolean {
    return this.#limit !== undefined;
  }

  /** Counts objects that are deleted together, each once per run, and fails if there are too many. `what` names them. */
  count(objects: readonly string[], what: string): void {
    const limit = this.#limit;
    const more = new Set(objects.filter((object) => !this.#deleted.has(object)));
    if (limit === undefined || this.#deleted.size + more.size <= limit.most) {
      more.forEach((object) => this.#deleted.add(object));
      return;
    }
    const isOne = more.size === 1;
    const these = isOne ? "this one would exceed that" : `these ${more.size} would exceed that`;
    throw new Error(
      `${allowance(limit)}, and ${these}: ${what}. ${isOne ? "It was" : "They were"} not deleted. ` +
        `${this.#before()} ${wayOut(limit, WAY_OUT)}`,
    );
  }

  /** How many this run has deleted so far. Others may be on their way. */
  #before(): string {
    const rest = [...this.#deleted].filter((object) => !this.#gone.has(object)).length;
    const asked = rest === 0 ? "" : `, and asked for ${rest} more`;
    return `So far this run has deleted ${this.#gone.size}${asked}.`;
  }

  /** These are gone. */
  went(objects: readonly string[]): void {
    objects.forEach((object) => this.#gone.add(object));
  }

  /**
   * A line if the objects that are known to go are more than a run may delete. A preview prints it, and so does
   * `pulumi up` when it compares. Pulumi asks nobody about resources that are removed, so there may be more.
   */
  foretell(objects: readonly string[]): string[] {
    objects.forEach((object) => this.#foretold.add(object));
    const limit = this.#limit;
    return limit === undefined || objects.length === 0 || this.#foretold.size <= limit.most
      ? []
      : [
          `\`pulumi up\` would stop here: ${allowance(limit)}, and at least ${this.#foretold.size} are planned. ${wayOut(limit, WAY_OUT)}`,
        ];
  }

  /** A delete that is not counted before it is sent, because a read says that the object is gone. */
  leaveOut(object: string): void {
    this.#leftOut.add(object);
  }

  isLeftOut(object: string): boolean {
    return this.#leftOut.has(object);
  }

  /** The service accepted the delete of an object that a read said is gone. */
  distrustReads(): void {
    this.#believesReads = false;
  }

  /** Whether what a read says is gone need not be counted. */
  get believesReads(): boolean {
    return this.#believesReads;
  }

  /**
   * Counts a delete that was sent for an object that seemed to be gone, but that the service accepted. Returns what to
   * say if that is more than a run may delete.
   */
  countAfter(object: string): string[] {
    this.#deleted.add(object);
    const limit = this.#limit;
    return limit === undefined || this.#deleted.size <= limit.most
      ? []
      : [
          `${allowance(limit)}, and ${this.#deleted.size} ${this.#deleted.size === 1 ? "has" : "have"} been deleted by now. What the service shows in this run cannot be relied on, so each further delete is counted ` +
            "before it is sent.",
        ];
  }
}

function allowance({ most }: DeleteLimit): string {
  return `smartlock:maxDeletes allows ${most} ${most === 1 ? "delete" : "deletes"} in a run`;
}
