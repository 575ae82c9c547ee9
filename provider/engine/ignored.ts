import type { Bag } from "./bag";
import { isEverything, propertyPath } from "./property-path";

/** The declaration without the parts that the resource's `ignoreChanges` leaves to others. */
export function withoutIgnored(wanted: Bag, ignored: readonly string[]): Bag {
  if (ignored.some(isEverything)) {
    return {};
  }
  return ignored.reduce((rest, path) => without(rest, propertyPath(path)), wanted);
}

function without(bag: Bag, [key, ...below]: readonly string[]): Bag {
  if (key === undefined || !Object.hasOwn(bag, key)) {
    return bag;
  }
  const value = bag[key];
  if (below.length > 0 && typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { ...bag, [key]: without(value as Bag, below) };
  }
  return Object.fromEntries(Object.entries(bag).filter(([name]) => name !== key));
}
