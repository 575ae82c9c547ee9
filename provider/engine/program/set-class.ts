import type { z } from "zod";
import type { IdParts } from "../kind/listed";
import type { SetSpec } from "../kind/set-spec";
import type { Declaration } from "../kind/spec";
import { programError } from "./program-error";
import { type ArgsOf, type OutputsOf, type ResourceClass, resourceClass } from "./resource-class";

/** The class of a resource that stands for many objects. There is no `get`: the service knows the objects, not the set. */
export type SetClass<Args, Outputs> = new (
  ...args: ConstructorParameters<ResourceClass<Args, Outputs>>
) => InstanceType<ResourceClass<Args, Outputs>>;

export function setClass<I extends z.ZodObject, O extends z.ZodObject, P extends IdParts>(
  spec: SetSpec<I, O, P>,
): SetClass<ArgsOf<Declaration<I, O, P>>, OutputsOf<Declaration<I, O, P>>> {
  const { type, each } = spec;
  const shell = resourceClass(spec);
  shell.get = (): never => {
    throw programError(
      `${type} has no get: the service knows the objects, not the set. Use ${each.type}.get for one of them.`,
    );
  };
  return shell;
}
