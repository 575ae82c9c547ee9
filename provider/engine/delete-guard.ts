import { type DeleteLimit, wayOut } from "./guards";

/** Limits how many objects one run may delete, so that an empty data file does not lock everybody out. */
export class DeleteGuard {
  readonly #limit: DeleteLimit | undefined;
  readonly #deleted = new Set<string>();

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
      `smartlock:maxDeletes allows ${limit.most} deletes in a run, and ${these}: ${what}. Nothing was deleted here. ` +
        wayOut(limit, { set: "The limit is set", wanted: "If so many are meant to go" }),
    );
  }

  /** Counts a delete that was sent for an object that seemed to be gone, but that the service accepted. */
  countAfter(object: string): void {
    this.#deleted.add(object);
  }
}
