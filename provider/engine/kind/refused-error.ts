/** An answer says that the service did not do it. The message says why and what to do, but not to which object. */
export class RefusedError extends Error {}
