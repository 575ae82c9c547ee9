import type { RunResult } from "../protocol/test-engine";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { OURS_UNLISTED, type Row } from "./rows";

/**
 * Whether all answers of the service about an object agree on the same lie, so that nobody could know better. The
 * object then counts as gone.
 */
export function isBeyondDoubt(
  { course, trouble }: Pick<Row, "course" | "trouble">,
  { readById, type, locks }: Column,
): boolean {
  switch (course) {
    case "all lists":
      // The list of its units also shows whether an address exists.
      return trouble === OURS_UNLISTED && readById === undefined && type !== "Address";
    case "reads by id":
      // A refusal is about the object only if the token can still read its lock. Other kinds have nothing else to read.
      return trouble === "404" || ((trouble === "400" || trouble === "403") && locks.length > 0);
    case "all reads":
      // A moment later, lists and reads by id still show the account of before. Rights are set by a second write, so
      // the account of before has the sub-account.
      return trouble === "stale list" && readById !== undefined && type !== "SubAccount";
    default:
      return false;
  }
}

/** Whether a run that only reads believed such a lie, and said so. */
export function isBelievedGone(row: Row, operation: Operation, column: Column, run: RunResult): boolean {
  // A set stays, and creates the grants that it lacks.
  const madeAnew = column.type === "AuthorizationSet" ? "update" : "replace";
  return (
    isReading(operation) &&
    isBeyondDoubt(row, column) &&
    run.steps["ours"] === (operation === "read" ? "delete" : madeAnew) &&
    run.output.includes("no longer exists")
  );
}
