import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Declaration } from "../kind/spec";
import { programError } from "./program-error";

/** In JavaScript nothing checks the arguments of a constructor. What is wrong there would end in a TypeError. */
export function requireArguments(
  { type, inputs, createFirst }: Pick<Declaration, "type" | "inputs" | "createFirst">,
  name: unknown,
  args: unknown,
  opts: unknown,
): void {
  if (typeof name !== "string" || name === "") {
    throw programError(
      `new smartlock.${type}(…): the first argument must be the name of the resource, such as "front-door".`,
    );
  }
  const call = `new smartlock.${type}("${name}", …)`;
  if (!isPlain(args)) {
    const shape = inputs.shape as Record<string, z.ZodType>;
    const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success);
    const fields = required.map(([field]) => field).join(", ");
    throw programError(
      `${call}: the second argument must be an object with the fields of the resource. Required: ${fields}.`,
    );
  }
  if (!isPlain(opts)) {
    throw programError(`${call}: the third argument must be an object with options, or left out.`);
  }
  const { deleteBeforeReplace: chosen } = opts as pulumi.CustomResourceOptions;
  if (chosen !== undefined && chosen === (createFirst === true)) {
    throw programError(
      `${call}: deleteBeforeReplace cannot be ${chosen}: leave it out. ${createFirst ? NEW_FIRST : OLD_FIRST}`,
    );
  }
}

const OLD_FIRST =
  "A replacement deletes the old one first, because both cannot exist at once. To have a new one before the old one goes, " +
  "declare it as a resource of its own, and remove the old one in a second run.";

const NEW_FIRST = "A replacement creates the new one first, so that nothing is missed.";

/** A list, or something that is only known later, is not an object with fields. */
export function isPlain(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Promise) &&
    !pulumi.Output.isInstance(value)
  );
}
