import { DEFAULT_BASE_URL } from "./base-url";
import {
  AnswerError,
  BusyError,
  ConflictError,
  CredentialError,
  type ErrorFacts,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  type SmartlockError,
  UnreachableError,
} from "./errors";
import { momentInWords } from "./moment";
import type { HttpRequest } from "./request";
import type { Lost, NotSent } from "./retry";

/** What is known about a call when it fails. */
export interface Failing {
  readonly request: HttpRequest;
  readonly credentialSource: string;
  readonly baseUrl: string;
  /** Where the base URL is set, such as "environment variable SMARTLOCK_BASE_URL". */
  readonly baseUrlSource: string;
  readonly attempts: number;
  /** This attempt or an earlier one may have reached the service. */
  readonly reached: boolean;
  /** … and the service may have acted on it. */
  readonly outcomeUnknown: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly serviceMessage: string | undefined;
  /** Why it was not tried again. */
  readonly reason: string;
  readonly comeBackAt: Date | undefined;
  /** Where a redirect pointed. */
  readonly location: string | undefined;
}

export function factsOf(failing: Failing, nextStep: string): ErrorFacts {
  const { operation, method, path } = failing.request;
  const { attempts, outcomeUnknown } = failing;
  return { operation, object: `${method} ${path.shown}`, attempts, outcomeUnknown, nextStep };
}

export function refusalError(failing: Failing, refusal: Refusal): SmartlockError {
  const { status, serviceMessage, comeBackAt } = refusal;
  const facts = (nextStep: string): ErrorFacts => ({ ...factsOf(failing, nextStep), status, serviceMessage });
  if (status === 408 || status >= 500) {
    const what = `the service or a gateway in front of it has a problem (${status}); ${endText(failing, refusal.reason)}`;
    return new ServiceError(what, facts(`${when(comeBackAt)} ${lookFirst(failing)}`.trim()), comeBackAt);
  }
  switch (status) {
    case 400:
    case 422:
      return new InvalidRequestError(
        `the service rejected the request as invalid (${status})`,
        facts("Correct the value that it names and run again."),
      );
    case 401:
      return credentialError(failing, facts);
    case 402:
    case 426:
      return new NotAllowedError(
        `the subscription of the account or of the lock does not include this (${status})`,
        facts("Extend the subscription, or leave this out of the program."),
      );
    case 403:
    case 405:
      return new NotAllowedError(
        `the service does not allow this here (${status})`,
        facts("Check that the account may do this and that the object is in a state that allows it."),
      );
    case 404:
      if (failing.request.method === "GET" && !failing.request.path.hasIds) {
        return new NotFoundError("there is nothing at this path (404)", facts(whereToLook(failing)));
      }
      return new NotFoundError(
        "the service has no such object (404)",
        facts("Check its id, and the account the token belongs to."),
      );
    case 409:
      return new ConflictError(
        "it conflicts with something the service already holds (409)",
        facts("Look for an object that already uses the same name, e-mail address or code."),
      );
    case 423:
      return new BusyError(
        "an earlier operation on the same object is still under way (423)",
        facts("Wait until it is done and try again."),
      );
    case 429:
      return new RateLimitedError(
        `too many requests (429); ${endText(failing, refusal.reason)}`,
        facts(`${when(comeBackAt)} Sending fewer requests at a time also helps.`),
        comeBackAt,
      );
  }
  if (status >= 300 && status < 400) {
    const where = refusal.location === undefined ? "" : ` to ${refusal.location}`;
    return new AnswerError(
      `the service answered with a redirect${where} (${status}), which is not followed, so that the token goes nowhere else`,
      facts(`Check the base URL, now ${failing.baseUrl}: it must be the service itself.`),
    );
  }
  return new AnswerError(
    `the service answered with a status that has no known meaning here (${status})`,
    facts(`Check the base URL, now ${failing.baseUrl}.`),
  );
}

