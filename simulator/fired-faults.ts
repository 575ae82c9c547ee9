import type { Fault } from "./faults";
import type { OperationName } from "./operations";

/** How often faults of one kind really changed the answer of an operation. */
export interface FiredFault {
  kind: Fault["kind"];
  operation: OperationName;
  times: number;
}

export class FiredFaults {
  readonly #fired = new Map<string, FiredFault>();

  add(kind: Fault["kind"], operation: OperationName): void {
    const key = `${kind} ${operation}`;
    const fired = this.#fired.get(key) ?? { kind, operation, times: 0 };
    this.#fired.set(key, { ...fired, times: fired.times + 1 });
  }

  all(): FiredFault[] {
    return [...this.#fired.values()];
  }

  clear(): void {
    this.#fired.clear();
  }
}
