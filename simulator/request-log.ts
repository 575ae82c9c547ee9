import type { OperationName } from "./operations";

/** A request to the service, without its body: what was sent may be secret. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Null while it is not answered, and for ever when the connection was dropped. */
  status: number | null;
  /** By the simulator's clock, when it arrived. */
  time: string;
  /** The operation it matched, or null. */
  operation: OperationName | null;
}

export class RequestLog {
  #requests: RecordedRequest[] = [];

  /** Notes the request as it arrives, in order; the answer fills in its status. */
  add(request: RecordedRequest): RecordedRequest {
    this.#requests.push(request);
    return request;
  }

  all(): RecordedRequest[] {
    return structuredClone(this.#requests);
  }

  clear(): void {
    this.#requests = [];
  }
}
