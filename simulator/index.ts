export { startSimulator, type SimulatedLock, type Simulator, type SimulatorOptions } from "./simulator";
export type { AccountState, AccountStateInput, Behaviour } from "./account";
export type { Fault } from "./faults";
export type { FiredFault } from "./fired-faults";
export { servedOperations, type OperationName, type ServedOperation } from "./operations";
export type { RecordedRequest } from "./request-log";
export type { Scope } from "./scopes";
