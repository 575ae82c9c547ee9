import type { z } from "zod";
import type { IdParts } from "./listed";
import type { Declaration, ResourceSpec } from "./spec";

/**
 * A kind of resource that stands for many objects of another kind: the same declaration at many places. Each object is
 * managed as if it were declared alone. The set stores once what they have in common.
 */
export interface SetSpec<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P extends IdParts = IdParts,
> extends Declaration<I, O, P> {
  /** The kind of each object. */
  readonly each: ResourceSpec;
  /** The field that lists the places, and the object's own field for its place, which is the first part of its id. */
  readonly places: { readonly field: string; readonly of: string };
  /** The output that holds the other part of each object's id, by place. */
  readonly idsAs: string;
}

export function defineSet<I extends z.ZodObject, O extends z.ZodObject, P extends IdParts>(
  spec: SetSpec<I, O, P>,
): SetSpec<I, O, P> {
  return spec;
}
