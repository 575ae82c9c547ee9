import { InvalidRequestError } from "./errors";
import type { Wire } from "./exchange";
import { secretsIn } from "./secrets/redact";
import type { HttpRequest } from "./request";
import type { Secret } from "./secrets/secret";

export interface Prepared {
  readonly wire: Wire;
  /** Secrets that must not appear in any text about this call. */
  readonly secrets: readonly string[];
}

export interface Sender {
  readonly prefix: string;
  readonly token: Secret;
  readonly userAgent: string;
  /** Secrets that are not in the request but that an answer may still quote. */
  readonly alsoSecret: Iterable<string>;
}

/** Serializes a request, once for all its attempts. If this is impossible, it is refused before anything is sent. */
export function prepare(request: HttpRequest, sender: Sender): Prepared {
  const body = encodeBody(request);
  return {
    wire: {
      method: request.method,
      path: sender.prefix + request.path.text + encodeQuery(request),
      headers: {
        accept: "application/json",
        authorization: `Bearer ${sender.token.reveal()}`,
        "user-agent": sender.userAgent,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body,
    },
    secrets: [
      sender.token.reveal(),
      ...sender.alsoSecret,
      ...request.path.secrets,
      ...secretsIn(request.querySchema, request.query),
      ...secretsIn(request.bodySchema, request.body),
    ],
  };
}

function encodeBody(request: HttpRequest): string | undefined {
  if (request.body === undefined) {
    return undefined;
  }
  if (request.method === "GET") {
    throw refusal(request, "a GET cannot carry a body");
  }
  try {
    return JSON.stringify(request.body);
  } catch {
    // the message of JSON.stringify may quote the body
    throw refusal(request, "its body cannot be written as JSON");
  }
}

function encodeQuery(request: HttpRequest): string {
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) => {
    if (value === undefined) {
      return [];
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw refusal(request, `the query parameter ${name} is not a finite number`);
    }
    if (/\p{Cs}/u.test(String(value))) {
      throw refusal(request, `the query parameter ${name} contains half of a surrogate pair`);
    }
    return [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function refusal(request: HttpRequest, why: string): InvalidRequestError {
  return new InvalidRequestError(`${why}, so nothing was sent`, {
    operation: request.operation,
    object: `${request.method} ${request.path.shown}`,
    nextStep: "Correct the arguments and call it again.",
    attempts: 0,
    outcomeUnknown: false,
  });
}
