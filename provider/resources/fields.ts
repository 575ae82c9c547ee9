import { z } from "zod";

/** Ids of locks as a set: the order says nothing, and naming one twice is a mistake. */
export const smartlockIds = z
  .array(z.int().positive())
  .refine((ids) => new Set(ids).size === ids.length, "must not name a lock twice")
  .transform((ids) => [...ids].sort((left, right) => left - right));
