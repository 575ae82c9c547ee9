import type { Dispatcher } from "undici";
import type { Breaker, Reached } from "./breaker";
import type { Clock } from "./clock";
import { AbortedError, type SmartlockError, type UnreachableError } from "./errors";
import { exchange, type Exchanged, type ExchangeLimits, type RawAnswer } from "./exchange";
import * as failures from "./failures";
import type { Limiter } from "./limiter";
import { CallLog, type Log } from "./log";
import type { Prepared } from "./prepare";
import { readAnswer } from "./read-answer";
import type { HttpAnswer, HttpRequest } from "./request";
import { decideRetry, type Outcome, type RetryDecision } from "./retry";
import { parseHttpDate, parseRetryAfter } from "./retry-after";
import { scrub } from "./secrets/scrub";
import { serviceText } from "./secrets/service-text";
import { shown } from "./secrets/visible";

export interface CallParts {
  readonly request: HttpRequest;
  readonly prepared: Prepared;
  readonly credentialSource: string;
  readonly baseUrl: string;
  readonly baseUrlSource: string;
  readonly dispatcher: Dispatcher;
  readonly limiter: Limiter;
  readonly breaker: Breaker;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log | undefined;
  readonly limits: ExchangeLimits;
  readonly budgetMs: number;
  readonly signal: AbortSignal | undefined;
  /** If true, no more requests are started, not even retries. */
  readonly isClosed: () => boolean;
}

/** How one attempt ended: with an answer to return, or with an outcome and the error it becomes if it is the last. */
type Attempted =
  | { readonly answer: HttpAnswer }
  | {
      readonly outcome: Outcome;
      readonly fail: (decision: RetryDecision & { retry: false }) => SmartlockError;
    };

