/** Stands for any value, at any depth, that is not known before the program is applied. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The same for people. */
export const NOT_KNOWN_YET = "something that is not known yet";

export function holdsUnknown(value: unknown): boolean {
  if (value === UNKNOWN) {
    return true;
  }
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}
