import type { OperationName } from "./operations";

/** A request to the service, without its body, which may hold secrets. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Null until it is answered, and forever if the connection was dropped. */
  status: number | null;
  /** When it arrived, by the simulator's clock. */
  time: string;
  /** The operation it matched, or null. */
  operation: OperationName | null;
}

export class RequestLog {
  #requests: RecordedRequest[] = [];

  /** Records the request as it arrives, in order. The answer fills in its status. */
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
