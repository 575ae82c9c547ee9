import type { RecordedRequest } from "../../simulator";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { isWrite, readsMet, type Row } from "./rows";

/** Why a fault cannot meet an operation; undefined if it can. `requests` is what the operation asks for when nothing is wrong. */
export function whyImpossible(
  row: Row,
  operation: Operation,
  column: Column,
  requests: readonly RecordedRequest[],
): string | undefined {
  const { course, fault, trouble } = row;
  if (operation === "update" && column.changed === undefined) {
    return "the service cannot change it";
  }
  if (course === "the lock") {
    if (column.locks.length === 0) {
      return "it lives on no lock";
    }
    return trouble.startsWith("goes") && isReading(operation) ? "it asks nothing of the lock" : undefined;
  }
  if (fault === undefined) {
    return undefined;
  }
  const writes = requests.filter(isWrite);
  if (course === "each read once" || course === "all reads") {
    if (fault.kind === "stale" && !isReading(operation) && readsMet(fault, requests).length === 0) {
      return "it reads nothing after it wrote";
    }
    return undefined;
  }
  if (writes.length === 0) {
    return "it writes nothing";
  }
  if (fault.kind === "ghost") {
    return writes.some(({ method, path }) => method === "DELETE" && path.startsWith("/smartlock/"))
      ? undefined
      : "only the deletion of an authorization leaves a ghost";
  }
  const met = course === "one write" ? writes.slice(0, 1) : writes;
  if (
    (fault.kind === "truncate" || fault.kind === "empty body") &&
    met.every(({ status }) => status !== 200)
  ) {
    return "the answer has no body";
  }
  return undefined;
}
