import { type Bag, isBag } from "./bag";

/** How Pulumi marks a value as secret on the wire. The SDK has them too, but nothing here loads it; a test compares them. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Marks a value deep inside an output as secret, so that it is stored encrypted. It has no name there that Pulumi could
 * be told.
 */
export function asSecret(value: unknown): Bag {
  return { [SIGNATURE]: SECRET, value };
}

export function isSecret(value: unknown): boolean {
  return isBag(value) && value[SIGNATURE] === SECRET;
}
