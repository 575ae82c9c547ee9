import { columns } from "./columns";
import { testEveryCell } from "./every-cell";

/** Faults of the service and of locks, with grants on several locks. */
testEveryCell(columns.filter(({ type }) => type === "AuthorizationSet"));
