import type { RecordedRequest } from "../../simulator";
import { isList } from "../../simulator/reads";
import { alteredFields } from "./alters";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { isWrite, OURS_UNLISTED, readsMet, type Row } from "./rows";

/**
 * Why a fault cannot meet an operation; undefined if it can. `requests` are those of the operation when nothing goes
 * wrong.
 */
export function whyImpossible(
  row: Row,
  operation: Operation,
  column: Column,
  requests: readonly RecordedRequest[],
): string | undefined {
  const { course, fault, trouble, alters } = row;
  if (operation === "update" && column.changed === undefined) {
    return "the service cannot change it";
  }
  if (course === "the lock") {
    if (column.locks.length === 0) {
      return "it lives on no lock";
    }
    return trouble.startsWith("goes") && isReading(operation) ? "it asks nothing of the lock" : undefined;
  }
  if (alters !== undefined) {
    return alteredFields(column, alters).length > 0 ? undefined : "the service alters nothing of it";
  }
  if (fault === undefined) {
    return undefined;
  }
  const writes = requests.filter(isWrite);
  if (fault.kind === "old values") {
    return whyNotOld(row, operation, column, requests);
  }
  if (course === "all lists") {
    const lists = readsAfter(requests).filter((request) => isList(String(request.operation)));
    return trouble === OURS_UNLISTED && operation === "create" && lists.length === 0
      ? "it reads nothing after it wrote"
      : undefined;
  }
  if (course === "reads by id") {
    return whyNotReadById(row, operation, column, requests);
  }
  if (course === "each read once" || course === "all reads") {
    if (fault.kind === "stale" && !isReading(operation) && readsMet(fault, requests).length === 0) {
      return "it reads nothing after it wrote";
    }
    if (fault.kind === "stale" && course === "each read once" && isListedLater(operation, column)) {
      return "the first list after it wrote cannot show it yet";
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

function whyNotOld(
  { trouble }: Row,
  operation: Operation,
  column: Column,
  requests: readonly RecordedRequest[],
): string | undefined {
  if (isReading(operation)) {
    return column.changed === undefined ? "the service cannot change it" : undefined;
  }
  if (readsAfter(requests).length === 0) {
    return "it reads nothing after it wrote";
  }
  const isNewSeen = trouble !== "old values" && (column.locks.length > 0 || column.type === "SubAccount");
  if (isNewSeen || operation === "update") {
    return undefined;
  }
  return operation !== "create" && goesSlowly(column) ? undefined : "what is new has no old values";
}

function whyNotReadById(
  { fault }: Row,
  operation: Operation,
  column: Column,
  requests: readonly RecordedRequest[],
): string | undefined {
  if (column.readById === undefined) {
    return "the service reads none by its id";
  }
  if (operation === "create") {
    return "what has no id yet cannot be asked for by it";
  }
  if (fault?.kind !== "stale") {
    return undefined;
  }
  if (isReading(operation)) {
    return "it writes nothing";
  }
  const asks = goesSlowly(column) || column.type === "SubAccount";
  return asks && readsAfter(requests).length > 0 ? undefined : "it reads nothing after it wrote";
}

/** A run looks for a new grant at once, before the lock has it. */
function isListedLater(operation: Operation, { locks }: Column): boolean {
  return operation === "create" && locks.length > 0;
}

/** Lists show it for a while after its delete was accepted. */
function goesSlowly({ locks, type }: Column): boolean {
  return locks.length > 0 || type === "AccountUser" || type === "AddressUnit";
}

function readsAfter(requests: readonly RecordedRequest[]): RecordedRequest[] {
  return requests.slice(requests.findIndex(isWrite)).filter((request) => !isWrite(request));
}
