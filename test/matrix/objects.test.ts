import { columns } from "./columns";
import { testEveryCell } from "./every-cell";

/** Faults of the service, with people, places and messages. */
testEveryCell(columns.filter(({ type }) => type !== "Authorization" && type !== "AuthorizationSet"));