function whereToLook({ baseUrl, baseUrlSource }: Failing): string {
  return baseUrl === DEFAULT_BASE_URL
    ? `Try again later. Check the base URL if that does not help: it is ${baseUrl} (${baseUrlSource}).`
    : `Check the base URL. It is ${baseUrl} (${baseUrlSource}). The service is at ${DEFAULT_BASE_URL}.`;
}

function credentialError(failing: Failing, facts: (nextStep: string) => ErrorFacts): CredentialError {
  const { scopes } = failing.request;
  const needs =
    scopes.length === 0
      ? "This operation needs no scope of its own"
      : `This operation needs ${scopes.length === 1 ? "the scope" : "one of the scopes"} ${scopes.join(", ")}`;
  const nextStep =
    `The token came from ${failing.credentialSource} and was sent to ${failing.baseUrl}. ` +
    `A token without the right scope gets the same answer as a wrong token. ${needs}. ` +
    `Make a new token in Nuki Web, under API, with the scopes that the program needs, and replace the old one with it.${savedToken(failing.credentialSource)}`;
  const credential = { source: failing.credentialSource, baseUrl: failing.baseUrl, scopes };
  return new CredentialError("the service did not accept the credential (401)", facts(nextStep), credential);
}

/** The environment is read anew by every command. Only other tokens can come from the state. */
function savedToken(source: string): string {
  return source.startsWith("environment variable")
    ? ""
    : " If only `pulumi refresh` or `pulumi destroy` fails: without --run-program, they use the token that was saved in the state.";
}

const NOT_SENT: Readonly<Record<NotSent["why"], string>> = {
  dns: "the host's name could not be resolved",
  refused: "the connection was refused",
  "connect-timeout": "no connection was made in time",
  unreachable: "no connection could be made",
  tls: "the connection is not secure",
};

const LOST: Readonly<Record<Lost["why"], string>> = {
  reset: "the connection was closed before an answer came",
  "headers-timeout": "no answer came in time",
  truncated: "the connection was closed in the middle of the answer",
  "body-timeout": "the answer stopped in the middle",
  "not-json": "the answer is not JSON",
  "too-large": "the answer is larger than allowed",
  "too-heavy": "the answer is nested deeper, or holds more values, than allowed",
};

export function notSentText(why: NotSent["why"], code: string): string {
  return `${NOT_SENT[why]} (${code})`;
}

export function lostText(why: Lost["why"], code: string): string {
  return code === "" ? LOST[why] : `${LOST[why]} (${code})`;
}

export function unreachableError(
  failing: Failing,
  what: string,
  why: NotSent["why"] | Lost["why"] | "breaker" | "budget",
): UnreachableError {
  const check =
    why === "tls"
      ? `Check the base URL (${failing.baseUrl}), the date of this machine, and any proxy in between.`
      : `Check the network and the base URL (${failing.baseUrl}).`;
  return new UnreachableError(
    what,
    factsOf(failing, `${check} ${lookFirst(failing)}`.trim()),
    failing.reached,
  );
}

/** An answer came that cannot be used. */
export function answerError(failing: Failing, what: string, status: number | undefined): AnswerError {
  const nextStep = `Check that the base URL (${failing.baseUrl}) leads to the service itself and not to a page in front of it. ${lookFirst(failing)}`;
  return new AnswerError(what, { ...factsOf(failing, nextStep.trim()), status });
}

/** Why there is no next attempt. */
export function endText({ attempts }: Failing, reason: string): string {
  return `${attempts > 1 ? "gave up" : "not tried again"}: ${reason}`;
}

function when(comeBackAt: Date | undefined): string {
  return comeBackAt === undefined
    ? "Try again later."
    : `Try again after ${momentInWords(comeBackAt.getTime())}.`;
}

function lookFirst(failing: Failing): string {
  return failing.outcomeUnknown ? "Check whether it was done before you do it again." : "";
}
