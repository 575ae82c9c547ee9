import { z } from "zod";

export const adoptionPolicies = ["recover", "same", "always", "never"] as const;
export type AdoptionPolicy = (typeof adoptionPolicies)[number];

/** Inputs that steer the provider and are never sent to the service. */

export const adoptInput = {
  /**
   * What to do when the service already has such an object: `recover` (default) adopts only what a crashed run
   * of the last 24 hours can have left behind, `same` adopts what equals the declaration, `always` adopts
   * by identity and changes it to the declaration, `never` refuses.
   */
  adopt: z.enum(adoptionPolicies).optional(),
};

/** A day: every wait ends, and a timer that is given weeks goes off at once. */
export const MAX_SETTLE_SECONDS = 86_400;

export const settleInputs = {
  /** Seconds to wait until the service has done what it accepted. */
  settleTimeout: z
    .number()
    .positive("must be more than 0 seconds")
    .max(MAX_SETTLE_SECONDS, `must be at most ${MAX_SETTLE_SECONDS} seconds, a day`)
    .optional(),
};

export const waitInputs = {
  ...settleInputs,
  /**
   * `confirmed` (default) waits until the lock has confirmed. `accepted` is content when the service has taken the
   * request, for locks that are offline for long: what is not confirmed yet stays pending in the state.
   */
  waitFor: z.enum(["confirmed", "accepted"]).optional(),
};

export const contentsInput = {
  /** Deletes it even if it still holds what this program did not make. */
  deleteContents: z.boolean().optional(),
};

const steering = { ...adoptInput, ...waitInputs, ...contentsInput };

export type SteeringField = keyof typeof steering;

export const steeringFields: readonly string[] = Object.keys(steering);
