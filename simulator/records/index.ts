/**
 * The objects of an account as the simulator keeps them: the service's own fields, and, marked so, fields that
 * only the simulator knows and never answers with.
 */
export * from "./addresses";
export * from "./catalogue";
export * from "./integrations";
export * from "./locks";
export * from "./people";
