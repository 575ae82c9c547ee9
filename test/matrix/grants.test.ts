import { columns } from "./columns";
import { testEveryCell } from "./every-cell";

/** Faults of the service and of locks: grants one by one. */
testEveryCell(columns.filter(({ type }) => type === "Authorization"));
