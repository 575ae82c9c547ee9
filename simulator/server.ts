import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { Account } from "./account";
import type { Answer, Call } from "./call";
import { addControl, type ControlOptions } from "./control";
import { notAllowed, notFound, renderError, ServiceError, unauthorized, unprocessable } from "./errors";
import type { AnswerFault, Faults, SlowFault } from "./faults";
import { scramble } from "./ids";
import { servedOperations, type OperationName, type ServedOperation } from "./operations";
import { accountLacking, accountWithOldValues } from "./reads";
import type { RecordedRequest, RequestLog } from "./request-log";
import { handlers } from "./routes";
import { allows } from "./scopes";
import type { Simulation } from "./simulation";

type Env = { Bindings: HttpBindings };

export interface ServerParts {
  simulation: Simulation;
  faults: Faults;
  requests: RequestLog;
  control: ControlOptions;
}

/** The service over HTTP. It records and delays requests, fails on demand, checks the token, and lets the handler answer. */
export function createApp(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  addControl(app, parts);
  const exchange = new Exchange(parts);
  const paths = new Set<string>();
  for (const operation of servedOperations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
    paths.add(path);
    app.on(operation.method, path, (context) => exchange.serve(context, operation));
  }
  const otherMethod = notAllowed("This path does not take this method");
  for (const path of paths) {
    app.all(path, (context) => exchange.refuse(context, otherMethod));
  }
  app.notFound((context) => exchange.refuse(context, notFound("Path")));
  return app;
}

class Exchange {
  /** The account before the last write. Kept only while a fault may need it. */
  #before: Account | undefined;
  #delays = 0;
  /** When the requests of the last second were accepted. */
  #taken: number[] = [];

  constructor(private readonly parts: ServerParts) {}

  async serve(context: Context<Env>, operation: ServedOperation): Promise<Response> {
    const { simulation, faults, requests } = this.parts;
    if (!faults.wantsHistory) {
      this.#before = undefined;
    }
    const record = requests.add(this.#describe(context, operation));
    const { slow, answer: fault } = faults.take(operation.name, this.#before !== undefined);
    const { latencyMs, jitterMs } = simulation.account.behaviour;
    if (this.#isTooFast()) {
      return this.#send(record, tooFast());
    }
    await this.#delay(context, this.#jittered(latencyMs, jitterMs));
    await this.#slow(context, operation, slow, "before");

    if (failsAt(fault, "before")) {
      return this.#fail(context, operation, record, fault);
    }
    const answer = await this.#perform(context, operation, fault);
    await this.#slow(context, operation, slow, "after");
    if (failsAt(fault, "after")) {
      return this.#fail(context, operation, record, fault);
    }
    const sent = spoilt(answer, fault);
    if (fault !== undefined && sent.json !== answer.json) {
      faults.fired.add(fault.kind, operation.name);
    }
    return this.#send(record, sent);
  }

  #isTooFast(): boolean {
    const { account, clock } = this.parts.simulation;
    const { requestsPerSecond } = account.behaviour;
    if (requestsPerSecond === undefined) {
      return false;
    }
    this.#taken = this.#taken.filter((time) => time > clock.now() - 1000);
    if (this.#taken.length >= requestsPerSecond) {
      return true;
    }
    this.#taken.push(clock.now());
    return false;
  }

  /** A request that matches no operation is recorded, but no fault affects it. */
  refuse(context: Context<Env>, error: ServiceError): Response {
    const record = this.parts.requests.add(this.#describe(context, null));
    return this.#send(record, rendered(error));
  }

  #describe(context: Context<Env>, operation: ServedOperation | null): RecordedRequest {
    return {
      method: context.req.method,
      path: new URL(context.req.url).pathname,
      query: context.req.query(),
      status: null,
      time: this.parts.simulation.clock.iso(),
      operation: operation?.name ?? null,
    };
  }

  async #perform(
    context: Context<Env>,
    operation: ServedOperation,
    fault: AnswerFault | undefined,
  ): Promise<SentAnswer> {
    const { simulation, faults } = this.parts;
    try {
      const token = this.#token(context);
      if (!allows(operation.access, token?.scopes)) {
        throw unauthorized();
      }
      if (token !== undefined) {
        token.lastActiveDate = simulation.clock.iso();
      }
      const call: Call = {
        simulation,
        account: simulation.account,
        params: context.req.param(),
        query: new URL(context.req.url).searchParams,
        body: await parsedBody(context),
        token,
        leavesGhost: fault?.kind === "ghost",
      };
      // While the body was read another request may have replaced the account.
      call.account = this.#accountFor(operation.name, fault);
      const before = operation.method !== "GET" && faults.wantsHistory ? simulation.copy() : this.#before;
      const answer = outcome(operation, call);
      if (fault !== undefined && this.#hasLied(operation, call, answer)) {
        faults.fired.add(fault.kind, operation.name);
      }
      if (answer.status >= 400) {
        return answer;
      }
      this.#before = before;
      simulation.clock.runDue();
      return answer;
    } catch (error) {
      return failure(error);
    }
  }

