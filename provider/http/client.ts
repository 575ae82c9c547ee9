import { type Dispatcher, Pool } from "undici";
import { type BaseUrl, parseBaseUrl } from "./base-url";
import { Breaker } from "./breaker";
import { Call } from "./call";
import { type Clock, systemClock } from "./clock";
import { AbortedError, ConfigurationError, NotAllowedError } from "./errors";
import { factsOf } from "./failures";
import { Limiter } from "./limiter";
import { type Log, logFromEnvironment } from "./log";
import { prepare } from "./prepare";
import type { CallOptions, HttpAnswer, HttpRequest } from "./request";
import type { Secret } from "./secrets/secret";
import { quoted } from "./secrets/service-text";
import { packageVersion } from "./version";

export interface HttpClientOptions {
  readonly baseUrl: string;
  /** Where the base URL is set, for errors. */
  readonly baseUrlSource?: string | undefined;
  readonly token: Secret;
  /** How many requests may run at a time. */
  readonly concurrency?: number | undefined;
  /** How many requests may start per second. Default: unlimited. */
  readonly requestsPerSecond?: number | undefined;
  /** Total time for a call without its own, including retries and the waits between them. Waiting in line does not count. */
  readonly budgetMs?: number | undefined;
  /** The longest wait for a connection. Default: 10 seconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** The longest wait from the request to the headers of the answer. */
  readonly headersTimeoutMs?: number | undefined;
  /** The longest wait between two pieces of the answer's body. */
  readonly bodyTimeoutMs?: number | undefined;
  /** A larger answer is an error. Default: 64 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** How the client names itself to the service. Default: this package and its version. */
  readonly userAgent?: string | undefined;
  /** Refuses every request except GET. The error says what to do next, in its own words or in the given ones. */
  readonly readOnly?:
    | boolean
    | {
        /** What to do to let changes through. */
        readonly nextStep: string;
      }
    | undefined;
  /** Additional secrets that must not appear in any error or log, besides those of the request itself. */
  readonly alsoSecret?: (() => Iterable<string>) | undefined;
  /** Default: what `SMARTLOCK_LOG` says. */
  readonly log?: Log | undefined;
  /** The clock for waits and time limits. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Creates the dispatcher that sends the requests. Default: a pool of connections. */
  readonly connect?: ((origin: string, options: Pool.Options) => Dispatcher) | undefined;
  /** Returns a number from 0 up to but not including 1, for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}

/** How long a call may take by default. */
export const DEFAULT_BUDGET_MS = 60_000;
/** Used if `readOnly` is just `true`. */
const READ_ONLY = { nextStep: "Turn readOnly off to let changes through." };
/** The longest time that a timer can wait. */
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
    for (const name of NUMBERS) {
      checkPositive(name, options[name]);
    }
    this.#options = options;
    this.#clock = clock;
    this.#log = options.log ?? logFromEnvironment();
    this.#limiter = new Limiter({ concurrency, requestsPerSecond, clock });
    this.#breaker = new Breaker({ clock });
    this.#userAgent =
      options.userAgent ?? `pulumi-smartlock/${packageVersion} (node/${process.versions.node})`;
    // as many connections as requests at a time, so that there is no hidden queue;
    // undici unreferences idle connections, so they do not keep a program from ending
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
    const about = {
      request,
      credentialSource: token.source,
      baseUrl: this.#baseUrl.shown,
      baseUrlSource: this.#options.baseUrlSource ?? "the `baseUrl` option of the client",
    };
    const failing = {
      ...about,
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
      throw new AbortedError("the client was closed", factsOf(failing, "Create a new client."));
    }
    const call = new Call({
      ...about,
      prepared: prepare(request, {
        prefix: this.#baseUrl.prefix,
        token,
        userAgent: this.#userAgent,
        alsoSecret: alsoSecret(),
      }),
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
    if (answer.serviceTime !== undefined) {
      this.#clockOffsetMs = answer.serviceTime - this.#clock.now();
    }
    return answer;
  }

  /** Text from the service, safe to put in an error. `secrets` are secrets that the client does not know itself. */
  quoted(text: string, secrets: readonly string[] = []): string {
    const { token, alsoSecret = () => [] } = this.#options;
    return quoted(text, [token.reveal(), ...alsoSecret(), ...secrets]);
  }

  /** The current time on this machine. */
  now(): number {
    return this.#clock.now();
  }

  /** The current time of the service, according to its last answer, or our own time if no answer has told it yet. */
  serviceTime(): number {
    return this.#clock.now() + this.#clockOffsetMs;
  }

  /** Lets the requests in progress finish, starts no more, not even retries, and closes the connections. */
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
  if (value === undefined || (Number.isFinite(value) && value > 0)) {
    return;
  }
  throw new ConfigurationError(
    `${name} must be a number above zero, not ${value}`,
    "Correct it or leave it out.",
  );
}

/** Refuses characters that cannot be in a header or are certainly a mistake. The usual one is a line break that was copied too. */
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
