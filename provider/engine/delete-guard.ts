import { type DeleteLimit, wayOut } from "./guards";

const WAY_OUT = { set: "The limit is set", wanted: "If this many should go" };

/** Limits how many objects one run may delete, so that an empty data file does not lock everybody out. */
export class DeleteGuard {
  readonly #limit: DeleteLimit | undefined;
  /** What a delete was or will be sent for. */
  readonly #deleted = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #foretold = new Set<string>();

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
    const these = more.size === 1 ? "this would be one more" : `these ${more.size} would be more`;
    throw new Error(
      `${allowance(limit)}, and ${these}: ${what}. Nothing was deleted here. ` +
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

  /** Counts a delete that was sent for an object that seemed to be gone, but that the service accepted. */
  countAfter(object: string): void {
    this.#deleted.add(object);
  }
}

function allowance({ most }: DeleteLimit): string {
  return `smartlock:maxDeletes allows ${most} ${most === 1 ? "delete" : "deletes"} in a run`;
}
