import type { ZodType } from "zod";
import type { Path } from "./path";

/**
 * What repeating a request would do, which is all the retry policy needs to know about an operation.
 *
 * - `read`: nothing.
 * - `create`: may make a second object.
 * - `write`: an idempotent write or a delete; the second one changes nothing more.
 * - `bulk`: a write of many objects. Some of them may be done, and the caller has to check which.
 * - `action`: has an effect in the real world (turns a lock, sends a mail) and must never be done twice by accident.
 */
export type OperationClass = "read" | "create" | "write" | "bulk" | "action";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export type QueryValue = string | number | boolean | undefined;

/** One call as the layer above describes it. The client adds credentials, limits, retries and errors. */
export interface HttpRequest {
  /** Name for errors and logs, such as `addresses.update`. */
  readonly operation: string;
  readonly operationClass: OperationClass;
  /** The token needs one of these scopes. Empty if none is needed. */
  readonly scopes: readonly string[];
  readonly method: Method;
  readonly path: Path;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** The schemas of the query and the bodies. They tell which fields are secret, and so how they may be logged. */
  readonly querySchema?: ZodType;
  readonly bodySchema?: ZodType;
  readonly answerSchema?: ZodType;
  /** The answer may be a bare text. From any other operation, a text is not the service's. */
  readonly answersText?: boolean;
}

export interface CallOptions {
  /** Total time for this call, including retries and the waits between them. Waiting in line does not count. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON; undefined for an empty body. */
  readonly body: unknown;
  /** The service's own time when it answered, in milliseconds since 1970, if it sent it. */
  readonly serviceTime?: number | undefined;
}
