import type { Bag } from "./bag";

/** The steps of a path as Pulumi writes it: `settings.wifi`, `settings["wifi"]`, `smartlockIds[0]`. */
export function propertyPath(text: string): string[] {
  return text.split(/[.[\]"']+/).filter((step) => step !== "");
}

/** Whether a path stands for all fields: `*`, or `[*]`. */
export function isEverything(text: string): boolean {
  return propertyPath(text).join(".") === "*";
}

/** The value at a path. At a wildcard, everything that it stands for. */
export function valueAt(value: unknown, [step, ...below]: readonly string[]): unknown {
  if (step === undefined || step === "*" || typeof value !== "object" || value === null) {
    return value;
  }
  return Object.hasOwn(value, step) ? valueAt((value as Record<string, unknown>)[step], below) : undefined;
}

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
