import type { ZodType } from "zod";
import type { Path } from "./path";

/**
 * What repeating a request would do, which is all the retry policy needs to know about an operation.
 *
 * - `read`: nothing.
 * - `create`: may make a second object.
 * - `write`: an idempotent write or a delete; the second one changes nothing more.
 * - `bulk`: a write of many objects, of which some may be done: it is for the caller to look which.
 * - `action`: acts on the world (turns a lock, sends a mail); never to be done twice by accident.
 */
export type OperationClass = "read" | "create" | "write" | "bulk" | "action";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export type QueryValue = string | number | boolean | undefined;

/** One call as the layer above describes it; the client adds credentials, limits, retries and errors. */
export interface HttpRequest {
  /** Name for errors and logs, such as `addresses.update`. */
  readonly operation: string;
  readonly operationClass: OperationClass;
  /** Scopes of which the token needs one; empty where none is needed. */
  readonly scopes: readonly string[];
  readonly method: Method;
  readonly path: Path;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** What query and bodies look like: which of their fields are secret, and so how they may be logged. */
  readonly querySchema?: ZodType;
  readonly bodySchema?: ZodType;
  readonly answerSchema?: ZodType;
}

export interface CallOptions {
  /** Total time for this call, every retry and wait included. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON; undefined for an empty body. */
  readonly body: unknown;
  /** The service's own time when it answered, in milliseconds since 1970, if it told. */
  readonly serviceTime?: number | undefined;
}
