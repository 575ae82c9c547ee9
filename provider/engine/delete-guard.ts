/** Keeps an empty data file from locking everybody out: only so many objects go in one run. */
export class DeleteGuard {
  readonly #most: number | undefined;
  #deleted = 0;

  constructor(most: number | undefined) {
    this.#most = most;
  }

  /** Counts a delete; the error to stop it with if it is one too many. */
  count(): Error | undefined {
    this.#deleted += 1;
    if (this.#most === undefined || this.#deleted <= this.#most) {
      return undefined;
    }
    return new Error(
      `smartlock:maxDeletes allows ${this.#most} deletes in a run, and this would be one more. Nothing was deleted here. ` +
        "If so many are meant to go, raise smartlock:maxDeletes (or SMARTLOCK_MAX_DELETES) for this run.",
    );
  }
}