/** One call: its attempts, its budget, and what is known about whether it reached the service. */
export class Call {
  readonly #parts: CallParts;
  readonly #log: CallLog;
  readonly #stop = new AbortController();
  #ended: "budget" | "caller" | undefined;
  #attempts = 0;
  #spentMs = 0;
  #reached = false;
  #mayHaveActed = false;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#log = new CallLog(parts.log, () => parts.clock.now(), parts.request, parts.prepared.secrets);
  }

  async run(): Promise<HttpAnswer> {
    const { signal } = this.#parts;
    const onAbort = (): void => this.#end("caller");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) {
      onAbort();
    }
    try {
      return await this.#attemptUntilDone();
    } catch (error) {
      // waits reject with the signal's own reason, which says less than we know
      if (this.#stop.signal.aborted && error === this.#stop.signal.reason) {
        throw this.#stopped();
      }
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #end(why: "budget" | "caller"): void {
    this.#ended ??= why;
    this.#stop.abort();
  }

  /** Counts the time of the work. Waiting in line does not count: it says nothing about the service, and the line moves on. */
  async #onBudget<T>(work: () => Promise<T>): Promise<T> {
    const { budgetMs, clock } = this.#parts;
    const began = clock.now();
    const cancel = clock.after(budgetMs - this.#spentMs, () => this.#end("budget"));
    try {
      return await work();
    } finally {
      cancel();
      this.#spentMs += clock.now() - began;
    }
  }

  async #attemptUntilDone(): Promise<HttpAnswer> {
    const { request, clock, limiter, random, budgetMs } = this.#parts;
    const { signal } = this.#stop;
    for (;;) {
      this.#throwIfBroken();
      const attempted = await limiter.run(signal, () => this.#onBudget(() => this.#attempt()));
      if ("answer" in attempted) {
        return attempted.answer;
      }
      const decision = decideRetry({
        operationClass: request.operationClass,
        outcome: attempted.outcome,
        attempt: this.#attempts,
        elapsedMs: this.#spentMs,
        budgetMs,
        random: random(),
      });
      if (!decision.retry) {
        throw attempted.fail(decision);
      }
      this.#throwIfBroken();
      this.#log.waiting(this.#attempts, decision.waitMs, decision.reason);
      await this.#onBudget(() => clock.sleep(decision.waitMs, signal));
    }
  }

  async #attempt(): Promise<Attempted> {
    const { prepared, breaker, clock, dispatcher, limits, isClosed } = this.#parts;
    if (isClosed()) {
      throw this.#givenUp("the client was closed");
    }
    const leave = breaker.enter();
    if (typeof leave === "string") {
      throw this.#unreachable(leave, "breaker");
    }
    this.#attempts += 1;
    this.#log.sending(this.#attempts, prepared.wire.headers);
    const began = clock.now();
    const exchanged = await exchange(dispatcher, prepared.wire, limits, this.#stop.signal);
    const { reached, why } = this.#reachedBy(exchanged);
    leave(reached, why);
    return this.#interpret(exchanged, clock.now() - began);
  }

  /** For the breaker: did the service answer? If the caller gave up, that is unknown. */
  #reachedBy(exchanged: Exchanged): { reached: Reached; why: string } {
    switch (exchanged.kind) {
      case "answer":
        return { reached: "answered", why: "" };
      case "lost":
        return {
          reached: exchanged.why === "too-large" ? "answered" : "failed",
          why: failures.lostText(exchanged.why, exchanged.code),
        };
      case "not-sent":
        return { reached: "failed", why: failures.notSentText(exchanged.why, exchanged.code) };
      case "aborted":
        return {
          reached: this.#ended === "budget" ? "failed" : "unknown",
          why: "no answer within the time allowed",
        };
    }
  }

  #interpret(exchanged: Exchanged, durationMs: number): Attempted {
    switch (exchanged.kind) {
      case "answer":
        this.#reached = true;
        return exchanged.status < 300
          ? this.#succeeded(exchanged, durationMs)
          : this.#refused(exchanged, durationMs);
      case "lost": {
        this.#noteActed();
        const what = failures.lostText(exchanged.why, exchanged.code);
        this.#log.failed(this.#attempts, durationMs, what);
        return {
          outcome: exchanged,
          fail: ({ reason }) =>
            exchanged.why === "too-large"
              ? this.#unusable(`${what} (${this.#parts.limits.maxAnswerBytes} bytes)`, exchanged.status)
              : this.#unreachable(`${what}; ${this.#endText(reason)}`, exchanged.why),
        };
      }
      case "not-sent": {
        const what = failures.notSentText(exchanged.why, exchanged.code);
        this.#log.failed(this.#attempts, durationMs, what);
        return {
          outcome: exchanged,
          fail: ({ reason }) => this.#unreachable(`${what}; ${this.#endText(reason)}`, exchanged.why),
        };
      }
      case "aborted":
        if (exchanged.sent) {
          this.#noteActed();
        }
        this.#log.failed(this.#attempts, durationMs, "given up");
        throw this.#stopped();
    }
  }

  #succeeded(raw: RawAnswer, durationMs: number): Attempted {
    const read = readAnswer(raw, this.#parts.request.answersText === true);
    if ("body" in read) {
      const { body } = read;
      this.#log.answered(this.#attempts, durationMs, { ...raw, body });
      this.#parts.limiter.taken();
      return {
        answer: { status: raw.status, body, serviceTime: parseHttpDate(String(raw.headers["date"] ?? "")) },
      };
    }
    this.#noteActed();
    const why = read.unusable;
    const type = why === "not-json" ? raw.headers["content-type"] : undefined;
    const what = failures.lostText(why, type === undefined ? "" : this.#shown(String(type)));
    this.#log.failed(this.#attempts, durationMs, what);
    return { outcome: { kind: "lost", why }, fail: () => this.#unusable(what, raw.status) };
  }

  #refused(raw: RawAnswer, durationMs: number): Attempted {
    const { clock, limiter, prepared } = this.#parts;
    const { status, headers } = raw;
    const serviceMessage = serviceText(raw.body.toString("utf8"), prepared.secrets);
    this.#log.refused(this.#attempts, durationMs, { status, headers, serviceMessage });
    // by the service's own clock if it sends the time: ours may be wrong by more than it asks us to wait
    const serviceNow = parseHttpDate(String(headers["date"] ?? "")) ?? clock.now();
    const retryAfterMs = parseRetryAfter(first(headers["retry-after"]), serviceNow);
    if (status === 429) {
      limiter.tooMany(clock.now() - durationMs, retryAfterMs);
    }
    if (mayHaveActed(status, retryAfterMs)) {
      this.#noteActed();
    }
    return {
      outcome: { kind: "status", status, retryAfterMs },
      fail: ({ reason, comeBackInMs }) =>
        failures.refusalError(this.#failing(), {
          status,
          serviceMessage,
          reason,
          comeBackAt: comeBackInMs === undefined ? undefined : new Date(clock.now() + comeBackInMs),
          location: this.#redirectTarget(first(headers["location"])),
        }),
    };
  }

  /** Without the query, which may hold the secrets of a login. */
  #redirectTarget(location: string | undefined): string | undefined {
    if (location === undefined) {
      return undefined;
    }
    try {
      const target = new URL(location, this.#parts.baseUrl);
      return this.#shown(`${target.protocol}//${target.host}${target.pathname}`);
    } catch {
      return "an address that cannot be read";
    }
  }

  #shown(text: string): string {
    return shown(scrub(text, this.#parts.prepared.secrets), 200);
  }

  #noteActed(): void {
    this.#reached = true;
    this.#mayHaveActed = true;
  }

  #failing(): failures.Failing {
    const { request, credentialSource, baseUrl, baseUrlSource } = this.#parts;
    const outcomeUnknown = this.#mayHaveActed && request.operationClass !== "read";
    return {
      request,
      credentialSource,
      baseUrl,
      baseUrlSource,
      attempts: this.#attempts,
      reached: this.#reached,
      outcomeUnknown,
    };
  }

  #endText(reason: string): string {
    return failures.endText(this.#failing(), reason);
  }

  #unusable(what: string, status: number | undefined): SmartlockError {
    return failures.answerError(this.#failing(), what, status);
  }

  #unreachable(what: string, why: Parameters<typeof failures.unreachableError>[2]): UnreachableError {
    return failures.unreachableError(this.#failing(), what, why);
  }

  /** Also checked before every wait: there is no point in waiting for a request that would be refused. */
  #throwIfBroken(): void {
    const refusal = this.#parts.breaker.refusal();
    if (refusal !== undefined) {
      throw this.#unreachable(refusal, "breaker");
    }
  }

  #stopped(): SmartlockError {
    if (this.#ended === "budget") {
      return this.#unreachable(
        `it was not done within the ${this.#parts.budgetMs / 1000} s allowed`,
        "budget",
      );
    }
    return this.#givenUp("the caller gave up");
  }

  #givenUp(what: string): AbortedError {
    const failing = this.#failing();
    const nextStep = failing.outcomeUnknown ? "Check whether it was done before you do it again." : "";
    return new AbortedError(what, failures.factsOf(failing, nextStep));
  }
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A request refused by the service itself was not processed. Gateway trouble, or a redirect after a form, proves nothing. */
function mayHaveActed(status: number, retryAfterMs: number | undefined): boolean {
  if (status === 503 && retryAfterMs !== undefined) {
    return false;
  }
  return status === 408 || status >= 500 || status < 400;
}
