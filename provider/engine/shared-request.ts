/**
 * One question to the service at a time. Askers share an answer, but never that of a request which was sent before
 * they asked: it might not show what they have just written.
 */
export class SharedRequest<Answer> {
  readonly #ask: () => Promise<Answer>;
  #inFlight: Promise<Answer> | undefined;
  #queued: Promise<Answer> | undefined;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  /** An answer that is on its way, or a new one. */
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
