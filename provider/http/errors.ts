import { shown } from "./secrets/visible";

/** The facts in every error. All of it is text for people: no request, body, credential or library object is kept. */
export interface ErrorFacts {
  /** Such as `addresses.update`. */
  readonly operation: string;
  /** Method and path, with secret ids hidden. */
  readonly object: string;
  readonly status?: number | undefined;
  /** The service's own words, with secrets taken out. */
  readonly serviceMessage?: string | undefined;
  readonly nextStep: string;
  readonly attempts: number;
  readonly outcomeUnknown: boolean;
}

export class SmartlockError extends Error {
  readonly operation: string;
  readonly object: string;
  readonly status: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly nextStep: string;
  /** How many times the request was tried; 0 if never. */
  readonly attempts: number;
  /** The service may have acted although this failed: check before trying again. Never true for a read. */
  readonly outcomeUnknown: boolean;

  constructor(what: string, facts: ErrorFacts) {
    super(compose(what, facts));
    this.name = new.target.name;
    this.operation = facts.operation;
    this.object = facts.object;
    this.status = facts.status;
    this.serviceMessage = facts.serviceMessage;
    this.nextStep = facts.nextStep;
    this.attempts = facts.attempts;
    this.outcomeUnknown = facts.outcomeUnknown;
  }
}

/** A request may have as many problems as fields, but nobody reads more than this. */
const MAX_REASON = 2_000;

function compose(what: string, facts: ErrorFacts): string {
  const sentences = [
    `${facts.operation} failed (${facts.object}): ${shown(what, MAX_REASON)}.`,
    facts.serviceMessage === undefined ? "" : `The service says: "${facts.serviceMessage}".`,
    facts.attempts > 1 ? `Tried ${facts.attempts} times.` : "",
    facts.outcomeUnknown ? "It may have taken effect all the same." : "",
    facts.nextStep,
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The client was set up in a way that cannot work; nothing was sent. */
export class ConfigurationError extends SmartlockError {
  constructor(what: string, nextStep: string) {
    const facts = {
      operation: "Setting up the client",
      object: "configuration",
      attempts: 0,
      outcomeUnknown: false,
    };
    super(what, { ...facts, nextStep });
  }
}

/** 401: a bad token, or one without the scope. */
export class CredentialError extends SmartlockError {
  readonly credentialSource: string;
  readonly baseUrl: string;
  /** The operation needs one of these. */
  readonly scopes: readonly string[];

  constructor(
    what: string,
    facts: ErrorFacts,
    credential: { readonly source: string; readonly baseUrl: string; readonly scopes: readonly string[] },
  ) {
    super(what, facts);
    this.credentialSource = credential.source;
    this.baseUrl = credential.baseUrl;
    this.scopes = credential.scopes;
  }
}

/** 402, 403, 405, 426, or refused here because the client is read-only. */
export class NotAllowedError extends SmartlockError {}

/** 400 and 422, or refused here because its arguments are wrong or it cannot be serialized. */
export class InvalidRequestError extends SmartlockError {}

/** 404. */
export class NotFoundError extends SmartlockError {}

/** 409. */
export class ConflictError extends SmartlockError {}

/** 423: an operation on the object is under way. */
export class BusyError extends SmartlockError {}

/** 429. */
export class RateLimitedError extends SmartlockError {
  constructor(
    what: string,
    facts: ErrorFacts,
    readonly comeBackAt: Date | undefined,
  ) {
    super(what, facts);
  }
}

/** 5xx and 408. */
export class ServiceError extends SmartlockError {
  constructor(
    what: string,
    facts: ErrorFacts,
    readonly comeBackAt: Date | undefined,
  ) {
    super(what, facts);
  }
}

/** No usable answer, because of the network or a time limit. */
export class UnreachableError extends SmartlockError {
  constructor(
    what: string,
    facts: ErrorFacts,
    /** False only if no attempt can have reached the service. */
    readonly mayHaveReachedService: boolean,
  ) {
    super(what, facts);
  }
}

/** An answer came that cannot be used: not JSON, too large, of the wrong shape, a redirect, an unknown status. */
export class AnswerError extends SmartlockError {
  get mayHaveTakenEffect(): boolean {
    return this.outcomeUnknown;
  }
}

/** The caller gave up, or the client was closed. */
export class AbortedError extends SmartlockError {}
