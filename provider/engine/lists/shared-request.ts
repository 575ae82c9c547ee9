/**
 * One request to the service at a time. Callers share an answer. But `fresh` never uses a request that was sent before
 * the call, because its answer might not show what the caller has just written.
 */
export class SharedRequest<Answer> {
  readonly #ask: () => Promise<Answer>;
  #inFlight: Promise<Answer> | undefined;
  #queued: Promise<Answer> | undefined;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  /** The answer to a request in flight, or to a new one. */
  any(): Promise<Answer> {
    return this.#inFlight ?? this.#start();
  }

  fresh(): Promise<Answer> {
    if (this.#inFlight === undefined) {
      return this.#start();
    }
    this.#queued ??= this.#inFlight
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined;
        return this.#start();
      });
    return this.#queued;
  }

  #start(): Promise<Answer> {
    const request = this.#ask().finally(() => {
      this.#inFlight = undefined;
    });
    this.#inFlight = request;
    return request;
  }
}
