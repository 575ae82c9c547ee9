import * as pulumi from "@pulumi/pulumi";
import { type Bag, isBag } from "./bag";

/**
 * Marks a value deep inside an output as secret, so that it is stored encrypted. It has no name there that Pulumi could
 * be told.
 */
export function asSecret(value: unknown): Bag {
  return { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value };
}

export function isSecret(value: unknown): boolean {
  return isBag(value) && value[pulumi.runtime.specialSigKey] === pulumi.runtime.specialSecretSig;
}
