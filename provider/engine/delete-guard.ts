/** Keeps an empty data file from locking everybody out: only so many objects go in one run. */
export class DeleteGuard {
  readonly #most: number | undefined;
  #deleted = 0;

  constructor(most: number | undefined) {
    this.#most = most;
  }

  /** Counts deletes that go together; fails if they are too many. */
  count(deletes = 1): void {
    if (this.#most === undefined || this.#deleted + deletes <= this.#most) {
      this.#deleted += deletes;
      return;
    }
    const these = deletes === 1 ? "this would be one more" : `these ${deletes} would be more`;
    throw new Error(
      `smartlock:maxDeletes allows ${this.#most} deletes in a run, and ${these}. Nothing was deleted here. ` +
        "If so many are meant to go, raise smartlock:maxDeletes (or SMARTLOCK_MAX_DELETES) for this run.",
    );
  }

  /** A delete that was sent for what seemed to be gone, and that the service accepted: it was one after all. */
  countAfter(): void {
    this.#deleted += 1;
  }
}
