import { type DeleteLimit, wayOut } from "./guards";

/** Keeps an empty data file from locking everybody out: only so many objects go in one run. */
export class DeleteGuard {
  readonly #limit: DeleteLimit | undefined;
  readonly #deleted = new Set<string>();

  constructor(limit: DeleteLimit | undefined) {
    this.#limit = limit;
  }

  /** Whether it matters how many go. */
  get isSet(): boolean {
    return this.#limit !== undefined;
  }

  /** Counts objects that go together, each once in a run; fails if they are too many. `what` names them. */
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

  /** A delete that was sent for what seemed to be gone, and that the service accepted: it was one after all. */
  countAfter(object: string): void {
    this.#deleted.add(object);
  }
}
