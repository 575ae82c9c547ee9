import { z } from "zod";

export const adoptionPolicies = ["recover", "same", "always", "never"] as const;

export type AdoptionPolicy = (typeof adoptionPolicies)[number];

/** Inputs that control the provider and are never sent to the service. */

export const adoptInput = {
  /**
   * What to do if the service already has such an object. `recover` (default) adopts it only if a crashed run of the
   * last 24 hours can have left it behind. `same` adopts it if it equals the declaration. `always` adopts it by
   * identity and changes it to match the declaration. `never` refuses.
   */
  adopt: z.enum(adoptionPolicies).optional(),
};

/** One day. Every wait has to end, and a timer that is set to weeks fires at once. */
export const MAX_SETTLE_SECONDS = 86_400;

export const settleInputs = {
  /** How long to wait, in seconds, for the service to finish what it has accepted. */
  settleTimeout: z
    .number()
    .positive("must be more than 0 seconds")
    .max(MAX_SETTLE_SECONDS, `must be at most ${MAX_SETTLE_SECONDS} seconds (a day)`)
    .optional(),
};

export const waitInputs = {
  ...settleInputs,
  /**
   * `confirmed` (default) waits until the lock has confirmed. `accepted` waits only until the service has accepted the
   * request: use it for locks that are offline for a long time. What is not confirmed yet stays pending in the state.
   */
  waitFor: z.enum(["confirmed", "accepted"]).optional(),
};

export const contentsInput = {
  /** Deletes the object even if it still contains something that this program did not create. The run says what was deleted with it. */
  deleteContents: z.boolean().optional(),
};

const steering = { ...adoptInput, ...waitInputs, ...contentsInput };

export type SteeringField = keyof typeof steering;

export const steeringFields: readonly string[] = Object.keys(steering);
