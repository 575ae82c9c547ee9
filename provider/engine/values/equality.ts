/** A string that is the same for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, item]) => !isNothing(item))
            .sort(([left], [right]) => (left < right ? -1 : 1)),
        )
      : part,
  );
}

/** Equality of JSON values. Null and absent are the same, and the order of keys does not matter. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right || (isNothing(left) && isNothing(right))) {
    return true;
  }
  if (typeof left !== "object" || typeof right !== "object" || isNothing(left) || isNothing(right)) {
    return false;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equal(item, right[index]))
    );
  }
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => equal(valueOf(left, key), valueOf(right, key)));
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function valueOf(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}
