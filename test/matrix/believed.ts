import type { RunResult } from "../protocol/test-engine";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { OURS_UNLISTED, type Row } from "./rows";

/**
 * Whether every answer that the service has about an object agrees on the same lie, so that nobody could know better: it
 * counts as gone.
 */
export function isBeyondDoubt(
  { course, trouble }: Pick<Row, "course" | "trouble">,
  { readById, type, locks }: Column,
): boolean {
  switch (course) {
    case "all lists":
      // An address answers for its units.
      return trouble === OURS_UNLISTED && readById === undefined && type !== "Address";
    case "reads by id":
      // A refusal is about the object while the token still reads the lock. Here it reads nothing else beside it.
      return trouble === "404" || ((trouble === "400" || trouble === "403") && locks.length > 0);
    default:
      return false;
  }
}

/** Whether a run that only asks took such a lie for the truth, and said so. */
export function isBelievedGone(row: Row, operation: Operation, column: Column, run: RunResult): boolean {
  // A set stays, and makes the grants that it lacks.
  const madeAnew = column.type === "AuthorizationSet" ? "update" : "replace";
  return (
    isReading(operation) &&
    isBeyondDoubt(row, column) &&
    run.steps["ours"] === (operation === "read" ? "delete" : madeAnew) &&
    run.output.includes("was deleted outside of this program")
  );
}
