import type { OperationClass } from "./request";

/** The request certainly never left this machine. */
export interface NotSent {
  readonly kind: "not-sent";
  readonly why: "dns" | "refused" | "connect-timeout" | "unreachable" | "tls";
}

/** It may have reached the service, but no usable answer came back. */
export interface Lost {
  readonly kind: "lost";
  readonly why:
    "reset" | "headers-timeout" | "truncated" | "body-timeout" | "not-json" | "too-large" | "too-heavy";
}

export interface StatusAnswer {
  readonly kind: "status";
  readonly status: number;
  readonly retryAfterMs?: number | undefined;
}

export type Outcome = NotSent | Lost | StatusAnswer;

export interface RetryQuestion {
  readonly operationClass: OperationClass;
  readonly outcome: Outcome;
  /** The attempt that just ended, counted from 1. */
  readonly attempt: number;
  readonly elapsedMs: number;
  readonly budgetMs: number;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly reason: string }
  | { readonly retry: false; readonly reason: string; readonly comeBackInMs?: number };

export const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** Spreads out clients that were all told to come back at the same moment. Coming later than asked is allowed. */
const RETRY_AFTER_SPREAD_MS = 250;

/** Statuses that mean temporary trouble at the service or at a gateway in front of it. */
const PASSING = new Set([408, 500, 502, 503, 504]);

export function decideRetry(question: RetryQuestion): RetryDecision {
  const verdict = judge(question.operationClass, question.outcome);
  const retryAfterMs = question.outcome.kind === "status" ? question.outcome.retryAfterMs : undefined;
  const comeBack = retryAfterMs === undefined ? {} : { comeBackInMs: retryAfterMs };
  if (!verdict.again) {
    return { retry: false, reason: verdict.reason, ...comeBack };
  }
  if (question.attempt >= MAX_ATTEMPTS) {
    return {
      retry: false,
      reason: `${verdict.reason}, but ${MAX_ATTEMPTS} attempts are the limit`,
      ...comeBack,
    };
  }
  const waitMs =
    retryAfterMs === undefined ? backOff(question) : retryAfterMs + question.random * RETRY_AFTER_SPREAD_MS;
  if (question.elapsedMs + waitMs >= question.budgetMs) {
    const what = retryAfterMs === undefined ? "the next wait" : "the wait that the service asks for";
    return {
      retry: false,
      reason: `${verdict.reason}, but ${what} does not fit into the time left`,
      ...comeBack,
    };
  }
  return { retry: true, waitMs, reason: verdict.reason };
}

/** Doubles each time. The upper half of each wait is random, so that clients do not all come back together. */
function backOff({ attempt, random }: RetryQuestion): number {
  const ceiling = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
  return ceiling / 2 + (random * ceiling) / 2;
}

interface Verdict {
  readonly again: boolean;
  readonly reason: string;
}

function judge(operationClass: OperationClass, outcome: Outcome): Verdict {
  switch (outcome.kind) {
    case "not-sent":
      return judgeNotSent(outcome);
    case "lost":
      return judgeLost(operationClass, outcome);
    case "status":
      return judgeStatus(operationClass, outcome);
  }
}

function judgeNotSent({ why }: NotSent): Verdict {
  if (why === "tls") {
    return no("the connection cannot be trusted, and trying again would not change that");
  }
  return yes("the request certainly never reached the service");
}

function judgeLost(operationClass: OperationClass, { why }: Lost): Verdict {
  if (why === "too-large" || why === "too-heavy") {
    return no("the answer would be just as large again");
  }
  if (isRepeatable(operationClass)) {
    return yes(repeatReason(operationClass, "the answer was lost"));
  }
  return no(`the answer was lost, and a second ${operationClass} could take effect twice`);
}

function judgeStatus(operationClass: OperationClass, { status, retryAfterMs }: StatusAnswer): Verdict {
  if (status === 429) {
    return yes("the service refused it without processing it (429)");
  }
  if (status === 503 && retryAfterMs !== undefined) {
    return yes("the service refused it without processing it (503 with Retry-After)");
  }
  if (status === 423) {
    return no("an operation on the object is under way; how long to wait is up to the caller (423)");
  }
  if (!PASSING.has(status)) {
    return no(`the same request would get the same answer (${status})`);
  }
  if (isRepeatable(operationClass)) {
    return yes(repeatReason(operationClass, `the problem may pass (${status})`));
  }
  return no(`it may have been processed (${status}), and a second ${operationClass} could take effect twice`);
}

function isRepeatable(operationClass: OperationClass): boolean {
  return operationClass === "read" || operationClass === "write";
}

function repeatReason(operationClass: OperationClass, trouble: string): string {
  return `${trouble}, and ${operationClass === "read" ? "reading again changes nothing" : "sending the same write again does no harm"}`;
}

function yes(reason: string): Verdict {
  return { again: true, reason };
}

function no(reason: string): Verdict {
  return { again: false, reason };
}
