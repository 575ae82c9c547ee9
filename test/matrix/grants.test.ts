import { columns } from "./columns";
import { testEveryCell } from "./every-cell";

/** Faults of the service and of locks: everything that lives on a lock. */
testEveryCell(columns.filter(({ locks }) => locks.length > 0));
