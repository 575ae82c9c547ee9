/**
 * The objects of an account as the simulator keeps them: the service's own fields, and fields that only the simulator
 * knows. Those are marked, and it never returns them.
 */
export * from "./addresses";
export * from "./catalogue";
export * from "./integrations";
export * from "./locks";
export * from "./people";
