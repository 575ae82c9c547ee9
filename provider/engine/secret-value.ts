import * as pulumi from "@pulumi/pulumi";
import type { Bag } from "./bag";

/** Marks a value deep inside of an output, where it has no name that Pulumi could be told: it is stored encrypted. */
export function asSecret(value: unknown): Bag {
  return { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value };
}