  /** Whether the answer differs from the one that the real account would give. */
  #hasLied(operation: ServedOperation, call: Call, answer: SentAnswer): boolean {
    if (call.leavesGhost) {
      return answer.status === 204;
    }
    const { account } = this.parts.simulation;
    if (operation.method !== "GET" || call.account === account) {
      return false;
    }
    const honest = outcome(operation, { ...call, account });
    return honest.status !== answer.status || honest.json !== answer.json;
  }

  /** The account that an operation sees: the real one, unless a fault makes a read lie. */
  #accountFor(operation: OperationName, fault: AnswerFault | undefined): Account {
    const { simulation, faults } = this.parts;
    const { account } = simulation;
    switch (fault?.kind) {
      case "stale":
        return this.#before ?? account;
      case "lacking":
        return accountLacking(account, operation, fault.ids);
      case "old values":
        return accountWithOldValues(
          account,
          faults.accountWhenSet(fault) ?? account,
          operation,
          fault.lacksNew,
        );
      default:
        return account;
    }
  }

  #token(context: Context<Env>): Account["tokens"][number] | undefined {
    const sent = /^Bearer\s+(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    return this.parts.simulation.account.tokens.find(({ accessToken }) => accessToken === sent);
  }

  async #slow(
    context: Context<Env>,
    operation: ServedOperation,
    faults: readonly SlowFault[],
    when: SlowFault["when"],
  ): Promise<void> {
    for (const fault of faults) {
      if (fault.when !== when) {
        continue;
      }
      this.parts.faults.fired.add(fault.kind, operation.name);
      const ms = this.#jittered(fault.ms, fault.jitterMs);
      if (fault.clock === "simulator") {
        await this.#delay(context, ms);
      } else {
        await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
      }
    }
  }

  async #delay({ env }: Context<Env>, ms: number): Promise<void> {
    if (ms > 0) {
      await this.parts.simulation.clock.delay(ms, env.incoming.socket);
    }
  }

  /** Reproducible: the n-th delay of a run is always the same. */
  #jittered(ms: number, jitterMs: number): number {
    return jitterMs === 0 ? ms : ms + (scramble(1, ++this.#delays) / 2 ** 32) * jitterMs;
  }

  #fail(
    context: Context<Env>,
    operation: ServedOperation,
    record: RecordedRequest,
    fault: FailingFault,
  ): Response {
    this.parts.faults.fired.add(fault.kind, operation.name);
    if (fault.kind === "drop") {
      context.env.incoming.socket.destroy();
      // The adaptor must not try to answer on a connection that is gone.
      return new Response(null, { headers: { "x-hono-already-sent": "true" } });
    }
    const { contentType, text } = renderError(fault.status, fault.body, fault.message);
    return this.#send(record, {
      status: fault.status,
      ...(text === null ? {} : { json: text }),
      contentType,
      retryAfter: this.#retryAfter(fault),
    });
  }

  #retryAfter({ retryAfter }: Extract<AnswerFault, { kind: "error" }>): string | undefined {
    if (retryAfter === undefined) {
      return undefined;
    }
    if ("seconds" in retryAfter) {
      return String(retryAfter.seconds);
    }
    return new Date(this.parts.simulation.clock.now() + retryAfter.dateInSeconds * 1000).toUTCString();
  }

  #send(record: RecordedRequest, answer: SentAnswer): Response {
    record.status = answer.status;
    // The service's own time, which may differ from the machine's if the clock is held.
    const headers = new Headers({ date: new Date(this.parts.simulation.clock.now()).toUTCString() });
    if (answer.contentType !== undefined) {
      headers.set("content-type", answer.contentType);
    }
    if (answer.retryAfter !== undefined) {
      headers.set("retry-after", answer.retryAfter);
    }
    return new Response(answer.json ?? null, { status: answer.status, headers });
  }
}

interface SentAnswer extends Answer {
  contentType: string | undefined;
  retryAfter?: string | undefined;
}

type FailingFault = Extract<AnswerFault, { kind: "error" | "drop" }>;

function failsAt(fault: AnswerFault | undefined, when: FailingFault["when"]): fault is FailingFault {
  return (fault?.kind === "error" || fault?.kind === "drop") && fault.when === when;
}

function outcome(operation: ServedOperation, call: Call): SentAnswer {
  try {
    const answer = handlers[operation.name](call);
    return { ...answer, contentType: answer.json === undefined ? undefined : "application/json" };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): SentAnswer {
  if (error instanceof ServiceError) {
    return rendered(error);
  }
  throw error;
}

function tooFast(): SentAnswer {
  return { ...rendered(new ServiceError(429, "status", "Too many requests")), retryAfter: "1" };
}

function rendered(error: ServiceError): SentAnswer {
  const { contentType, text } = renderError(error.status, error.body, error.message);
  return { status: error.status, ...(text === null ? {} : { json: text }), contentType };
}

/** The answer as it arrives after this fault has changed it. */
function spoilt(answer: SentAnswer, fault: AnswerFault | undefined): SentAnswer {
  if (answer.json === undefined || answer.status !== 200) {
    return answer;
  }
  switch (fault?.kind) {
    case "truncate":
      return { ...answer, json: answer.json.slice(0, Math.ceil(answer.json.length / 2)) };
    case "empty body":
      return { status: answer.status, contentType: answer.contentType };
    case "missing page":
      return { ...answer, json: withoutItems(answer.json) };
    default:
      return answer;
  }
}

function withoutItems(json: string): string {
  const value: unknown = JSON.parse(json);
  if (Array.isArray(value)) {
    return "[]";
  }
  const isPage = typeof value === "object" && value !== null && "results" in value;
  return isPage ? JSON.stringify({ ...value, results: [] }) : json;
}

async function parsedBody(context: Context<Env>): Promise<unknown> {
  if (context.req.method === "GET") {
    return undefined;
  }
  const text = await context.req.text();
  if (text.trim() === "") {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unprocessable("The body is not JSON");
  }
}
