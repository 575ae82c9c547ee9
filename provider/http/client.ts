import { type Dispatcher, Pool } from "undici";
import { parseBaseUrl, type BaseUrl } from "./base-url";
import { Breaker } from "./breaker";
import { Call } from "./call";
import { systemClock, type Clock } from "./clock";
import { AbortedError, ConfigurationError, NotAllowedError } from "./errors";
import { factsOf } from "./failures";
import { Limiter } from "./limiter";
import { logFromEnvironment, type Log } from "./log";
import { prepare } from "./prepare";
import type { CallOptions, HttpAnswer, HttpRequest } from "./request";
import type { Secret } from "./secret";
import { quoted } from "./service-text";
import { packageVersion } from "./version";

export interface HttpClientOptions {
  readonly baseUrl: string;
  readonly token: Secret;
  /** Requests under way at a time. */
  readonly concurrency?: number | undefined;
  /** Requests begun per second; unlimited if absent. */
  readonly requestsPerSecond?: number | undefined;
  /** Total time for one call, every retry and wait included, unless the call brings its own. */
  readonly budgetMs?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** From the request until the answer's headers. */
  readonly headersTimeoutMs?: number | undefined;
  /** Between two pieces of the answer's body. */
  readonly bodyTimeoutMs?: number | undefined;
  readonly maxAnswerBytes?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Refuses every request but GET; the error says what to do next, in words of its own or in those given. */
  readonly readOnly?: boolean | { readonly nextStep: string } | undefined;
  /** What must not appear in any error or log either, besides the secrets of the request itself. */
  readonly alsoSecret?: (() => Iterable<string>) | undefined;
  /** By default what `SMARTLOCK_LOG` says. */
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  /** What carries the requests; a pool of connections unless given. */
  readonly connect?: ((origin: string, options: Pool.Options) => Dispatcher) | undefined;
  /** From 0 up to, not including, 1; for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}

/** What a call may take unless somebody says something else. */
export const DEFAULT_BUDGET_MS = 60_000;
/** For those who are not told who wants it. */
const READ_ONLY = { nextStep: "Turn readOnly off to let changes through." };
/** The longest time a timer can hold. */
const MAX_BUDGET_MS = 2 ** 31 - 1;

/** One account of the service: credentials, limits, retries, errors and log for every request to it. */
export class HttpClient {
  readonly #baseUrl: BaseUrl;
  readonly #options: HttpClientOptions;
  readonly #pool: Dispatcher;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #limiter: Limiter;
  readonly #breaker: Breaker;
  readonly #userAgent: string;
  readonly #running = new Set<Promise<HttpAnswer>>();
  readonly #held = { bytes: 0 };
  #closed = false;
  /** How far the service's clock is ahead of ours. */
  #clockOffsetMs = 0;

  constructor(options: HttpClientOptions) {
    this.#baseUrl = parseBaseUrl(options.baseUrl);
    checkToken(options.token);
    const { concurrency = 16, connectTimeoutMs = 10_000, requestsPerSecond, clock = systemClock } = options;
    for (const name of NUMBERS) checkPositive(name, options[name]);
    this.#options = options;
    this.#clock = clock;
    this.#log = options.log ?? logFromEnvironment();
    this.#limiter = new Limiter({ concurrency, requestsPerSecond, clock });
    this.#breaker = new Breaker({ clock });
    this.#userAgent =
      options.userAgent ?? `pulumi-smartlock/${packageVersion} (node/${process.versions.node})`;
    // as many connections as requests at a time, so that nothing queues where it is not seen;
    // idle ones are unreferenced by undici and do not keep a program from ending
    const { connect = (origin: string, pool: Pool.Options) => new Pool(origin, pool) } = options;
    this.#pool = connect(this.#baseUrl.origin, {
      connections: concurrency,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
    });
  }

  async send(request: HttpRequest, { budgetMs, signal }: CallOptions = {}): Promise<HttpAnswer> {
    const { token, readOnly = false, random = Math.random, alsoSecret = () => [] } = this.#options;
    checkPositive("budgetMs", budgetMs);
    const failing = {
      request,
      credentialSource: token.source,
      baseUrl: this.#baseUrl.shown,
      attempts: 0,
      reached: false,
      outcomeUnknown: false,
    };
    if (readOnly && request.method !== "GET") {
      const { nextStep } = readOnly === true ? READ_ONLY : readOnly;
      throw new NotAllowedError(
        "only reading is allowed now (readOnly), so nothing was sent",
        factsOf(failing, nextStep),
      );
    }
    if (this.#closed) {
      throw new AbortedError("the client was closed", factsOf(failing, "Make a new client."));
    }
    const call = new Call({
      request,
      prepared: prepare(request, {
        prefix: this.#baseUrl.prefix,
        token,
        userAgent: this.#userAgent,
        alsoSecret: alsoSecret(),
      }),
      credentialSource: token.source,
      baseUrl: this.#baseUrl.shown,
      dispatcher: this.#pool,
      limiter: this.#limiter,
      breaker: this.#breaker,
      clock: this.#clock,
      random,
      log: this.#log,
      limits: {
        headersTimeoutMs: this.#options.headersTimeoutMs ?? 30_000,
        bodyTimeoutMs: this.#options.bodyTimeoutMs ?? 30_000,
        maxAnswerBytes: this.#options.maxAnswerBytes ?? 64 * 1024 * 1024,
        held: this.#held,
      },
      budgetMs: Math.min(budgetMs ?? this.#options.budgetMs ?? DEFAULT_BUDGET_MS, MAX_BUDGET_MS),
      signal,
      isClosed: () => this.#closed,
    });
    const running = call.run();
    this.#running.add(running);
    const answer = await running.finally(() => this.#running.delete(running));
    if (answer.serviceTime !== undefined) this.#clockOffsetMs = answer.serviceTime - this.#clock.now();
    return answer;
  }

  /** Words that the service put into an answer, fit for an error. `secrets` are those that nobody else knows of. */
  quoted(text: string, secrets: readonly string[] = []): string {
    const { token, alsoSecret = () => [] } = this.#options;
    return quoted(text, [token.reveal(), ...alsoSecret(), ...secrets]);
  }

  /** What time it is here. */
  now(): number {
    return this.#clock.now();
  }

  /** What time it is at the service, as its last answer told; our own time as long as none did. */
  serviceTime(): number {
    return this.#clock.now() + this.#clockOffsetMs;
  }

  /** Lets the requests under way end, begins no more, not even to try again, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    // not close(): that would wait for connections still being made for calls that were given up
    await this.#pool.destroy();
  }
}

const NUMBERS = [
  "concurrency",
  "requestsPerSecond",
  "budgetMs",
  "connectTimeoutMs",
  "headersTimeoutMs",
  "bodyTimeoutMs",
  "maxAnswerBytes",
] as const;

/** Zero is refused too: for undici it means no time-out at all, and every wait must end. */
function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return;
  throw new ConfigurationError(
    `${name} must be a number above zero, not ${value}`,
    "Correct it or leave it out.",
  );
}

/** What cannot be in a header, or was surely not meant to be: a line break copied along is the usual case. */
function checkToken(token: Secret): void {
  const value = token.reveal();
  if (value === "") {
    throw new ConfigurationError(
      `the token from ${token.source} is empty`,
      "Set it to a token of the account.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigurationError(
      `the token from ${token.source} contains a space, a line break or another character that no token has`,
      "Copy it again, without anything before or after it.",
    );
  }
}
