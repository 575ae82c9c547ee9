/** Stands for any value, at any depth, that is not known before the program is applied. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The same for people. */
export const NOT_KNOWN_YET = "something that is not known yet";

export function holdsUnknown(value: unknown): boolean {
  return partsWithin(value).includes(UNKNOWN);
}

/** The value and everything in it. Without recursion: somebody may declare a value of any depth. */
export function partsWithin(value: unknown): unknown[] {
  const parts = [value];
  for (const part of parts) {
    if (typeof part === "object" && part !== null) {
      for (const inner of Object.values(part)) {
        parts.push(inner);
      }
    }
  }
  return parts;
}
