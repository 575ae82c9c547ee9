import type { Declared } from "../protocol/declared";
import type { RunResult } from "../protocol/test-engine";
import type { Account } from "./account";
import type { Column } from "./columns";

export const operations = ["create", "read", "update", "delete", "diff", "replace"] as const;
export type Operation = (typeof operations)[number];

/** Whether the operation only reads. */
export function isReading(operation: Operation): boolean {
  return operation === "read" || operation === "diff";
}

/** The program after the operation; empty if nothing is declared any longer. */
export function programAfter(operation: Operation, column: Column): Declared[] {
  switch (operation) {
    case "update":
      return [column.changed ?? column.program];
    case "replace":
      return [column.replaced];
    case "delete":
      return [];
    default:
      return [column.program];
  }
}

export function start(operation: Operation, { engine, column }: Account): Promise<RunResult> {
  switch (operation) {
    case "read":
      return engine.refresh();
    case "diff":
      return engine.preview([column.program]);
    default:
      return engine.up(programAfter(operation, column));
  }
}
