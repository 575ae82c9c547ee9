import { type DeleteLimit, wayOut } from "./guards";

/** Keeps an empty data file from locking everybody out: only so many objects go in one run. */
export class DeleteGuard {
  readonly #limit: DeleteLimit | undefined;
  #deleted = 0;

  constructor(limit: DeleteLimit | undefined) {
    this.#limit = limit;
  }

  /** Counts deletes that go together; fails if they are too many. */
  count(deletes = 1): void {
    const limit = this.#limit;
    if (limit === undefined || this.#deleted + deletes <= limit.most) {
      this.#deleted += deletes;
      return;
    }
    const these = deletes === 1 ? "this would be one more" : `these ${deletes} would be more`;
    throw new Error(
      `smartlock:maxDeletes allows ${limit.most} deletes in a run, and ${these}. Nothing was deleted here. ` +
        wayOut(limit, { set: "The limit is set", wanted: "If so many are meant to go" }),
    );
  }

  /** A delete that was sent for what seemed to be gone, and that the service accepted: it was one after all. */
  countAfter(): void {
    this.#deleted += 1;
  }
}
