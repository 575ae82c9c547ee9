import { z } from "zod";

/** The bits that the service uses in reads and updates. */
const bits = {
  manageLocks: 1,
  operate: 2,
  configure: 4,
  authorizations: 8,
  logs: 16,
  subAccounts: 32,
  createLocks: 64,
} as const;

type Right = keyof typeof bits;
const rightNames = Object.keys(bits) as [Right, ...Right[]];

export function speakRights(value: unknown): string {
  const named = rightNames.filter((right) => (Number(value) & bits[right]) !== 0);
  return named.length === 0 ? "none" : named.join(", ");
}

const forms = `must be a number from 0 to 127 or a list of ${rightNames.join(", ")}`;

/** A sum of bits, or the names of the rights. */
export const rights = z
  .union([z.int().min(0, forms).max(127, forms), z.array(z.enum(rightNames))], { error: forms })
  .transform((given) =>
    typeof given === "number" ? given : given.reduce((sum, right) => sum | bits[right], 0),
  );
