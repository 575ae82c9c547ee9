import { columns } from "./columns";
import { testEveryCell } from "./every-cell";

/** Faults of the service and of locks, with single grants. */
testEveryCell(columns.filter(({ type }) => type === "Authorization"));
